/// The second file of a store: how many attempts failed since the last right one.
struct AttemptRecord: Hashable, Sendable {
  /// Changed by every right attempt, reset and first enrolment, so that a charge made before is not
  /// given back after it. Only ever compared.
  var epoch: UInt64
  /// Those charged and neither right nor given back.
  var failures: UInt32
  /// The same, but cleared by the owner's right attempts alone: else one who is enrolled could guess
  /// at the others for ever, and clear the count by a right attempt of his own in between.
  var ownerFailures: UInt32
  /// When the last one was charged.
  var stamp: BootClock

  /// The record of a store that has just been made. Its epoch is the time: no charge in an earlier
  /// store of that path has the same.
  init(enrolledAt clock: BootClock) {
    (epoch, failures, ownerFailures, stamp) = (UInt64(clock.microseconds), 0, 0, clock)
  }

  /// The record in the place of one that is gone: nobody knows how many there were.
  static func lost(at clock: BootClock) -> AttemptRecord {
    var record = AttemptRecord(enrolledAt: clock)
    (record.failures, record.ownerFailures) = (.max, .max)
    return record
  }

  func charged(at clock: BootClock) -> AttemptRecord {
    var record = self
    record.failures = failures == .max ? .max : failures + 1
    record.ownerFailures = ownerFailures == .max ? .max : ownerFailures + 1
    record.stamp = clock
    return record
  }

  func cleared(byOwner isOwner: Bool) -> AttemptRecord {
    var record = self
    record.epoch &+= 1
    record.failures = 0
    if isOwner {
      record.ownerFailures = 0
    } else if ownerFailures > 0, ownerFailures != .max {
      // The charge of this right attempt itself.
      record.ownerFailures -= 1
    }
    return record
  }

  /// The record with one charge given back, the one that made `charged` of `before`; nil if there is
  /// nothing left to give back. What others charged meanwhile stays, and so does the last one's time.
  func refunded(_ charged: AttemptRecord, before: AttemptRecord) -> AttemptRecord? {
    guard epoch == charged.epoch, failures > 0, ownerFailures > 0 else { return nil }
    var record = self
    // A count at its largest stands for more than it can tell.
    if failures != .max { record.failures -= 1 }
    if ownerFailures != .max { record.ownerFailures -= 1 }
    if stamp == charged.stamp { record.stamp = before.stamp }
    return record
  }
}

extension AttemptRecord {
  init(_ bytes: [UInt8], at path: String) throws(StoreError) {
    var text = try RecordText(bytes, of: .attempts, at: path)
    do throws(RecordFault) {
      epoch = try text.take("epoch") { UInt64(decimal: $0) }
      failures = try text.take("failures") { UInt32(decimal: $0) }
      // Version 1 has one name, who is the owner.
      ownerFailures =
        try text.version == 1 ? failures : text.take("owner-failures") { UInt32(decimal: $0) }
      let boot = try text.take("boot") { BootID($0) }
      stamp = BootClock(boot: boot, microseconds: try text.take("stamp") { Int64(decimal: $0) })
      try text.demandNothingLeft()
    } catch {
      throw .damaged(file: path, error)
    }
  }

  var text: String {
    RecordText.text(
      of: .attempts,
      [
        ("epoch", "\(epoch)"), ("failures", "\(failures)"), ("owner-failures", "\(ownerFailures)"),
        ("boot", "\(stamp.boot)"), ("stamp", "\(stamp.microseconds)"),
      ])
  }
}

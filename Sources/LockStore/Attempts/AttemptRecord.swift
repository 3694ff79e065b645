/// The second file of a store: how many attempts failed since the last right one.
struct AttemptRecord: Hashable, Sendable {
  /// Changed by every right attempt and every enrolment, so that a charge made before is not given
  /// back after it. Only ever compared.
  var epoch: UInt64
  /// Those charged and neither right nor given back.
  var failures: UInt32
  /// When the last one was charged.
  var stamp: BootClock

  /// The record of a store that has just been made. Its epoch is the time: no charge in an earlier
  /// store of that path has the same.
  init(enrolledAt clock: BootClock) {
    (epoch, failures, stamp) = (UInt64(clock.microseconds), 0, clock)
  }

  func charged(at clock: BootClock) -> AttemptRecord {
    var record = self
    record.failures = failures == .max ? .max : failures + 1
    record.stamp = clock
    return record
  }

  func cleared() -> AttemptRecord {
    var record = self
    record.epoch &+= 1
    record.failures = 0
    return record
  }

  /// The record with one charge given back, the one that made `charged` of `before`; nil if there is
  /// nothing left to give back. What others charged meanwhile stays, and so does the last one's time.
  func refunded(_ charged: AttemptRecord, before: AttemptRecord) -> AttemptRecord? {
    guard epoch == charged.epoch, failures > 0 else { return nil }
    var record = self
    record.failures -= 1
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
        ("epoch", "\(epoch)"), ("failures", "\(failures)"), ("boot", "\(stamp.boot)"),
        ("stamp", "\(stamp.microseconds)"),
      ])
  }
}

public import TouchCore

/// The last seconds of a seat's panels, redacted: a flight recorder that no position ever enters.
///
/// Its memory is taken once. It forgets what is older than its length, and the oldest where more comes
/// than it can hold; a contact that is down for longer is still known to be.
public struct MomentRing: ~Copyable {
  /// In microseconds.
  public let length: Int64

  private var places: [RedactedMoment?]
  /// The place of the oldest moment.
  private var oldest = 0
  private var count = 0
  /// The contacts that were down before the oldest moment.
  private var standing: [RedactedMoment] = []
  private var frameCount = 0

  /// The most contacts that may be down at once and are known to be, over all panels.
  private static let mostStanding = 256

  /// Room for 64 moments a second, which is 32 taps, but no more than for 65,536 in all (5 MB).
  public static func capacity(for seconds: Double) -> Int {
    max(1024, Int(min(seconds * 64, 65_536)))
  }

  /// - Parameters:
  ///   - length: in microseconds, over 0.
  ///   - capacity: in moments; a contact has two.
  public init(length: Int64, capacity: Int) {
    precondition(length > 0 && capacity > 0, "a ring holds something")
    self.length = length
    places = Array(repeating: nil, count: capacity)
    standing.reserveCapacity(Self.mostStanding)
  }

  /// Takes the next frame of any panel.
  public mutating func take(_ frame: borrowing Frame) {
    frameCount += 1
    forget(before: frame.time)
    RedactedMoment.each(of: frame, number: frameCount) { append($0) }
  }

  private mutating func append(_ moment: RedactedMoment) {
    if count == places.count { forgetOldest() }
    places[(oldest + count) % places.count] = moment
    count += 1
  }

  private mutating func forget(before now: Timestamp) {
    while count > 0, let moment = places[oldest], now.microseconds(since: moment.time) > length {
      forgetOldest()
    }
  }

  private mutating func forgetOldest() {
    guard let moment = places[oldest] else { return }
    switch moment.kind {
    case .down where standing.count < Self.mostStanding: standing.append(moment)
    case .up: standing.removeAll { $0.contact == moment.contact }
    default: break
    }
    places[oldest] = nil
    oldest = (oldest + 1) % places.count
    count -= 1
  }

  /// Forgets all.
  public mutating func wipe() {
    for index in places.indices { places[index] = nil }
    standing.removeAll(keepingCapacity: true)
    (oldest, count) = (0, 0)
  }

  /// The steps of a redacted capture of one panel's moments, up to `now`.
  public mutating func steps(
    ofPanel number: Int, _ panel: Panel, _ reading: PanelReading, now: Timestamp
  ) -> [RedactedStep] {
    forget(before: now)
    var moments: [RedactedMoment] = []
    for index in 0..<count {
      guard let moment = places[(oldest + index) % places.count], moment.panel == number else {
        continue
      }
      moments.append(moment)
    }
    let start = Timestamp(microseconds: now.microseconds - length)
    let before = standing.filter { $0.panel == number }.map { $0.inherited(at: start) }
    var redactor = Redactor(panel, reading)
    redactor.take(before + moments)
    return redactor.finish()
  }
}

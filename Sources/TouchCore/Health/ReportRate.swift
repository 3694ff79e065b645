/// How often a panel reports a finger that moves: the median of the newest intervals between its
/// frames, so that a rest or a frame that was held up does not count.
public struct ReportRate: Hashable, Sendable {
  /// Enough for a median, and 4 s of a panel of 125 Hz.
  private static let mostIntervals = 512
  /// A panel that is asked every 40 ms is the slowest that was heard of (raspberrypi/linux 3227); of a
  /// longer interval, the finger rested.
  private static let longest: Int64 = 200_000
  /// Fewer tell nothing.
  private static let leastIntervals = 8

  private var intervals: [Int64] = []
  private var next = 0
  private var last: Timestamp?

  public init() {
    intervals.reserveCapacity(Self.mostIntervals)
  }

  /// Takes the time of a frame in which a contact moved.
  mutating func take(_ time: Timestamp) {
    defer { last = time }
    guard let last else { return }
    let interval = time.microseconds(since: last)
    guard (1...Self.longest).contains(interval) else { return }
    if intervals.count < Self.mostIntervals {
      intervals.append(interval)
    } else {
      intervals[next] = interval
      next = (next + 1) % Self.mostIntervals
    }
  }

  /// Ends a run of frames: the time to the next one is no interval.
  mutating func pause() { last = nil }

  /// Frames a second; nil until enough were seen.
  public var hertz: Double? {
    guard intervals.count >= Self.leastIntervals else { return nil }
    return 1_000_000 / Double(intervals.sorted()[intervals.count / 2])
  }
}

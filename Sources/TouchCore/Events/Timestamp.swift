/// A moment on the event clock: microseconds of CLOCK_MONOTONIC for a live panel, of whatever clock
/// it was recorded with for a capture.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The moment of an `input_event`'s seconds and microseconds; saturates, since a capture may hold
  /// any number.
  public init(seconds: Int64, microseconds: Int64) {
    let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carried) = product.addingReportingOverflow(microseconds)
    self.microseconds = overflowed || carried ? (seconds < 0 ? .min : .max) : sum
  }

  /// The microseconds from `earlier` to this moment; negative if this one is earlier; saturates.
  public func microseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflowed) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return overflowed ? (microseconds < 0 ? .min : .max) : difference
  }

  /// The moment so many milliseconds after this one; saturates.
  package func later(milliseconds: Int64) -> Timestamp {
    let (added, overflowed) = milliseconds.multipliedReportingOverflow(by: 1000)
    let (sum, carried) = microseconds.addingReportingOverflow(added)
    return Timestamp(microseconds: overflowed || carried ? .max : sum)
  }

  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.microseconds < other.microseconds
  }
}

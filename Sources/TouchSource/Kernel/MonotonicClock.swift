// CEvdev only because Swift takes `timespec` for a declaration of the module that sees it first.
import CEvdev
import Glibc
package import TouchCore

/// The clock of the events. Only the edge and the command read it: for deadlines, and for the time of
/// what no event tells.
package enum MonotonicClock {
  package static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec / 1000))
  }

  /// The same in nanoseconds, for what takes less than a microsecond.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The earlier of two deadlines, of which either may be missing.
func earliest(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

extension Timestamp {
  package func advanced(microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: self.microseconds + microseconds)
  }
}

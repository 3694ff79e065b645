// CBaseline only because Swift takes `timespec` for a declaration of the module that sees it first.
import CBaseline
import Glibc

/// Times of this machine, for reports and never for a judgement.
enum Stopwatch {
  static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until that moment.
  static func wait(until moment: Int64) {
    var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
    unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  static func nanoseconds(of work: () -> Void) -> Double {
    let start = nanoseconds
    work()
    return Double(nanoseconds - start)
  }

  /// The best time of each in nanoseconds, in turns: what disturbs the machine only ever adds.
  static func best(
    of rounds: Int, _ ours: () -> Void, _ theirs: () -> Void
  ) -> (ours: Double, theirs: Double) {
    var best = (ours: Double.infinity, theirs: Double.infinity)
    for _ in 0..<rounds {
      best.ours = min(best.ours, nanoseconds(of: ours))
      best.theirs = min(best.theirs, nanoseconds(of: theirs))
    }
    return best
  }
}

extension [Double] {
  /// The value below which that share of them lies; they must be sorted, and some.
  func quantile(_ share: Double) -> Double { self[Int((Double(count - 1) * share).rounded())] }
}

internal import Glibc
import KernelSupport
import TestSupport
import TouchCore
import TouchSource

extension Timestamp {
  /// A moment of the events' clock from now.
  static func soon(seconds: Int64 = 30) -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(
      seconds: Int64(time.tv_sec) + seconds, microseconds: Int64(time.tv_nsec) / 1000)
  }
}

extension LivePanel {
  /// The next frame, nil when the panel is gone. One that never comes is an error, not a test that
  /// hangs.
  mutating func awaitFrame() throws -> Frame? {
    switch try next(until: .soon()) {
    case .frame(let frame): return frame
    case .ended: return nil
    case .woken, .deadlinePassed: throw Wait.TimedOut(description: "no frame came in 30 s")
    }
  }

  /// The changes of the next frame, in short; `gone` when there is none.
  mutating func awaitSummary() throws -> [String] {
    try awaitFrame().map(summary) ?? ["gone"]
  }
}

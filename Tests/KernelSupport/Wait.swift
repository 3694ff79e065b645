internal import Glibc

/// Waits for what the kernel or udev does in its own time, never for longer than it is told.
package enum Wait {
  /// Long enough for an emulated guest on a busy machine.
  package static let patience = Duration.seconds(30)

  /// What did not happen in time.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package static func until(
    _ what: @autoclosure () -> String, within limit: Duration = patience,
    _ condition: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < deadline else {
        throw TimedOut(description: "waited \(limit) for \(what())")
      }
      pause(.milliseconds(5))
    }
  }

  /// Blocks this thread, as a hand that rests on the panel would.
  package static func pause(_ duration: Duration) {
    usleep(UInt32(duration / .microseconds(1)))
  }
}

import Glibc
import TouchCore

/// A set of descriptors to wait for, each in a place of its own; it allocates only when it grows.
struct Readiness {
  enum State {
    case quiet
    case readable
    /// The other side is gone, or the descriptor was revoked.
    case hungUp
  }

  private var entries: [pollfd]

  /// - Parameter places: the number of descriptors; an empty place is waited for in vain.
  init(places: Int) {
    entries = Array(repeating: pollfd(fd: -1, events: 0, revents: 0), count: places)
  }

  mutating func resize(places: Int) {
    while entries.count < places { entries.append(pollfd(fd: -1, events: 0, revents: 0)) }
    entries.removeLast(entries.count - places)
  }

  /// Puts the descriptor into a place; nil empties it.
  mutating func watch(_ descriptor: CInt?, at place: Int) {
    entries[place] = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
  }

  /// Puts the descriptor into a place, for its end alone.
  mutating func watchForEnd(_ descriptor: CInt, at place: Int) {
    entries[place] = pollfd(fd: descriptor, events: 0, revents: 0)
  }

  /// Waits until one of them is ready, or the deadline passes, or so many microseconds are over.
  ///
  /// - Returns: whether one is ready.
  mutating func wait(
    until deadline: Timestamp?, atMost microseconds: Int64? = nil
  ) throws(SystemError) -> Bool {
    var left = microseconds
    // The clock is read only for who has a deadline: it may cost a system call.
    if let deadline {
      let untilThen = deadline.microseconds(since: MonotonicClock.now())
      left = min(left ?? untilThen, untilThen)
    }
    let milliseconds = left.map(Self.milliseconds) ?? -1
    return try check("poll") {
      unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    } > 0
  }

  func state(at place: Int) -> State {
    let events = CInt(entries[place].revents)
    if events & (POLLERR | POLLHUP | POLLNVAL) != 0 { return .hungUp }
    return events & POLLIN != 0 ? .readable : .quiet
  }

  private static func milliseconds(_ left: Int64) -> CInt {
    // Rounded up, or the last millisecond would be waited for by turning round and round.
    CInt(clamping: max(0, left / 1000 + (left % 1000 > 0 ? 1 : 0)))
  }
}

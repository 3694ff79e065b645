import Glibc
import TouchCore

/// Waits until frames are due, so that they come as far apart as their events did.
///
/// Deadlines are absolute: what one frame is late does not delay the next. When the event times jump
/// back the count begins anew from there.
struct ReplayClock {
  private var start = timespec()
  private var first: Timestamp?
  private var newest = Timestamp(microseconds: 0)

  mutating func wait(until time: Timestamp) {
    defer { newest = time }
    guard let first, time >= newest else {
      unsafe clock_gettime(CLOCK_MONOTONIC, &start)
      first = time
      return
    }
    let distance = time.microseconds(since: first)
    var deadline = start
    deadline.tv_sec += Int(distance / 1_000_000)
    deadline.tv_nsec += Int(distance % 1_000_000) * 1000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  }
}

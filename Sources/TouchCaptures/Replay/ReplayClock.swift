import Glibc
public import TouchCore

/// Waits until frames are due, so that they come as far apart as their events did.
///
/// Deadlines are absolute: what one frame is late does not delay the next. When the event times jump
/// back the count begins anew from there.
public struct ReplayClock {
  private var origin: (event: Timestamp, moment: Timestamp)?
  private var newest = Timestamp(microseconds: 0)

  public init() {}

  /// Waits until what bears that event time is due.
  public mutating func wait(until time: Timestamp) {
    let due = due(time, now: Self.now())
    var moment = timespec(
      tv_sec: Int(due.microseconds / 1_000_000), tv_nsec: Int(due.microseconds % 1_000_000) * 1000)
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
  }

  /// The moment of CLOCK_MONOTONIC at which what bears that event time is due.
  package mutating func due(_ time: Timestamp, now: Timestamp) -> Timestamp {
    defer { newest = time }
    guard let origin, time >= newest else {
      origin = (time, now)
      return now
    }
    let distance = time.microseconds(since: origin.event)
    let (moment, overflowed) = origin.moment.microseconds.addingReportingOverflow(distance)
    return Timestamp(microseconds: overflowed ? .max : moment)
  }

  private static func now() -> Timestamp {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Timestamp(seconds: Int64(now.tv_sec), microseconds: Int64(now.tv_nsec / 1000))
  }
}

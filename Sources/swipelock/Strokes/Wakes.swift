import CSignal
import Glibc

/// Several descriptors as one that can be waited for.
struct Wakes: ~Copyable {
  let descriptor: Int32

  init() throws(Failure) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw Self.failure("epoll_create1") }
  }

  deinit { close(descriptor) }

  /// Wakes when the descriptor is readable, or its other side is gone.
  borrowing func watch(readable one: Int32) throws(Failure) {
    guard control(EPOLL_CTL_ADD, one, EPOLLIN.rawValue) else { throw Self.failure("epoll_ctl") }
  }

  /// Wakes when the descriptor can be written, until that is taken back. A file always can, and is not
  /// watched.
  borrowing func watch(writable one: Int32, _ isWatched: Bool) {
    _ = control(isWatched ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, one, EPOLLOUT.rawValue)
  }

  private borrowing func control(_ operation: Int32, _ one: Int32, _ events: UInt32) -> Bool {
    var event = unsafe epoll_event()
    unsafe event.events = events
    return unsafe epoll_ctl(descriptor, operation, one, &event) == 0
  }

  private static func failure(_ call: String) -> Failure {
    Failure(.inputOutput, "\(call): \(unsafe String(cString: strerror(errno)))")
  }
}

import CEvdev
import Glibc

/// An open file descriptor, closed when it goes.
struct Descriptor: ~Copyable {
  let number: CInt

  /// Takes the descriptor over.
  init(adopting number: CInt) {
    precondition(number >= 0)
    self.number = number
  }

  /// Opens the file for reading, never blocking and closed on `exec`.
  init(reading path: String) throws(SystemError) {
    number = try check("open") { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  }

  deinit {
    close(number)
  }

  /// Gives the descriptor up: it is the caller's to close.
  consuming func relinquish() -> CInt {
    let number = number
    discard self
    return number
  }

  /// The number of the device that the descriptor is open on.
  func deviceNumber() throws(SystemError) -> DeviceNumber {
    var status = stat()
    try check("fstat") { unsafe fstat(number, &status) }
    return DeviceNumber(status.st_rdev)
  }
}

extension Descriptor {
  /// One that is readable when another is, of those that it was told of.
  static func ofReadiness() throws(SystemError) -> Descriptor {
    Descriptor(adopting: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
  }

  func tellReadiness(of other: CInt) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    // It fails for a descriptor that is not open, and these are.
    _ = unsafe epoll_ctl(number, EPOLL_CTL_ADD, other, &event)
  }
}

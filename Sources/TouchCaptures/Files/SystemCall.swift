import Glibc

/// What this module asks of errno.
enum SystemCall {
  /// Calls again while a signal interrupts; −1 leaves the reason in `errno`.
  static func retrying(_ call: () -> Int) -> Result<Int, Failure> {
    while true {
      let result = call()
      if result >= 0 { return .success(result) }
      let reason = errno
      if reason != EINTR { return .failure(Failure(errno: reason)) }
    }
  }

  struct Failure: Error {
    let errno: Int32
  }

  static func message(_ errno: Int32) -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }
}

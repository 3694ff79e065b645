import Glibc

/// A call to the system that failed.
public struct SystemError: Error, Hashable, Sendable {
  public let errno: CInt
  /// The C function, or the request of an `ioctl`.
  public let call: String

  public init(errno: CInt, call: String) {
    self.errno = errno
    self.call = call
  }
}

extension SystemError: CustomStringConvertible {
  public var description: String {
    "\(call): \(unsafe String(cString: strerror(errno))) (errno \(errno))"
  }
}

/// Runs a call that returns −1 and sets `errno`; again if a signal interrupted it.
@discardableResult
func check<Result: SignedInteger>(
  _ call: String, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(errno: code, call: call) }
  }
}

/// Runs a call that returns a negative `errno`.
func checkNegative(_ call: String, _ body: () -> CInt) throws(SystemError) {
  let result = body()
  if result < 0 { throw SystemError(errno: -result, call: call) }
}

/// Runs a call that returns nothing where it failed.
func checkPresence<Result>(
  _ call: String, _ body: () -> Result?
) throws(SystemError) -> Result {
  guard let result = body() else { throw SystemError(errno: errno, call: call) }
  return result
}

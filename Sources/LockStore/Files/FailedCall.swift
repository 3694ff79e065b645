internal import Glibc

/// A call to the system that failed.
public struct FailedCall: Error, Hashable, Sendable {
  /// The C function.
  public let name: String
  public let errno: CInt

  public init(_ name: String, errno: CInt) {
    self.name = name
    self.errno = errno
  }
}

extension FailedCall: CustomStringConvertible {
  public var description: String {
    "\(name): \(unsafe String(cString: strerror(errno))) (errno \(errno))"
  }
}

/// Runs a call that returns −1 and sets `errno`; again if a signal interrupted it.
@discardableResult
func check<Result: SignedInteger>(
  _ name: String, _ body: () -> Result
) throws(FailedCall) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw FailedCall(name, errno: code) }
  }
}

/// Runs a call that returns a pointer, `failed` where it failed.
@unsafe func checkPointer(
  _ name: String, unless failed: UnsafeMutableRawPointer?, _ body: () -> UnsafeMutableRawPointer?
) throws(FailedCall) -> UnsafeMutableRawPointer {
  guard let result = unsafe body(), unsafe result != failed else {
    throw FailedCall(name, errno: errno)
  }
  return unsafe result
}

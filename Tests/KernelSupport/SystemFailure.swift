internal import Glibc

/// A system call that failed, with what it was for.
package struct SystemFailure: Error, CustomStringConvertible {
  package let call: String
  package let number: Int32

  package var description: String {
    "\(call): \(unsafe String(cString: strerror(number)))"
  }
}

/// Returns what a system call returned, or throws what errno says if that was −1.
@discardableResult
func check<Result: SignedInteger>(
  _ result: Result, _ call: @autoclosure () -> String
) throws(SystemFailure) -> Result {
  guard result == -1 else { return result }
  let number = errno
  throw SystemFailure(call: call(), number: number)
}

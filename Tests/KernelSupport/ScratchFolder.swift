internal import Glibc

/// A folder of its own for a test; the guest throws it away.
package enum ScratchFolder {
  /// Makes one, and returns its path.
  package static func make() throws -> String {
    var template = Array("/tmp/swipelock-test-XXXXXX".utf8CString)
    guard let path = unsafe mkdtemp(&template) else {
      throw SystemFailure(call: "mkdtemp", number: errno)
    }
    return unsafe String(cString: path)
  }
}

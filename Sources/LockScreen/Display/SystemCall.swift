#if Screen
internal import Glibc

/// Runs a call that returns −1 and sets `errno`, or a negative `errno`, as libdrm's do; again if a
/// signal interrupted it.
@discardableResult
func check(_ name: String, _ body: () -> Int32) throws(DisplayCall) -> Int32 {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = result == -1 ? errno : -result
    if code != EINTR { throw DisplayCall(name, errno: code) }
  }
}

extension DisplayCall {
  init(_ name: String, errno code: Int32) {
    self.init(
      name: name, errno: code,
      description: "\(name): \(unsafe String(cString: strerror(code))) (errno \(code))")
  }
}
#endif

import CEvdev
import CUmockdev
import Glibc

/// Answers the ioctls of one node, on a thread of umockdev's.
@safe
final class IoctlHandler {
  /// One ioctl, as the program under test makes it.
  struct Request {
    /// The number of the request within its group: `_IOC_NR`.
    let number: UInt
    /// Whether it is one of evdev's.
    let isEvdev: Bool
    /// What the argument points to, or the argument itself where the request has no size.
    var bytes: [UInt8]
    let argument: UInt
  }

  enum Answer {
    /// Success with that result; the request's bytes are written back.
    case done(Int = 0)
    case failure(CInt)
  }

  private let base: UnsafeMutablePointer<UMockdevIoctlBase>
  private let answer: (inout Request) -> Answer

  init(_ answer: @escaping (inout Request) -> Answer) {
    unsafe base = umockdev_ioctl_base_new()
    self.answer = answer
    let callback:
      @convention(c) (
        UnsafeMutablePointer<UMockdevIoctlBase>?, UnsafeMutablePointer<UMockdevIoctlClient>?,
        UnsafeMutableRawPointer?
      ) -> gboolean = { _, client, handler in
        guard let client = unsafe client, let handler = unsafe handler else { return 0 }
        unsafe Unmanaged<IoctlHandler>.fromOpaque(handler).takeUnretainedValue().handle(client)
        return 1
      }
    unsafe g_signal_connect_data(
      base, "handle-ioctl", unsafeBitCast(callback, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  deinit {
    unsafe g_object_unref(base)
  }

  func withBase<Result>(
    _ body: (UnsafeMutablePointer<UMockdevIoctlBase>) -> Result
  ) -> Result {
    unsafe body(base)
  }

  private func handle(_ client: UnsafeMutablePointer<UMockdevIoctlClient>) {
    let code = unsafe UInt(umockdev_ioctl_client_get_request(client))
    // A grab and a revoke bear a size, but their argument is a value all the same.
    let isByValue = [0x90, 0x91].contains(code & 0xff)
    let size = isByValue ? 0 : Int(code >> 16) & 0x3fff
    guard let data = unsafe umockdev_ioctl_client_get_arg(client) else { return }
    let argument = unsafe UnsafeRawPointer(data.pointee.data).loadUnaligned(as: UInt.self)
    let memory = unsafe size > 0 ? umockdev_ioctl_data_resolve(data, 0, gsize(size), nil) : nil
    var request = Request(
      number: code & 0xff, isEvdev: (code >> 8) & 0xff == UInt(UInt8(ascii: "E")),
      bytes: unsafe memory.map { memory in
        unsafe Array(UnsafeBufferPointer(start: memory.pointee.data, count: size))
      } ?? [], argument: argument)
    switch answer(&request) {
    case .done(let result):
      if let memory = unsafe memory {
        unsafe umockdev_ioctl_data_update(memory, 0, &request.bytes, gint(size))
      }
      unsafe umockdev_ioctl_client_complete(client, glong(result), 0)
    case .failure(let code):
      unsafe umockdev_ioctl_client_complete(client, -1, code)
    }
  }
}

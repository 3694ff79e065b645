import Glibc
import Synchronization

/// Tells of each fsync(2) in a folder, before it is made: the program's own function of that name
/// comes before the C library's.
enum SyncLog {
  typealias Observer = @Sendable (_ path: String) -> CInt?

  private static let observers = Mutex<[String: Observer]>([:])

  /// Calls `observer` with the path of whatever is synced in `folder` during `body`. If it gives an
  /// `errno`, the call fails by that.
  static func observing<Result>(
    _ folder: String, _ observer: @escaping Observer, during body: () throws -> Result
  ) rethrows -> Result {
    observers.withLock { $0[folder] = observer }
    defer { observers.withLock { $0[folder] = nil } }
    return try body()
  }

  fileprivate static func failure(of descriptor: CInt) -> CInt? {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    let path = String(
      decoding: buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let observer = observers.withLock { observers in
      observers.first { path == $0.key || path.hasPrefix("\($0.key)/") }?.value
    }
    return observer?(path)
  }
}

@c(fsync)
func observedSync(_ descriptor: CInt) -> CInt {
  guard let code = SyncLog.failure(of: descriptor) else { return fdatasync(descriptor) }
  errno = code
  return -1
}

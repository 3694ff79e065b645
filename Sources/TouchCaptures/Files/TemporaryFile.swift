import Glibc

/// A file that no folder names any more, so that it goes with its descriptor, whatever happens.
struct TemporaryFile: ~Copyable {
  private var descriptor: Int32
  private let name: String
  private let folder: String

  /// - Parameter name: what errors name, since nobody knows this file.
  init(for name: String) throws(CaptureError) {
    self.name = name
    let given = unsafe getenv("TMPDIR")
    folder = unsafe given.map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/swipelock-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw .notKept(file: name, folder: folder, errno: errno) }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(CaptureError) {
    var rest = bytes
    while !rest.isEmpty {
      let descriptor = descriptor
      let result = unsafe rest.withUnsafeBytes { bytes in
        SystemCall.retrying { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
      }
      switch result {
      case .success(let count): rest = rest.dropFirst(count)
      case .failure(let failure):
        throw .notKept(file: name, folder: folder, errno: failure.errno)
      }
    }
  }

  /// Gives the descriptor away.
  mutating func takeDescriptor() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}

internal import Glibc

/// An open file or folder; closed when it goes.
struct Descriptor: ~Copyable {
  let number: CInt

  init(adopting number: CInt) { self.number = number }

  deinit { close(number) }

  /// Opens a folder, unless there is a symbolic link at the end of its path.
  static func folder(_ path: String) throws(FailedCall) -> Descriptor {
    try open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a file for reading, unless there is a symbolic link at the end of its path.
  static func file(_ path: String) throws(FailedCall) -> Descriptor {
    try open(AT_FDCWD, path, O_RDONLY)
  }

  /// Opens a file for reading, through symbolic links too.
  static func linkedFile(_ path: String) throws(FailedCall) -> Descriptor {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    return Descriptor(adopting: try check("openat") { unsafe openat(AT_FDCWD, path, flags) })
  }

  /// Opens a file or folder in this folder, unless it is a symbolic link.
  func open(_ name: String, _ flags: CInt, mode: mode_t = 0) throws(FailedCall) -> Descriptor {
    try Self.open(number, name, flags, mode)
  }

  // Not blocking, since opening a pipe would wait for its other end.
  private static func open(
    _ folder: CInt, _ path: String, _ flags: CInt, _ mode: mode_t = 0
  ) throws(FailedCall) -> Descriptor {
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    return Descriptor(adopting: try check("openat") { unsafe openat(folder, path, flags, mode) })
  }

  /// What the kernel knows of it.
  func status() throws(FailedCall) -> stat {
    var status = stat()
    try check("fstat") { unsafe fstat(number, &status) }
    return status
  }

  /// Reads to the end, or `limit` bytes.
  func read(atMost limit: Int) throws(FailedCall) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = try check("read") {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe Glibc.read(number, buffer.baseAddress?.advanced(by: count), limit - count)
        }
      }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  func write(_ bytes: [UInt8]) throws(FailedCall) {
    var count = 0
    while count < bytes.count {
      count += try check("write") {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.write(number, buffer.baseAddress?.advanced(by: count), bytes.count - count)
        }
      }
    }
  }

  /// Waits until the file's or folder's contents are on the disk.
  func sync() throws(FailedCall) {
    try check("fsync") { fsync(number) }
  }
}

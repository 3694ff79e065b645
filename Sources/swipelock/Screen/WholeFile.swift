import Glibc

/// Files that are read or written as a whole.
enum WholeFile {
  /// What a descriptor still has; nil if it cannot be read or is longer.
  static func bytes(of descriptor: Int32, atMost longest: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return count <= longest ? Array(bytes[..<count]) : nil
  }

  /// Demands that who writes the file writes over nothing but what it wrote before, or nothing at all.
  ///
  /// - Throws: `Failure` with 64.
  static func demand(_ path: String, beginsWith start: String, by option: String) throws(Failure) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFREG {
      guard status.st_size > 0 else { return }
      if firstBytes(ofFile: path, start.utf8.count) == Array(start.utf8) { return }
    }
    throw Failure(
      .usage, "\(path): is there, and is another's; choose another file by --\(option)")
  }

  private static func firstBytes(ofFile path: String, _ count: Int) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe read(file, &bytes, count)
    return Array(bytes.prefix(max(got, 0)))
  }

  /// What a file has; nil if it cannot be read or is longer. A pipe that nobody writes to is empty.
  static func bytes(ofFile path: String, atMost longest: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return bytes(of: file, atMost: longest)
  }

  /// Writes a file, which only its owner may read unless `mode` says otherwise: at once as a whole, or
  /// not at all.
  static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600,
    remedy: String = "choose another place by -o"
  ) throws(Failure) {
    let new = "\(path).new"
    do throws(Failure) {
      unsafe unlink(new)
      let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw failure(path, remedy) }
      defer { close(file) }
      // Whatever the umask.
      _ = fchmod(file, mode)
      var written = 0
      while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.write(
            file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw failure(path, remedy) }
        written += count
      }
      guard unsafe rename(new, path) == 0 else { throw failure(path, remedy) }
    } catch {
      unsafe unlink(new)
      throw error
    }
  }

  private static func failure(_ path: String, _ remedy: String) -> Failure {
    let code = errno
    let reason = unsafe String(cString: strerror(code))
    let remedy =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: "make room there"
      case EROFS: "nothing can be written there"
      default: remedy
      }
    return Failure(
      code == EACCES || code == EPERM ? .noPermission : .inputOutput,
      "\(path): cannot be written: \(reason); \(remedy)")
  }
}

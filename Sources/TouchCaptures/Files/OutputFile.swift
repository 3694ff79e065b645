import Glibc

/// A new file that a capture is written to, through a buffer.
struct OutputFile: ~Copyable {
  private static let capacity = 65536

  let name: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The bytes that reached the file.
  private var written = 0
  private var hasFailed = false

  /// Creates the file, for its owner alone. O_EXCL makes whatever bears the name already an error,
  /// a symbolic link too, so that nothing is replaced and no link is followed.
  init(creating path: String) throws(CaptureError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw InputFile.error(errno, file: path) }
    self.init(adopting: descriptor, name: path)
  }

  /// Takes a descriptor over, and closes it in the end.
  init(adopting descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.capacity)
  }

  /// What was not flushed is tried once more, since the caller may be on its way out with an error
  /// of another file.
  deinit {
    if !hasFailed, !buffer.isEmpty {
      unsafe buffer.withUnsafeBytes { bytes in
        _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
    }
    close(descriptor)
  }

  /// Lets the body append whole lines; makes room first, so that the buffer does not grow.
  mutating func append(_ body: (inout [UInt8]) -> Void) throws(CaptureError) {
    if buffer.count > Self.capacity / 2 { try flush() }
    body(&buffer)
  }

  /// Hands what is buffered to the kernel. After an error what is left can be tried again.
  mutating func flush() throws(CaptureError) {
    var sent = 0
    while sent < buffer.count {
      let descriptor = descriptor
      let result = unsafe buffer.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return SystemCall.retrying { unsafe Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      switch result {
      case .success(let count):
        sent += count
        written += count
      case .failure(let failure):
        buffer.removeFirst(sent)
        hasFailed = true
        throw .writeFailed(file: name, errno: failure.errno, written: written)
      }
    }
    buffer.removeAll(keepingCapacity: true)
    hasFailed = false
  }

  /// Flushes, and waits until the disk has it.
  consuming func finish() throws(CaptureError) {
    try flush()
    guard fsync(descriptor) == 0 else {
      throw .writeFailed(file: name, errno: errno, written: written)
    }
  }
}

import Glibc

/// A descriptor that a capture is read from.
struct InputFile: ~Copyable {
  /// As errors name it.
  let name: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// Where reading began; nil if the file can be read only once.
  private let start: off_t?

  /// Opens the file; `-` is standard input.
  init(opening path: String) throws(CaptureError) {
    guard path != "-" else {
      self.init(STDIN_FILENO, isOwned: false, name: "standard input")
      return
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.error(errno, file: path) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .isDirectory(file: path)
    }
    self.init(descriptor, isOwned: true, name: path)
  }

  /// Takes a descriptor over, and closes it in the end.
  init(adopting descriptor: Int32, name: String) {
    self.init(descriptor, isOwned: true, name: name)
  }

  private init(_ descriptor: Int32, isOwned: Bool, name: String) {
    self.name = name
    self.descriptor = descriptor
    self.isOwned = isOwned
    let offset = lseek(descriptor, 0, SEEK_CUR)
    start = offset >= 0 ? offset : nil
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  var isSeekable: Bool { start != nil }

  /// Reads into the buffer from `index` on, as much as fits; 0 at the end.
  func read(into buffer: inout [UInt8], from index: Int, line: Int) throws(CaptureError) -> Int {
    let descriptor = descriptor
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[index...])
      return SystemCall.retrying { unsafe Glibc.read(descriptor, room.baseAddress, room.count) }
    }
    switch result {
    case .success(let count): return count
    case .failure(let failure) where failure.errno == EISDIR: throw .isDirectory(file: name)
    case .failure(let failure):
      throw .readFailed(file: name, line: line, errno: failure.errno)
    }
  }

  /// Goes back to where reading began.
  func rewind() throws(CaptureError) {
    guard let start else { preconditionFailure("only a seekable file is read twice") }
    guard lseek(descriptor, start, SEEK_SET) >= 0 else {
      throw .readFailed(file: name, line: 1, errno: errno)
    }
  }

  static func error(_ errno: Int32, file: String) -> CaptureError {
    switch errno {
    case ENOENT, ENOTDIR: .missing(file: file)
    case EACCES, EPERM: .noPermission(file: file)
    case EEXIST: .alreadyExists(file: file)
    case EISDIR: .isDirectory(file: file)
    default: .openFailed(file: file, errno: errno)
    }
  }
}

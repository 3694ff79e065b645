import Glibc

/// A descriptor that a capture is read from.
struct InputFile: ~Copyable {
  /// As errors name it.
  let name: String
  private var descriptor: Int32
  private var isOwned: Bool
  /// Where reading began; nil if the file can be read only once.
  private var start: off_t?
  /// What was read ahead, and how much of it was given since.
  private(set) var head: [UInt8] = []
  private var given = 0
  /// Whether more than `head` was read.
  private var isBeyondHead = false

  /// The most that is read ahead: enough for a menu, a description and a few events.
  static let headCapacity = 65536

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

  /// Reads more of the file's beginning into `head`, before anything else is read.
  ///
  /// - Returns: false at the end of the file, or when `head` is full.
  mutating func readAhead() throws(CaptureError) -> Bool {
    let known = head.count
    guard known < Self.headCapacity else { return false }
    var chunk = [UInt8](repeating: 0, count: Self.headCapacity - known)
    let count = try readFile(into: &chunk, from: 0, line: 1)
    head += chunk[..<count]
    return count > 0
  }

  /// Reads into the buffer from `index` on, at most as much as fits; 0 at the end.
  mutating func read(
    into buffer: inout [UInt8], from index: Int, line: Int
  ) throws(CaptureError) -> Int {
    guard given < head.count else {
      isBeyondHead = true
      return try readFile(into: &buffer, from: index, line: line)
    }
    let count = min(head.count - given, buffer.count - index)
    for offset in 0..<count { buffer[index + offset] = head[given + offset] }
    given += count
    return count
  }

  /// Has what comes through a pipe kept in a file without a name, so that it can be read twice.
  ///
  /// - Returns: false if more than `head` was read before.
  mutating func makeSeekable() throws(CaptureError) -> Bool {
    guard !isSeekable else { return true }
    guard !isBeyondHead else { return false }
    var copy = try TemporaryFile(for: name)
    try copy.write(head[...])
    var buffer = [UInt8](repeating: 0, count: Self.headCapacity)
    while true {
      let count = try readFile(into: &buffer, from: 0, line: 1)
      guard count > 0 else { break }
      try copy.write(buffer[..<count])
    }
    if isOwned { close(descriptor) }
    (descriptor, isOwned, start) = (copy.takeDescriptor(), true, 0)
    try rewind()
    return true
  }

  private func readFile(
    into buffer: inout [UInt8], from index: Int, line: Int
  ) throws(CaptureError) -> Int {
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
  mutating func rewind() throws(CaptureError) {
    (head, given) = ([], 0)
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

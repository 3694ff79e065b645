/// The lines of a file, through one buffer of fixed size.
struct LineReader: ~Copyable {
  /// The longest line of most formats, in bytes, its end aside.
  static let limit = 4096
  private static let capacity = 65536

  private(set) var file: InputFile
  private let limit: Int
  /// The number of the newest line, from 1.
  private(set) var number = 0
  /// Whether the newest line has its newline; only the last one of a file may lack it.
  private(set) var isTerminated = true

  private var buffer = [UInt8](repeating: 0, count: LineReader.capacity)
  private var next = 0
  private var filled = 0
  private var isAtEnd = false

  init(_ file: consuming InputFile, limit: Int = LineReader.limit) {
    precondition(limit < Self.capacity, "a line and its end fit the buffer")
    self.file = file
    self.limit = limit
  }

  /// Returns the next line, without its end and without blanks around it; nil at the end.
  ///
  /// Let go of it before the next call, or the buffer is copied.
  mutating func nextLine() throws(CaptureError) -> LineCursor? {
    var end = next
    while true {
      while end < filled, buffer[end] != 0x0a {
        if buffer[end] == 0 { throw .binary(file: file.name, line: number + 1) }
        end += 1
      }
      guard end - next <= limit else {
        throw .lineTooLong(file: file.name, line: number + 1, limit: limit)
      }
      if end < filled { return line(to: end, isTerminated: true) }
      if isAtEnd { return end > next ? line(to: end, isTerminated: false) : nil }
      end -= next
      try refill()
    }
  }

  /// See `InputFile.makeSeekable()`; rewind before the next line.
  mutating func makeSeekable() throws(CaptureError) -> Bool { try file.makeSeekable() }

  mutating func rewind() throws(CaptureError) {
    try file.rewind()
    (number, next, filled) = (0, 0, 0)
    (isAtEnd, isTerminated) = (false, true)
  }

  private mutating func line(to end: Int, isTerminated: Bool) -> LineCursor {
    var start = next
    next = isTerminated ? end + 1 : end
    number += 1
    self.isTerminated = isTerminated
    if number == 1, end - start >= 3, buffer[start] == 0xef, buffer[start + 1] == 0xbb,
      buffer[start + 2] == 0xbf
    {
      start += 3  // A byte order mark, as Windows' editors write it.
    }
    return LineCursor(buffer, start..<end)
  }

  /// Moves what is left to the front and reads behind it.
  private mutating func refill() throws(CaptureError) {
    let rest = filled - next
    for index in 0..<rest { buffer[index] = buffer[next + index] }
    next = 0
    filled = rest
    let count = try file.read(into: &buffer, from: filled, line: number + 1)
    filled += count
    isAtEnd = count == 0
  }
}

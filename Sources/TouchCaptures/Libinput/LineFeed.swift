#if LibinputRecordings

/// The lines of a recording as libyaml gets them, one at a time, so that it never is far ahead: without
/// the marks of a quotation, and without what people put between.
final class LineFeed {
  private var lines: LineReader
  private var line: [UInt8] = []
  private var next = 0
  /// What reading ended with.
  private(set) var error: CaptureError?
  /// The lines that were held back.
  private(set) var held: [Int] = []
  private var given = 0

  /// The most that one item of a recording takes: beyond that something is not closed.
  private static let itemLimit = 1 << 20

  init(_ lines: consuming LineReader) {
    self.lines = lines
  }

  var file: String { lines.file.name }
  var isSeekable: Bool { lines.file.isSeekable }
  /// The number of the newest line, from 1.
  var number: Int { lines.number }

  func makeSeekable() throws(CaptureError) -> Bool { try lines.makeSeekable() }

  func rewind() throws(CaptureError) {
    try lines.rewind()
    (line, next, error, held) = ([], 0, nil, [])
  }

  /// Forgets what is left of the newest line.
  func dropLine() {
    (line, next) = ([], 0)
  }

  /// Says that an item was complete.
  func noteItem() { given = 0 }

  func takeHeld() -> [Int] {
    defer { held.removeAll(keepingCapacity: true) }
    return held
  }

  /// Copies as much of the newest line as fits, or of the next one; 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    if next == line.count {
      guard given < Self.itemLimit, nextLine() else { return 0 }
    }
    let count = min(buffer.count, line.count - next)
    for index in 0..<count { unsafe buffer[index] = line[next + index] }
    next += count
    given += count
    return count
  }

  private func nextLine() -> Bool {
    do throws(CaptureError) {
      guard let text = try lines.nextLine() else { return false }
      line.removeAll(keepingCapacity: true)
      let content = Self.unquoted(text.wholeLine)
      if text.isAtEnd || Self.isOfARecording(text) {
        line += content
      } else {
        held.append(lines.number)
      }
      line.append(0x0a)
      next = 0
      return true
    } catch {
      self.error = error
      return false
    }
  }

  /// Mail programs put `> ` in front of what they quote.
  private static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while rest.first == UInt8(ascii: ">") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    }
    return rest
  }

  /// Whether a line may be one that libinput writes: a list's item, a key, a comment, or numbers that go
  /// on from the line before.
  private static func isOfARecording(_ line: LineCursor) -> Bool {
    var rest = line
    while rest.take(">") { rest.skipBlanks() }
    guard let first = rest.next else { return true }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "#") { return true }
    if first == UInt8(ascii: "]") || rest.take("0x") { return true }
    return rest.skip(past: ": ") || line.endsIn(":")
  }
}

#endif

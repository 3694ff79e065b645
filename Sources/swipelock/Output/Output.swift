import Glibc

/// Standard output, buffered: lines are handed over when the buffer is full, or when `flush()` is
/// called.
///
/// A reader that goes away ends the command by SIGPIPE, as it does any other; any other failure is
/// a `Failure`, since a cut output must not look whole.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  init() {
    buffer.reserveCapacity(Self.capacity)
  }

  /// Writes text; what would command a terminal becomes a question mark, since names and captures come
  /// from strangers.
  mutating func write(_ text: String) throws(Failure) {
    try write(commanding: text.tamed)
  }

  /// Writes text that may command a terminal.
  mutating func write(commanding text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity / 2 { try flush() }
  }

  /// Writes a line that somebody waits for.
  mutating func say(_ line: String) throws(Failure) {
    try write("\(line)\n")
    try flush()
  }

  mutating func flush() throws(Failure) {
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(1, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 {
        guard errno != EINTR else { continue }
        let reason = unsafe String(cString: strerror(errno))
        buffer.removeAll()
        throw Failure(.inputOutput, "standard output cannot be written: \(reason)")
      }
      written += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Writes a sentence to standard error, as the journal has it if that goes there.
func warn(_ message: String) {
  let message = message.tamed
  Journal.write(
    Journal.isThere
      ? "<\(Journal.Priority.warning.rawValue)>\(message)\n" : "swipelock: \(message)\n")
}

extension String {
  /// The text with a question mark for each control character but line ends and tabs (C0, DEL and C1).
  var tamed: String {
    let isWild = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || 0x7f...0x9f ~= scalar.value
    }
    // Most texts have none, and that is soon seen: C1 begins with the byte C2.
    let mayBeWild = { (byte: UInt8) in
      byte < 0x20 && byte != 0x0a && byte != 0x09 || byte == 0x7f || byte == 0xc2
    }
    guard utf8.contains(where: mayBeWild) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isWild($0) ? "?" : $0 }))
  }
}

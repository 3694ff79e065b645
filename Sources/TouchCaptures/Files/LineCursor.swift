import TouchCore

/// What is wrong with a line that begins like one of ours.
enum LineFault: Error {
  case numberTooLarge
  case malformed
}

/// A place in a line of text, from which its parts are taken one by one.
///
/// What is taken moves the place on; what is not there leaves it where it was, or the caller gives
/// the line up.
struct LineCursor {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int
  private let start: Int

  /// The line without the blanks, and the carriage return, around it.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    self.bytes = bytes
    self.end = end
    self.start = range.lowerBound
    position = start
  }

  var isAtEnd: Bool { position == end }

  /// Whether nothing but blanks and a comment follows.
  var isAtTail: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.isAtEnd || rest.bytes[rest.position] == 0x23
  }

  /// The rest of the line; what is not UTF-8 is replaced.
  var text: String { String(decoding: bytes[position..<end], as: UTF8.self) }

  /// The line with the blanks in front.
  var wholeLine: ArraySlice<UInt8> { bytes[start..<end] }

  func endsIn(_ character: Unicode.Scalar) -> Bool {
    end > position && bytes[end - 1] == UInt8(ascii: character)
  }

  mutating func skipBlanks() {
    while position < end, Self.isBlank(bytes[position]) { position += 1 }
  }

  /// Takes one blank or more.
  mutating func takeBlanks() -> Bool {
    let start = position
    skipBlanks()
    return position > start
  }

  mutating func take(_ text: String) -> Bool {
    var index = position
    for byte in text.utf8 {
      guard index < end, bytes[index] == byte else { return false }
      index += 1
    }
    position = index
    return true
  }

  /// Goes behind the first place where the text stands.
  mutating func skip(past text: String) -> Bool {
    var rest = self
    while rest.position < rest.end {
      if rest.take(text) {
        self = rest
        return true
      }
      rest.position += 1
    }
    return false
  }

  /// Goes past what people put in front of a line when they quote it or mark it up.
  mutating func skipQuoting() {
    while position < end, Self.isBlank(bytes[position]) || Self.quoting.contains(bytes[position]) {
      position += 1
    }
  }

  private static let quoting = Array("> #*_`|".utf8)

  /// The next byte; nil at the end.
  var next: UInt8? { position < end ? bytes[position] : nil }

  /// Takes the word, and the blanks after it; not if it is only the beginning of a longer one.
  mutating func takeWord(_ text: String) -> Bool {
    var rest = self
    guard rest.take(text), rest.isAtEnd || rest.takeBlanks() else { return false }
    self = rest
    return true
  }

  /// Takes all up to the next blank, and the blanks after it.
  mutating func takeWord() -> String {
    let start = position
    while position < end, !Self.isBlank(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    skipBlanks()
    return word
  }

  mutating func takeDigits() -> Bool {
    let start = position
    while position < end, Self.digit(bytes[position], radix: 10) != nil { position += 1 }
    return position > start
  }

  mutating func takeHexDigits(count: Int) -> Bool {
    let start = position
    while position < end, Self.digit(bytes[position], radix: 16) != nil { position += 1 }
    return position - start == count
  }

  /// Takes a number without a sign; nil if there is no digit.
  mutating func takeNumber<Value: FixedWidthInteger>(
    radix: Value = 10, as: Value.Type = Value.self
  ) throws(LineFault) -> Value? {
    guard position < end, Self.digit(bytes[position], radix: UInt8(radix)) != nil else {
      return nil
    }
    return try takeMagnitude(radix: radix, isNegative: false)
  }

  /// Takes a number in decimal that may have a minus; leading zeros do not make it octal.
  mutating func takeSigned() throws(LineFault) -> Int32? {
    var rest = self
    let isNegative = rest.take("-")
    guard rest.position < end, Self.digit(bytes[rest.position], radix: 10) != nil else {
      return nil
    }
    self = rest
    return try takeMagnitude(radix: 10, isNegative: isNegative)
  }

  /// Counts away from zero, so that the smallest number fits too.
  private mutating func takeMagnitude<Value: FixedWidthInteger>(
    radix: Value, isNegative: Bool
  ) throws(LineFault) -> Value {
    var value: Value = 0
    while position < end, let digit = Self.digit(bytes[position], radix: UInt8(radix)) {
      let (product, overflowed) = value.multipliedReportingOverflow(by: radix)
      let (sum, carried) =
        isNegative
        ? product.subtractingReportingOverflow(Value(digit))
        : product.addingReportingOverflow(Value(digit))
      if overflowed || carried { throw .numberTooLarge }
      value = sum
      position += 1
    }
    return value
  }

  /// Takes a number in hex of exactly that many digits: the pattern of 32 bits, so `ffffffff` is −1.
  mutating func takePattern(digits count: Int) -> UInt32? {
    var rest = self
    guard rest.takeHexDigits(count: count) else { return nil }
    defer { self = rest }
    return try? takeNumber(radix: 16)
  }

  /// Takes a number in decimal that may have a minus, and the blanks before it.
  mutating func takeValue() throws(LineFault) -> Int32? {
    skipBlanks()
    return try takeSigned()
  }

  /// Takes bytes, two digits in hex each, up to the end or what is none; nil if half of one stands
  /// there.
  mutating func takeBytes() -> [UInt8]? {
    var taken: [UInt8] = []
    while position < end, let high = Self.digit(bytes[position], radix: 16) {
      guard position + 1 < end, let low = Self.digit(bytes[position + 1], radix: 16) else {
        return nil
      }
      taken.append(high << 4 | low)
      position += 2
    }
    return taken
  }

  /// Takes `SECONDS.MICROSECONDS` with six digits after the point; nil for any other form, since
  /// what fewer would mean depends on who wrote them.
  mutating func takeTime() throws(LineFault) -> Timestamp? {
    guard let seconds: Int64 = try takeNumber(), take(".") else { return nil }
    let start = position
    guard let microseconds: Int64 = try takeNumber(), position - start == 6 else { return nil }
    let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carried) = product.addingReportingOverflow(microseconds)
    if overflowed || carried { throw .numberTooLarge }
    return Timestamp(microseconds: sum)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0d
  }

  private static func digit(_ byte: UInt8, radix: UInt8) -> UInt8? {
    let digit: UInt8
    switch byte {
    case 0x30...0x39: digit = byte - 0x30
    case 0x41...0x46: digit = byte - 0x41 + 10
    case 0x61...0x66: digit = byte - 0x61 + 10
    default: return nil
    }
    return digit < radix ? digit : nil
  }
}

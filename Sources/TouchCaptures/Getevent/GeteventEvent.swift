import TouchCore

/// A line of an event: `[  123.456789] /dev/input/event2: 0003 0035 0000021c`, of which the time and
/// the path may be missing, and type, code and a key's value may be names. The value is a pattern of
/// 32 bits in hex, with names too.
enum GeteventEvent {
  case event(path: String, InputEvent, isTimed: Bool)
  case unknownName(String)
  /// A time and a path, and less than an event behind them.
  case begun

  /// Nil if the line is of another kind.
  init?(_ line: LineCursor) throws(LineFault) {
    var line = line
    let time = try Self.time(&line)
    let path = Self.path(&line)
    guard let type = Self.type(&line) else {
      guard time != nil, path != nil || line.isAtEnd else { return nil }
      self = .begun
      return
    }
    guard let (code, name) = Self.code(&line, of: type), let value = Self.value(&line),
      Self.isAtEnd(&line)
    else {
      guard time != nil || path != nil else { return nil }
      self = .begun
      return
    }
    guard let code else {
      self = .unknownName(name)
      return
    }
    let event = InputEvent(
      time: time ?? Timestamp(microseconds: 0), type: type, code: code, value: value)
    self = .event(path: path ?? "", event, isTimed: time != nil)
  }

  /// `[  123.456789] `, or `123-456789: ` of old ones.
  private static func time(_ line: inout LineCursor) throws(LineFault) -> Timestamp? {
    var rest = line
    if rest.take("[") {
      rest.skipBlanks()
      guard let time = try rest.takeTime(), rest.take("]") else { return nil }
      rest.skipBlanks()
      line = rest
      return time
    }
    var digits = rest
    guard digits.takeDigits(), digits.take("-"), digits.takeDigits(), digits.take(":") else {
      return nil
    }
    guard let seconds: Int64 = try rest.takeNumber(), rest.take("-"),
      let microseconds: Int64 = try rest.takeNumber()
    else { return nil }
    line = digits
    line.skipBlanks()
    return Timestamp(seconds: seconds, microseconds: microseconds)
  }

  private static func path(_ line: inout LineCursor) -> String? {
    var rest = line
    guard rest.next == UInt8(ascii: "/") else { return nil }
    let word = rest.takeWord()
    guard word.hasPrefix("/dev/"), word.hasSuffix(":") else { return nil }
    line = rest
    return String(word.dropLast())
  }

  private static func type(_ line: inout LineCursor) -> UInt16? {
    var rest = line
    let type: UInt16?
    if let number = rest.takePattern(digits: 4) {
      type = UInt16(number)
    } else {
      type = CodeNames.type(rest.takeWord())
    }
    guard let type, type <= 0x1f else { return nil }
    rest.skipBlanks()
    line = rest
    return type
  }

  /// The code, or its name if that is not known.
  private static func code(
    _ line: inout LineCursor, of type: UInt16
  ) -> (code: UInt16?, name: String)? {
    if let number = line.takePattern(digits: 4) {
      return line.takeBlanks() ? (UInt16(number), "") : nil
    }
    let name = line.takeWord()
    if let code = CodeNames.code(name, of: type) { return (code, name) }
    return name.contains("_") ? (nil, name) : nil
  }

  private static func value(_ line: inout LineCursor) -> Int32? {
    if let pattern = line.takePattern(digits: 8) { return Int32(bitPattern: pattern) }
    for (word, value) in [("DOWN", 1), ("UP", 0), ("REPEAT", 2)] as [(String, Int32)]
    where line.takeWord(word) {
      return value
    }
    return nil
  }

  private static func isAtEnd(_ line: inout LineCursor) -> Bool {
    line.skipBlanks()
    if line.take("rate ") { _ = line.takeDigits() }
    return line.isAtEnd
      || line.next.map { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "`") } ?? false
  }
}

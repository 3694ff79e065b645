/// A value of a JSON text (RFC 8259), with the line that it begins on: a library's decoder knows the
/// field that is wrong, but not where it stands.
struct JSONValue {
  enum Content {
    case object([(key: String, value: JSONValue)])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let line: Int
  let content: Content
}

/// Where a JSON text stops being one.
struct JSONFault: Error {
  let line: Int
  let message: String
}

/// Reads a whole JSON text.
struct JSONParser {
  private static let deepest = 16

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.position == bytes.count else { throw parser.fault("something follows the end") }
    return value
  }

  private func fault(_ message: String) -> JSONFault { JSONFault(line: line, message: message) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) {
      if byte == 0x0a { line += 1 }
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    skipBlanks()
    guard depth < Self.deepest else { throw fault("nested too deeply") }
    let line = line
    let content: JSONValue.Content
    switch next {
    case UInt8(ascii: "{"): content = .object(try object(depth))
    case UInt8(ascii: "["): content = .array(try array(depth))
    case UInt8(ascii: "\""): content = .string(try string())
    case .some: content = try word()
    case nil: throw fault("a value is missing at the end")
    }
    return JSONValue(line: line, content: content)
  }

  private mutating func object(_ depth: Int) throws(JSONFault) -> [(key: String, value: JSONValue)]
  {
    var members: [(key: String, value: JSONValue)] = []
    position += 1
    skipBlanks()
    if take("}") { return members }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault("a field's name in quotes is missing") }
      let key = try string()
      guard !members.contains(where: { $0.key == key }) else {
        throw fault("the field \"\(key)\" is there twice")
      }
      skipBlanks()
      guard take(":") else { throw fault("a colon is missing behind \"\(key)\"") }
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw fault("a comma or } is missing") }
    return members
  }

  private mutating func array(_ depth: Int) throws(JSONFault) -> [JSONValue] {
    var values: [JSONValue] = []
    position += 1
    skipBlanks()
    if take("]") { return values }
    repeat {
      values.append(try value(depth: depth + 1))
      skipBlanks()
    } while take(",")
    guard take("]") else { throw fault("a comma or ] is missing") }
    return values
  }

  private mutating func word() throws(JSONFault) -> JSONValue.Content {
    let start = position
    while let byte = next, !"{}[]:,\" \t\r\n".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard Self.isNumber(text), let number = Double(text), number.isFinite else {
        throw fault("'\(text)' is no value")
      }
      return .number(number)
    }
  }

  /// Whether it is a number as JSON writes one: no plus, no zero too many, a digit on either side of
  /// the point.
  private static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text)
    if rest.first == "-" { rest.removeFirst() }
    func takeDigits() -> Int {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest.removeFirst(digits.count)
      return digits.count
    }
    let startsWithZero = rest.first == "0"
    let whole = takeDigits()
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if rest.first == "." {
      rest.removeFirst()
      guard takeDigits() > 0 else { return false }
    }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(JSONFault) -> String {
    position += 1
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else {
          throw fault("a text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): result += Array(String(try escape()).utf8)
      case 0..<0x20: throw fault("a text must end on its line")
      default: result.append(byte)
      }
    }
    throw fault("a text has no end")
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    guard let byte = next else { throw fault("a text has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexDigits()
      guard 0xd800..<0xdc00 ~= unit else {
        guard let scalar = Unicode.Scalar(unit) else { throw fault("half a character") }
        return scalar
      }
      guard take("\\"), take("u") else { throw fault("half a character") }
      let low = try hexDigits()
      guard 0xdc00..<0xe000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
      else { throw fault("half a character") }
      return scalar
    default: throw fault("\\\(Unicode.Scalar(byte)) is no escape")
    }
  }

  private mutating func hexDigits() throws(JSONFault) -> UInt32 {
    guard bytes.count - position >= 4,
      let unit = UInt32(
        String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16),
      bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
    else { throw fault("\\u wants four digits") }
    position += 4
    return unit
  }
}

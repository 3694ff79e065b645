import TouchCore

/// One JSON object on a line, its keys in the order in which they are added.
struct JSONLine {
  private var text = "{"

  mutating func add(_ key: String, _ value: String) {
    begin(key)
    Self.append(value, to: &text)
  }

  mutating func add(_ key: String, _ value: some BinaryInteger) {
    begin(key)
    text += String(value)
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// A position, with at most 3 decimals; null if there is none.
  mutating func add(_ key: String, _ value: Double?) {
    begin(key)
    text += value.map(Decimal.text) ?? "null"
  }

  /// Width and height, with at most 3 decimals each.
  mutating func add(_ key: String, _ size: ViewSize) {
    add(key, json: "[\(Decimal.text(size.width)),\(Decimal.text(size.height))]")
  }

  /// A value that is JSON already.
  mutating func add(_ key: String, json: String) {
    begin(key)
    text += json
  }

  /// The object, for a place within another.
  var object: String { text + "}" }

  /// The line, with its end.
  var line: String { object + "\n" }

  private mutating func begin(_ key: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\"\(key)\":"
  }

  private static func append(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Decimal text of numbers.
enum Decimal {
  /// At most 3 decimals, halves away from zero, no zeros at the end.
  static func text(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded(.toNearestOrAwayFromZero)
    guard abs(thousandths) < 1e15 else { return "\(value)" }
    let whole = Int64(thousandths)
    let (units, rest) = (abs(whole) / 1000, abs(whole) % 1000)
    let sign = whole < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(units)" }
    var digits = String(1000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(units).\(digits)"
  }

  /// The whole seconds after which that many milliseconds are over.
  static func wholeSeconds(milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1000 }

  /// Microseconds as seconds with 3 decimals.
  static func seconds(_ microseconds: Int64) -> String {
    let milliseconds = microseconds.magnitude / 1000
    let sign = microseconds < 0 ? "-" : ""
    let rest = String(1000 + milliseconds % 1000).dropFirst()
    return "\(sign)\(milliseconds / 1000).\(rest)"
  }
}

import Glibc
import LockCore
import LockScreen

/// A theme as a file has it: JSON, each field optional, over the preset's own theme.
enum ThemeFile {
  private static let longest = 65_536

  /// Reads the file's theme.
  static func read(_ path: String, over preset: Preset) throws(Failure) -> Theme {
    let bytes = try bytes(of: path)
    var theme = Theme(preset)
    do throws(JSONFault) {
      try apply(JSONParser.parse(bytes), to: &theme)
    } catch {
      throw Failure(.badConfiguration, "\(path):\(error.line): \(error.message)")
    }
    return theme
  }

  private static let fields = [
    "background", "coreSize", "dotSize", "font", "hidden", "lineWidth", "marks", "normal", "right",
    "selected", "words", "wordSize", "wrong",
  ]

  private static func apply(_ value: JSONValue, to theme: inout Theme) throws(JSONFault) {
    guard case .object(let fields) = value.content else {
      throw JSONFault(line: value.line, message: "the file must be an object: { … }")
    }
    for (key, value) in fields {
      switch key {
      case "background": theme.background = try color(value, key)
      case "words": theme.words = try color(value, key)
      case "font": theme.font = try text(value, key)
      case "wordSize": theme.wordSize = try number(value, key, 0.01...0.2)
      case "dotSize": theme.dotSize = try number(value, key, 0.02...1)
      case "coreSize": theme.coreSize = try number(value, key, 0.01...1)
      case "lineWidth": theme.lineWidth = try number(value, key, 0...1)
      case "marks": theme.hasMarks = try bool(value, key)
      case "hidden": theme.hidden = try hidden(value)
      case "normal": theme.normal = try paint(value, key, over: theme.normal)
      case "selected": theme.selected = try paint(value, key, over: theme.selected)
      case "wrong": theme.wrong = try paint(value, key, over: theme.wrong)
      case "right": theme.right = try paint(value, key, over: theme.right)
      default:
        throw JSONFault(
          line: value.line,
          message: "there is no field \"\(key)\"; there are: \(Self.fields.joined(separator: ", "))"
        )
      }
    }
    guard theme.coreSize <= theme.dotSize else {
      let line = fields.last { ["coreSize", "dotSize"].contains($0.key) }?.value.line ?? value.line
      throw JSONFault(
        line: line,
        message: "coreSize: \(Decimal.text(theme.coreSize)) does not fit into a dotSize of "
          + Decimal.text(theme.dotSize))
    }
  }

  private static func paint(
    _ value: JSONValue, _ key: String, over paint: Paint
  ) throws(JSONFault) -> Paint {
    guard case .object(let fields) = value.content else {
      throw JSONFault(
        line: value.line, message: "\(key): must be an object of colours: disc, core, line")
    }
    var (disc, core, line) = (paint.disc, paint.core, paint.line)
    for (name, value) in fields {
      switch name {
      case "disc": disc = try color(value, "\(key).disc")
      case "core": core = try color(value, "\(key).core")
      case "line": line = try color(value, "\(key).line")
      default:
        throw JSONFault(
          line: value.line,
          message: "there is no field \"\(key).\(name)\"; there are: core, disc, line")
      }
    }
    return Paint(disc: disc, core: core, line: line)
  }

  private static func hidden(_ value: JSONValue) throws(JSONFault) -> Theme.Hidden {
    guard case .array(let parts) = value.content else {
      throw JSONFault(
        line: value.line, message: "hidden: must be a list of: \"line\", \"dots\", \"wrong\"")
    }
    var hidden: Theme.Hidden = []
    for part in parts {
      guard case .string(let name) = part.content, let one = Theme.Hidden(named: name) else {
        throw JSONFault(
          line: part.line, message: "hidden: only \"line\", \"dots\" and \"wrong\" can be")
      }
      hidden.insert(one)
    }
    return hidden
  }

  /// A colour as CSS writes it: #rrggbb, or #rrggbbaa with 00 for clear.
  private static func color(_ value: JSONValue, _ key: String) throws(JSONFault) -> Color {
    guard case .string(let text) = value.content, text.first == "#",
      text.utf8.count == 7 || text.utf8.count == 9,
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let digits = UInt32(text.dropFirst(), radix: 16)
    else {
      throw JSONFault(
        line: value.line, message: "\(key): must be a colour: \"#rrggbb\" or \"#rrggbbaa\"")
    }
    guard text.utf8.count == 9 else { return Color(digits) }
    return Color(digits >> 8, alpha: UInt8(digits & 0xff))
  }

  private static func number(
    _ value: JSONValue, _ key: String, _ range: ClosedRange<Double>
  ) throws(JSONFault) -> Double {
    guard case .number(let number) = value.content, range.contains(number) else {
      throw JSONFault(
        line: value.line,
        message: "\(key): must be a number from \(Decimal.text(range.lowerBound)) to "
          + "\(Decimal.text(range.upperBound)), a share of "
          + (key == "wordSize" ? "the picture's shorter side" : "a cell"))
    }
    return number
  }

  private static func bool(_ value: JSONValue, _ key: String) throws(JSONFault) -> Bool {
    guard case .bool(let bool) = value.content else {
      throw JSONFault(line: value.line, message: "\(key): must be true or false")
    }
    return bool
  }

  private static func text(_ value: JSONValue, _ key: String) throws(JSONFault) -> String {
    guard case .string(let text) = value.content, !text.isEmpty, !text.utf8.contains(0) else {
      throw JSONFault(line: value.line, message: "\(key): must be a text")
    }
    return text
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      let reason = unsafe String(cString: strerror(code))
      switch code {
      case ENOENT: throw Failure(.noInput, "\(path): does not exist; check the name")
      case EACCES: throw Failure(.noPermission, "\(path): may not be read: \(reason)")
      default: throw Failure(.inputOutput, "\(path): cannot be read: \(reason)")
      }
    }
    defer { close(file) }
    guard let bytes = WholeFile.bytes(of: file, atMost: longest) else {
      throw Failure(.badConfiguration, "\(path): longer than \(longest) bytes, or no file")
    }
    return bytes
  }
}

extension Theme.Hidden {
  init?(named name: String) {
    switch name {
    case "line": self = .line
    case "dots": self = .dots
    case "wrong": self = .wrong
    default: return nil
    }
  }
}

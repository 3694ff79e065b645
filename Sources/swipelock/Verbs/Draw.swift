import LockCore
import LockScreen
import TouchCore

/// `draw`: a pattern as a picture.
struct Draw: Verb {
  static let name = "draw"
  static let arguments = "PATTERN"
  static let summary = "a pattern as a picture, .png or .svg"
  static let explanation = """
    Draws PATTERN, its dots in order as in 03678 (commas between on grids of more than nine dots), as \
    the lock shows it; - reads it from standard input, which no list of processes shows. The file is \
    its owner's alone. Needs a build with the trait Screen.
    """
  static let options =
    [
      Option("output", "FILE", "where to: a name that ends in .png or .svg", letter: "o"),
      Option("size", "WxH", "of the picture in pixels (default 480x640)"),
      Option("state", "STATE", "normal, selected, wrong or right (default selected)"),
      Option("words", "TEXT", "what is said above the dots (default nothing)"),
    ] + LookOptions.all + GridOptions.all

  private var pattern: String?
  private var target: String?
  private var size = PixelSize(width: 480, height: 640)
  private var state = DotState.selected
  private var words = ""
  private var look = LookOptions()
  private var grid = GridOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "output": target = value
    case "size": size = try Option.pixels(option, value)
    case "state":
      guard let named = DotState(rawValue: value) else {
        throw UsageError("--state takes normal, selected, wrong or right, not '\(value)'")
      }
      state = named
    case "words": words = value
    default:
      if try look.take(option, value) { return }
      _ = try grid.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard pattern == nil else { throw UsageError("'\(argument)' is too much") }
    pattern = argument
  }

  func run() throws(Failure) -> ExitStatus {
    guard let pattern else {
      throw Failure(usageOf: Self.name, "which pattern? such as 03678, or - for standard input")
    }
    guard let target, target.hasSuffix(".png") || target.hasSuffix(".svg") else {
      throw Failure(usageOf: Self.name, "-o takes a name that ends in .png or .svg")
    }
    let rules = try grid.rules(for: Self.name)
    let theme = try look.theme(grid.preset)
    let view = ViewSize(width: Double(size.width), height: Double(size.height))
    let dots = try PatternText.pattern(pattern == "-" ? Self.line() : pattern, rules)
    let placement = Placement(grid.grid(rules, in: view), of: view, in: size, theme)
    let scene = Scene(dots: state, words: words)
    try PictureFile.write(scene, dots, placement, theme, to: target)
    return .done
  }

  private static func line() throws(Failure) -> String {
    guard let bytes = WholeFile.bytes(of: 0, atMost: 1024) else {
      throw Failure(.badData, "standard input: no pattern, or more than one")
    }
    return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
  }
}

extension Option {
  /// The value of an option that takes a size in pixels.
  static func pixels(_ option: String, _ value: String) throws(UsageError) -> PixelSize {
    let parts = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (16...16_384).contains(width), (16...16_384).contains(height)
    else {
      throw UsageError("--\(option) takes WIDTHxHEIGHT in pixels, 16 to 16384, not '\(value)'")
    }
    return PixelSize(width: width, height: height)
  }
}

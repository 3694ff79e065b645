import LockCore
import TouchCaptures
import TouchCore

/// The options of every verb that recognises strokes.
struct GridOptions {
  var area: ViewRect?
  var rows: Int?
  var columns: Int?
  var minimum: Int?
  var maximum: Int?
  var hasNoFill = false
  var hitFactor: Double?

  static let all = [
    Option(
      "grid", "X,Y,W,H",
      "what the cells fill, in view units (default: the largest centred, cells square)"),
    Option("rows", "N", "rows of dots, 2 to 6 (default 3)"),
    Option("columns", "N", "columns of dots, 2 to 6 (default 3)"),
    Option(
      "hit-radius", "FACTOR",
      "share of half a cell, at most 1 (default 0.6); starts and turns count up to 0.8 anyway"),
    Option("no-fill", nil, "leave dots that are passed over out of the pattern"),
    Option("minimum", "N", "fewer dots are too short (default 4)"),
    Option("maximum", "N", "that many dots are complete without a lift"),
    Option("preset", "NAME", "a set of rules; this version has: default"),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "grid": area = try Self.area(value)
    case "rows": rows = try Self.number(option, value)
    case "columns": columns = try Self.number(option, value)
    case "minimum": minimum = try Self.number(option, value)
    case "maximum": maximum = try Self.number(option, value)
    case "no-fill": hasNoFill = true
    case "hit-radius":
      guard let factor = Double(value), factor > 0, factor <= 1 else {
        throw UsageError("--hit-radius takes a number over 0 and at most 1, not '\(value)'")
      }
      hitFactor = factor
    case "preset":
      guard value == "default" else {
        throw UsageError("there is no preset '\(value)'; this version has: default")
      }
    default: return false
    }
    return true
  }

  /// The rules that these options make, for the verb.
  func rules(for verb: String) throws(Failure) -> PatternRules {
    let dots = (rows ?? 3) * (columns ?? 3)
    let standard = min(PatternRules.standard.minimum, max(dots, 1))
    do throws(RulesError) {
      return try PatternRules(
        rows: rows ?? 3, columns: columns ?? 3, fillsPassedDots: !hasNoFill,
        minimum: minimum ?? standard, maximum: maximum)
    } catch {
      throw Failure(usageOf: verb, "\(error)")
    }
  }

  /// Throws if an option contradicts the rules that a store holds.
  func check(against stored: PatternRules) throws(UsageError) {
    let differs =
      rows.map { $0 != stored.rows } ?? false || columns.map { $0 != stored.columns } ?? false
      || minimum.map { $0 != stored.minimum } ?? false
      || maximum.map { $0 != stored.maximum } ?? false
      || hasNoFill && stored.fillsPassedDots
    guard !differs else {
      throw UsageError(
        "the store's pattern was enrolled on \(stored.rows) × \(stored.columns) dots, "
          + "minimum \(stored.minimum)\(stored.fillsPassedDots ? "" : ", no fill"); "
          + "leave --rows, --columns, --minimum, --maximum and --no-fill out")
    }
  }

  /// The grid of these rules in the view.
  func grid(_ rules: PatternRules, in view: ViewSize, notes: CaptureNotes? = nil) -> DotGrid {
    let noted = (try? notes?["grid"].map(Self.area)) ?? nil
    return DotGrid(
      rules: rules, area: area ?? noted ?? DotGrid.fitted(rules, in: view),
      hitFactor: hitFactor ?? DotGrid.standardHitFactor)
  }

  private static func area(_ text: String) throws(UsageError) -> ViewRect {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let values = parts.compactMap { $0 }
    guard parts.count == 4, values.count == 4, values.allSatisfy({ abs($0) <= 1e9 }),
      values[2] > 0, values[3] > 0
    else {
      throw UsageError("--grid takes X,Y,WIDTH,HEIGHT in view units, not '\(text)'")
    }
    return ViewRect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private static func number(_ option: String, _ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), 0...99 ~= number else {
      throw UsageError("--\(option) takes a number, not '\(text)'")
    }
    return number
  }
}

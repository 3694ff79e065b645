import LockCore
import TouchCore

/// The options of every verb that recognises strokes.
struct GridOptions {
  private var given: Preset?
  var area: ViewRect?
  var rows: Int?
  var columns: Int?
  var minimum: Int?
  var maximum: Int?
  var hasNoFill = false
  var hitFactor: Double?
  /// Whether strokes that the panel tore are joined.
  var bridgesFlicker = false

  static let all = [
    Option(
      "grid", "X,Y,W,H",
      "what the cells fill, in view units (default: the largest centred, cells square; else the "
        + "preset's)"),
    Option("rows", "N", "rows of dots, 2 to 6 (default 3)"),
    Option("columns", "N", "columns of dots, 2 to 6 (default 3)"),
    Option(
      "hit-radius", "FACTOR",
      "share of half a cell, at most 1 (default 0.6); starts and turns count up to 0.8 anyway"),
    Option(
      "bridge-flicker", nil,
      "go on with a stroke whose finger the panel lost for up to 120 ms within half a cell; each "
        + "decision comes so much later"),
    Option("no-fill", nil, "leave dots that are passed over out of the pattern"),
    Option("minimum", "N", "fewer dots are too short (default 4, else the preset's)"),
    Option("maximum", "N", "that many dots are complete without a lift"),
    Option("preset", "NAME", "rules, dots and zones under one name: \(presets)"),
  ]

  private static var presets: String { Preset.all.map(\.name).joined(separator: ", ") }

  /// The one that was named, else the default.
  var preset: Preset { given ?? .standard }

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "grid": area = try Self.area(value)
    case "rows": rows = try Self.number(option, value)
    case "columns": columns = try Self.number(option, value)
    case "minimum": minimum = try Self.number(option, value)
    case "maximum": maximum = try Self.number(option, value)
    case "no-fill": hasNoFill = true
    case "bridge-flicker": bridgesFlicker = true
    case "hit-radius":
      guard let factor = Double(value), factor > 0, factor <= 1 else {
        throw UsageError("--hit-radius takes a number over 0 and at most 1, not '\(value)'")
      }
      hitFactor = factor
    case "preset":
      guard let named = Preset.named(value) else {
        throw UsageError("there is no preset '\(value)'; there are: \(Self.presets)")
      }
      given = named
    default: return false
    }
    return true
  }

  /// The rules that these options make, for the verb.
  func rules(for verb: String) throws(Failure) -> PatternRules {
    do throws(RulesError) {
      return try rules(by: preset.rules(rows: rows ?? 3, columns: columns ?? 3))
    } catch {
      throw Failure(usageOf: verb, "\(error)")
    }
  }

  /// Throws if an option contradicts the rules that a store holds.
  func check(against stored: PatternRules) throws(UsageError) {
    let shaped = given.map { try? $0.rules(rows: stored.rows, columns: stored.columns) } ?? stored
    let wanted = shaped.flatMap { try? rules(by: $0) }
    guard wanted == stored else {
      throw UsageError(
        "the store's pattern was enrolled on \(stored.rows) × \(stored.columns) dots, "
          + "minimum \(stored.minimum)\(stored.maximum.map { ", maximum \($0)" } ?? "")"
          + "\(stored.fillsPassedDots ? "" : ", no fill"); "
          + "leave --preset, --rows, --columns, --minimum, --maximum and --no-fill out")
    }
  }

  private func rules(by base: PatternRules) throws(RulesError) -> PatternRules {
    try PatternRules(
      rows: rows ?? base.rows, columns: columns ?? base.columns,
      fillsPassedDots: base.fillsPassedDots && !hasNoFill, minimum: minimum ?? base.minimum,
      maximum: maximum ?? base.maximum)
  }

  /// These options, and those of a capture where they leave something open. The rules are one thing:
  /// all are given, or all are the capture's.
  func completed(by noted: GridOptions) -> GridOptions {
    let givesRules =
      given != nil || rows != nil || columns != nil || minimum != nil || maximum != nil
      || hasNoFill
    var options = givesRules ? self : noted
    options.area = area ?? noted.area
    options.bridgesFlicker = bridgesFlicker || noted.bridgesFlicker
    options.hitFactor = hitFactor ?? noted.hitFactor
    return options
  }

  /// The grid of these rules in the view.
  func grid(_ rules: PatternRules, in view: ViewSize) -> DotGrid {
    preset.grid(rules, in: view, area: area, hitFactor: hitFactor)
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

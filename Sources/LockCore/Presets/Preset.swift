public import TouchCore

/// A lock's whole behaviour under one name: rules, layout, zones, look and times.
///
/// The line ends at the last dot once the finger is lifted, in every preset.
public struct Preset: Hashable, Sendable {
  public let name: String
  /// The rules on 3 × 3 dots.
  public let rules: PatternRules
  /// Whether a new pattern is drawn twice.
  public let confirms: Bool
  /// Whether likely patterns are refused.
  public let refusesLikely: Bool
  public let layout: DotLayout
  public let zone: DotGrid.Zone
  /// As in `DotGrid`.
  public let hitFactor: Double
  /// As in `DotGrid`; 0 for none.
  public let wideFactor: Double
  public let look: Look
  public let timing: FeedbackTiming
  /// The number that a program which embeds the lock has for the first dot. The command, captures
  /// and stores always count from 0.
  public let firstNumber: Int

  /// The preset of that name.
  public static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

  /// The rules on another grid: the least and the most dots are as many as it has at most.
  public func rules(rows: Int, columns: Int) throws(RulesError) -> PatternRules {
    let dots = max(rows * columns, 1)
    return try PatternRules(
      rows: rows, columns: columns, fillsPassedDots: rules.fillsPassedDots,
      minimum: min(rules.minimum, dots), maximum: rules.maximum.map { min($0, dots) })
  }

  /// The grid in a view, or in an area that was chosen for its cells.
  public func grid(
    _ rules: PatternRules, in view: ViewSize, area: ViewRect? = nil, hitFactor: Double? = nil
  ) -> DotGrid {
    DotGrid(
      rules: rules, area: area ?? layout.area(rules, in: view),
      hitFactor: hitFactor ?? self.hitFactor, wideFactor: wideFactor, zone: zone)
  }
}

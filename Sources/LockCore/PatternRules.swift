/// What makes a sequence of dots a pattern: the grid's shape, the fill rule, the lengths. The rules
/// are stored with a credential, since a pattern means nothing without them.
public struct PatternRules: Hashable, Sendable {
  /// 2 to 6.
  public let rows: Int
  /// 2 to 6.
  public let columns: Int
  /// Whether dots that are passed over on a row, a column or an exact diagonal become part of the
  /// pattern, in walking order, before the dot that was hit.
  public let fillsPassedDots: Bool
  /// A stroke of fewer dots is too short, which is not the same as wrong.
  public let minimum: Int
  /// A stroke of that many dots is complete without a lift; nil for as many as the grid has.
  public let maximum: Int?

  /// The numbers that dots of the largest grid have.
  public static let dotNumbers = 0..<36

  /// Android's rules: 3 × 3, filled, at least 4 dots.
  public static let standard = PatternRules()

  private init() {
    (rows, columns, fillsPassedDots, minimum, maximum) = (3, 3, true, 4, nil)
  }

  /// Throws `RulesError` if a number is outside what it may be.
  public init(
    rows: Int = 3, columns: Int = 3, fillsPassedDots: Bool = true, minimum: Int = 4,
    maximum: Int? = nil
  ) throws(RulesError) {
    guard 2...6 ~= rows, 2...6 ~= columns else { throw .shape(rows: rows, columns: columns) }
    let dots = rows * columns
    guard 1...dots ~= minimum else { throw .minimum(minimum, dots: dots) }
    if let maximum, !(minimum...dots ~= maximum) {
      throw .maximum(maximum, minimum: minimum, dots: dots)
    }
    self.rows = rows
    self.columns = columns
    self.fillsPassedDots = fillsPassedDots
    self.minimum = minimum
    self.maximum = maximum
  }

  public var dotCount: Int { rows * columns }

  /// The most dots that a pattern may have.
  public var longest: Int { maximum ?? dotCount }

  func row(of dot: Dot) -> Int { Int(dot.number) / columns }
  func column(of dot: Dot) -> Int { Int(dot.number) % columns }

  /// Calls `body` with each dot between the two, from the first on, if a straight or exactly diagonal
  /// line joins them. On grids of 5 and more, slopes such as 2:4 pass over dots too; those are left
  /// alone, as AOSP's grids leave them.
  package func forEachDotPassed(from: Dot, to: Dot, _ body: (Dot) -> Void) {
    let (rowDelta, columnDelta) = (row(of: to) - row(of: from), column(of: to) - column(of: from))
    guard rowDelta == 0 || columnDelta == 0 || abs(rowDelta) == abs(columnDelta) else { return }
    let steps = max(abs(rowDelta), abs(columnDelta))
    guard steps > 1 else { return }
    let (rowStep, columnStep) = (rowDelta.signum(), columnDelta.signum())
    for step in 1..<steps {
      let row = row(of: from) + step * rowStep
      body(Dot(row * columns + column(of: from) + step * columnStep))
    }
  }
}

/// Why rules cannot be.
public enum RulesError: Error, Hashable, Sendable {
  case shape(rows: Int, columns: Int)
  case minimum(Int, dots: Int)
  case maximum(Int, minimum: Int, dots: Int)
}

extension RulesError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .shape(let rows, let columns):
      "a grid of \(rows) × \(columns) is not possible: rows and columns are 2 to 6"
    case .minimum(let minimum, let dots):
      "a minimum of \(minimum) dots is not possible: 1 to \(dots)"
    case .maximum(let maximum, let minimum, let dots):
      "a maximum of \(maximum) dots is not possible: \(minimum) (the minimum) to \(dots)"
    }
  }
}

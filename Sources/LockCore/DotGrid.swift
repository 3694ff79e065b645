public import TouchCore

/// A rectangle of view space, in the view's units.
public struct ViewRect: Hashable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Where the dots are: a rectangle of view space cut into equal cells, a dot in the middle of each.
public struct DotGrid: Hashable, Sendable {
  /// What a dot's plain zone is.
  public enum Zone: Hashable, Sendable {
    case circle
    /// Its sides are a row's and a column's; there is no wide zone around it.
    case square
  }

  public let rules: PatternRules
  /// What the cells fill; it may reach beyond the view, where a finger cannot.
  public let area: ViewRect
  public let zone: Zone
  /// The plain zone's radius, or half its side, as a share of half the shorter side of a cell; over
  /// 0, at most 1. A path that enters the plain zone hits the dot.
  public let hitFactor: Double
  /// The wide zone's radius, as such a share. There a path hits the dot if it starts or turns; one
  /// that is not wider than the plain zone does nothing.
  public let wideFactor: Double
  public let cellWidth: Double
  public let cellHeight: Double

  /// The share that `hitFactor` has by default: AOSP's (`lock_pattern_dot_hit_factor`). A straight
  /// knight's move passes a dot at 0.894; of those that people aim by hand (0.08 of a cell beside
  /// the dots, and a little bowed) a twentieth enters 0.6, a fifth 0.7.
  public static let standardHitFactor = 0.6
  /// The share that `wideFactor` has by default. From 0.75 to 0.9 the strokes of ten people decode
  /// the same within two; beyond it, fingers that wander about hit what they pass.
  public static let standardWideFactor = 0.8

  public init(
    rules: PatternRules, area: ViewRect, hitFactor: Double = standardHitFactor,
    wideFactor: Double = standardWideFactor, zone: Zone = .circle
  ) {
    precondition(area.width > 0 && area.height > 0, "a grid needs an area")
    precondition(hitFactor > 0 && hitFactor <= 1, "hit factor \(hitFactor) is not in 0…1")
    precondition(wideFactor >= 0 && wideFactor <= 1, "wide factor \(wideFactor) is not in 0…1")
    self.rules = rules
    self.area = area
    self.hitFactor = hitFactor
    self.wideFactor = zone == .circle ? wideFactor : 0
    self.zone = zone
    cellWidth = area.width / Double(rules.columns)
    cellHeight = area.height / Double(rules.rows)
  }

  /// The largest centred rectangle with square cells.
  public static func fitted(_ rules: PatternRules, in view: ViewSize) -> ViewRect {
    let cell = min(view.width / Double(rules.columns), view.height / Double(rules.rows))
    let (width, height) = (cell * Double(rules.columns), cell * Double(rules.rows))
    return ViewRect(
      x: (view.width - width) / 2, y: (view.height - height) / 2, width: width, height: height)
  }

  /// The plain zone's radius, or half its side, in view units.
  public var hitRadius: Double { hitFactor * min(cellWidth, cellHeight) / 2 }

  /// The wide zone's radius in view units, at least the plain zone's.
  public var wideRadius: Double { max(hitFactor, wideFactor) * min(cellWidth, cellHeight) / 2 }

  public func center(of dot: Dot) -> ViewPoint {
    ViewPoint(
      x: area.x + (Double(rules.column(of: dot)) + 0.5) * cellWidth,
      y: area.y + (Double(rules.row(of: dot)) + 0.5) * cellHeight)
  }

  /// The dot whose cell the point is in.
  func cell(at point: ViewPoint) -> Dot? {
    let column = (point.x - area.x) / cellWidth
    let row = (point.y - area.y) / cellHeight
    guard column >= 0, row >= 0, column < Double(rules.columns), row < Double(rules.rows) else {
      return nil
    }
    return Dot(Int(row) * rules.columns + Int(column))
  }
}

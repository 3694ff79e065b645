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
  public let rules: PatternRules
  /// What the cells fill.
  public let area: ViewRect
  /// The hit circle's radius as a share of half the shorter side of a cell; over 0, at most 1.
  public let hitFactor: Double

  /// The share that `hitFactor` has by default: AOSP's (`lock_pattern_dot_hit_factor`), and the
  /// widest here that keeps straight knight's moves, which pass a dot at 0.894, apart from it.
  public static let standardHitFactor = 0.6

  public init(rules: PatternRules, area: ViewRect, hitFactor: Double = standardHitFactor) {
    precondition(area.width > 0 && area.height > 0, "a grid needs an area")
    precondition(hitFactor > 0 && hitFactor <= 1, "hit factor \(hitFactor) is not in 0…1")
    self.rules = rules
    self.area = area
    self.hitFactor = hitFactor
  }

  /// The largest centred rectangle with square cells.
  public static func fitted(_ rules: PatternRules, in view: ViewSize) -> ViewRect {
    let cell = min(view.width / Double(rules.columns), view.height / Double(rules.rows))
    let (width, height) = (cell * Double(rules.columns), cell * Double(rules.rows))
    return ViewRect(
      x: (view.width - width) / 2, y: (view.height - height) / 2, width: width, height: height)
  }

  public var cellWidth: Double { area.width / Double(rules.columns) }
  public var cellHeight: Double { area.height / Double(rules.rows) }

  /// The hit circle's radius in view units.
  public var hitRadius: Double { hitFactor * min(cellWidth, cellHeight) / 2 }

  public func center(of dot: Dot) -> ViewPoint {
    ViewPoint(
      x: area.x + (Double(rules.column(of: dot)) + 0.5) * cellWidth,
      y: area.y + (Double(rules.row(of: dot)) + 0.5) * cellHeight)
  }
}

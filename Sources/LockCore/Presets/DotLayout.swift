public import TouchCore

/// Where the dots of a preset lie, in units of its reference view.
///
/// The reference view is drawn for 3 × 3 dots, and is wider or higher by a pitch for each column or
/// row more. It is scaled into a view as large as it fits, and centred; so no dot is outside.
public struct DotLayout: Hashable, Sendable {
  /// From one dot's centre to the next, in rows and in columns.
  public let pitch: Double
  /// The side or diameter of a dot as it is drawn; at most the pitch.
  public let dotSize: Double
  /// From the reference view's edges to the centres of the outer dots.
  public let left: Double
  public let top: Double
  public let right: Double
  public let bottom: Double

  init(
    pitch: Double, dotSize: Double, left: Double, top: Double, right: Double, bottom: Double
  ) {
    self.pitch = pitch
    self.dotSize = dotSize
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  init(pitch: Double, dotSize: Double, margin: Double) {
    self.init(
      pitch: pitch, dotSize: dotSize, left: margin, top: margin, right: margin, bottom: margin)
  }

  /// The reference view for grids of that shape.
  public func reference(_ rules: PatternRules) -> ViewSize {
    ViewSize(
      width: left + pitch * Double(rules.columns - 1) + right,
      height: top + pitch * Double(rules.rows - 1) + bottom)
  }

  /// How many of the view's units a unit of the reference view is.
  public func scale(_ rules: PatternRules, in view: ViewSize) -> Double {
    let reference = reference(rules)
    return min(view.width / reference.width, view.height / reference.height)
  }

  /// What the cells fill; cells of outer dots may reach beyond the view.
  public func area(_ rules: PatternRules, in view: ViewSize) -> ViewRect {
    let (scale, reference) = (scale(rules, in: view), reference(rules))
    return ViewRect(
      x: (view.width - scale * reference.width) / 2 + scale * (left - pitch / 2),
      y: (view.height - scale * reference.height) / 2 + scale * (top - pitch / 2),
      width: scale * pitch * Double(rules.columns), height: scale * pitch * Double(rules.rows))
  }
}

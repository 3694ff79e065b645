/// The calibration that brings what was touched to the targets, with the least sum of squares.
public struct CalibrationFit: Hashable, Sendable {
  /// Why there is none that is worth anything.
  public enum Fault: Error, Hashable, Sendable {
    /// All touches lie on one line, or at one place.
    case onOneLine
    /// A target is missed by that share of the diagonal, more than `mostMissed`.
    case missed(CalibrationTarget, share: Double)
  }

  /// The most that a target may be missed by, as a share of the diagonal: on a panel of 10 inches 8 mm,
  /// which is a finger's breadth. Our own choice.
  public static let mostMissed = 0.03

  public let matrix: CalibrationMatrix
  /// How far each target is missed, normalized, by the targets' order.
  public let misses: [ViewPoint]

  /// - Parameters:
  ///   - touched: where the panel says that each target was touched, normalized and not calibrated, in
  ///     the targets' order.
  ///   - size: of what is shown, for what a diagonal is.
  public init(touched: [ViewPoint], on size: ViewSize) throws(Fault) {
    let targets = CalibrationTarget.allCases
    precondition(touched.count == targets.count, "a touch for each target")
    let moments = Moments(touched)
    guard let x = moments.solve(touched, targets.map(\.place.x)),
      let y = moments.solve(touched, targets.map(\.place.y))
    else { throw .onOneLine }
    let matrix = CalibrationMatrix(x.0, x.1, x.2, y.0, y.1, y.2)
    self.matrix = matrix
    misses = zip(touched, targets).map { point, target in
      ViewPoint(
        x: matrix.a * point.x + matrix.b * point.y + matrix.c - target.place.x,
        y: matrix.d * point.x + matrix.e * point.y + matrix.f - target.place.y)
    }
    let diagonal = Self.length(ViewPoint(x: 1, y: 1), on: size)
    for (target, miss) in zip(targets, misses) {
      let share = Self.length(miss, on: size) / diagonal
      guard share <= Self.mostMissed else { throw .missed(target, share: share) }
    }
    // Else a panel that saw all touches at nearly one place would be blown up.
    guard abs(matrix.a * matrix.e - matrix.b * matrix.d) < 100 else { throw .onOneLine }
  }

  /// The root of the mean square of the misses, and the largest, in units of that size.
  public func residual(on size: ViewSize) -> (mean: Double, largest: Double) {
    let lengths = misses.map { Self.length($0, on: size) }
    let squares = lengths.reduce(0) { $0 + $1 * $1 }
    return ((squares / Double(lengths.count)).squareRoot(), lengths.max() ?? 0)
  }

  private static func length(_ vector: ViewPoint, on size: ViewSize) -> Double {
    let (x, y) = (vector.x * size.width, vector.y * size.height)
    return (x * x + y * y).squareRoot()
  }
}

/// The normal equations of an affine fit.
private struct Moments {
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0
  private var x = 0.0
  private var y = 0.0
  private let count: Double

  init(_ points: [ViewPoint]) {
    count = Double(points.count)
    for point in points {
      xx += point.x * point.x
      xy += point.x * point.y
      yy += point.y * point.y
      x += point.x
      y += point.y
    }
  }

  /// The a, b and c of a·x + b·y + c that come nearest to the values, by Cramer's rule; nil if the
  /// points lie on a line.
  func solve(_ points: [ViewPoint], _ values: [Double]) -> (Double, Double, Double)? {
    var (xv, yv, v) = (0.0, 0.0, 0.0)
    for (point, value) in zip(points, values) {
      xv += point.x * value
      yv += point.y * value
      v += value
    }
    let whole = determinant((xx, xy, x), (xy, yy, y), (x, y, count))
    guard abs(whole) > 1e-9 else { return nil }
    return (
      determinant((xv, xy, x), (yv, yy, y), (v, y, count)) / whole,
      determinant((xx, xv, x), (xy, yv, y), (x, v, count)) / whole,
      determinant((xx, xy, xv), (xy, yy, yv), (x, y, v)) / whole
    )
  }

  private func determinant(
    _ r: (Double, Double, Double), _ s: (Double, Double, Double), _ t: (Double, Double, Double)
  ) -> Double {
    r.0 * (s.1 * t.2 - s.2 * t.1) - r.1 * (s.0 * t.2 - s.2 * t.0) + r.2 * (s.0 * t.1 - s.1 * t.0)
  }
}

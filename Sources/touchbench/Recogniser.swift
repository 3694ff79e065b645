import LockCore
import TouchCore

/// A way to make dots of samples.
struct Recogniser {
  enum Path {
    /// No path: each sample is looked at alone.
    case samples
    /// Straight lines between the samples, as the lock does.
    case lines
    /// From each sample on with the speed that it came with, evenly changed so as to meet the next.
    case steady
    /// Curves through four samples each (Catmull and Rom 1974, at the samples' own times): known one
    /// sample late.
    case spline
  }

  let name: String
  let hit: Double
  let wide: Double
  var zone = DotGrid.Zone.circle
  var path = Path.lines

  static let shipped = Recogniser(
    name: "as shipped: circle 0.6, 0.8 at starts and turns", hit: DotGrid.standardHitFactor,
    wide: DotGrid.standardWideFactor)
  static let plain = Recogniser(name: "circle 0.6", hit: 0.6, wide: 0)

  static let all = [
    Recogniser(name: "circle 0.6, samples alone", hit: 0.6, wide: 0, path: .samples),
    plain,
    Recogniser(name: "circle 0.7", hit: 0.7, wide: 0),
    Recogniser(name: "circle 0.8", hit: 0.8, wide: 0),
    Recogniser(name: "square 0.6", hit: 0.6, wide: 0, zone: .square),
    shipped,
    Recogniser(
      name: "as shipped, on curves of steady speed", hit: 0.6, wide: 0.8, path: .steady),
    Recogniser(name: "as shipped, on splines", hit: 0.6, wide: 0.8, path: .spline),
  ]

  /// The dots of a stroke in the order in which they were hit.
  func dots(of drawn: DrawnStroke) -> [Int] {
    let grid = DotGrid(
      rules: .standard, area: drawn.area, hitFactor: hit, wideFactor: wide, zone: zone)
    if case .samples = path { return dotsOfSamples(drawn, grid) }
    var stroke = Stroke(on: grid, into: Pattern())
    for point in points(of: drawn.samples) { stroke.extend(to: point) }
    return (0..<stroke.pattern.count).map { Int(stroke.pattern[$0].number) }
  }

  /// Each sample as the first of a stroke of its own; what was passed over is filled in.
  private func dotsOfSamples(_ drawn: DrawnStroke, _ grid: DotGrid) -> [Int] {
    var dots: [Int] = []
    var stroke = Stroke(on: grid, into: Pattern())
    for sample in drawn.samples {
      stroke.clear()
      stroke.extend(to: sample.point)
      guard stroke.pattern.count > 0 else { continue }
      let dot = stroke.pattern[0]
      guard !dots.contains(Int(dot.number)) else { continue }
      if let last = dots.last {
        grid.rules.forEachDotPassed(from: Dot(last), to: dot) { passed in
          if !dots.contains(Int(passed.number)) { dots.append(Int(passed.number)) }
        }
      }
      dots.append(Int(dot.number))
    }
    return dots
  }

  private func points(of samples: [DrawnStroke.Sample]) -> [ViewPoint] {
    guard path == .steady || path == .spline, samples.count > 2 else { return samples.map(\.point) }
    var points = [samples[0].point]
    for index in 1..<samples.count {
      let (from, to) = (samples[index - 1], samples[index])
      let time = to.time - from.time
      guard time > 0 else {
        points.append(to.point)
        continue
      }
      let chord = to.point - from.point
      var start = chord
      if index > 1 { start = slope(samples, index - 1, causal: path == .steady) * time }
      var end = chord * 2 - start
      if path == .spline {
        end = index + 1 < samples.count ? slope(samples, index, causal: false) * time : end
      }
      for step in 1...16 {
        points.append(from.point + Self.curve(chord, start, end, at: Double(step) / 16))
      }
    }
    return points
  }

  /// The speed at a sample: that with which it was reached, or that from the one before to the next.
  private func slope(
    _ samples: [DrawnStroke.Sample], _ index: Int, causal: Bool
  ) -> ViewPoint {
    let (before, after) = (samples[index - 1], samples[causal ? index : index + 1])
    let time = max(after.time - before.time, 1)
    return (after.point - before.point) * (1 / time)
  }

  /// A cubic from nothing to `chord` that begins and ends with these speeds (Hermite's form).
  private static func curve(
    _ chord: ViewPoint, _ start: ViewPoint, _ end: ViewPoint, at share: Double
  ) -> ViewPoint {
    let (square, cube) = (share * share, share * share * share)
    return start * (cube - 2 * square + share) + chord * (3 * square - 2 * cube)
      + end * (cube - square)
  }
}

extension ViewPoint {
  fileprivate static func + (one: ViewPoint, other: ViewPoint) -> ViewPoint {
    ViewPoint(x: one.x + other.x, y: one.y + other.y)
  }

  fileprivate static func - (one: ViewPoint, other: ViewPoint) -> ViewPoint {
    ViewPoint(x: one.x - other.x, y: one.y - other.y)
  }

  fileprivate static func * (point: ViewPoint, factor: Double) -> ViewPoint {
    ViewPoint(x: point.x * factor, y: point.y * factor)
  }
}

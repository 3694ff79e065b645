import LockCore
import TouchCore

/// Puts the dots elsewhere at each try, a little smaller and beside where they were: so that what
/// fingers leave on the glass lies over itself and tells nothing.
///
/// The lock's grid stays where it is. Positions on the glass are brought onto it, and back.
struct Wander {
  /// The grid as it is seen.
  private(set) var shown: DotGrid
  private let grid: DotGrid
  private let view: ViewSize

  /// The least and the most of the grid's size that is shown.
  private static let scales = 0.8...0.95

  init(_ grid: DotGrid, of view: ViewSize) {
    (shown, self.grid, self.view) = (grid, grid, view)
  }

  /// Puts the dots at another place within the view.
  mutating func move(using random: inout some RandomNumberGenerator) {
    let scale = Double.random(in: Self.scales, using: &random)
    let area = grid.area
    let (width, height) = (area.width * scale, area.height * scale)
    // A grid that its options put partly outside stays about where it is.
    let left = min(max(0, area.x), max(0, view.width - width))
    let top = min(max(0, area.y), max(0, view.height - height))
    let right = max(left, min(view.width, area.x + area.width) - width)
    let bottom = max(top, min(view.height, area.y + area.height) - height)
    shown = DotGrid(
      rules: grid.rules,
      area: ViewRect(
        x: Double.random(in: left...right, using: &random),
        y: Double.random(in: top...bottom, using: &random), width: width, height: height),
      hitFactor: grid.hitFactor, wideFactor: grid.wideFactor, zone: grid.zone)
  }

  /// Where on the lock's grid a position on the glass is.
  func inward(_ point: ViewPoint) -> ViewPoint { Self.map(point, shown.area, grid.area) }

  /// Where on the glass a position on the lock's grid is.
  func outward(_ point: ViewPoint) -> ViewPoint { Self.map(point, grid.area, shown.area) }

  private static func map(_ point: ViewPoint, _ from: ViewRect, _ to: ViewRect) -> ViewPoint {
    guard from != to else { return point }
    return ViewPoint(
      x: to.x + (point.x - from.x) / from.width * to.width,
      y: to.y + (point.y - from.y) / from.height * to.height)
  }
}

/// Where random numbers come from: the system, or a seed, for a test.
enum Chance: RandomNumberGenerator {
  case system
  /// SplitMix64 (Steele, Lea and Flood, 2014).
  case seeded(UInt64)

  mutating func next() -> UInt64 {
    switch self {
    case .system:
      var system = SystemRandomNumberGenerator()
      return system.next()
    case .seeded(let state):
      let next = state &+ 0x9e37_79b9_7f4a_7c15
      self = .seeded(next)
      var value = (next ^ next >> 30) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
      return value ^ value >> 31
    }
  }
}

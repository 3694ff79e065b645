public import TouchCore

/// The path of one contact over the grid, and the pattern that it makes.
///
/// Hits are swept: the line from one sample to the next is held against each dot's circle, and the
/// dots are taken in the order in which the finger met them. So a dot is not lost between samples
/// that lie far apart, and the answer does not hang on the panel's rate.
public struct Stroke: ~Copyable {
  public let grid: DotGrid
  public private(set) var pattern: Pattern
  /// The last sample.
  public private(set) var end: ViewPoint?

  // Bit n: dot n was filled in, not hit.
  private var filled: UInt64 = 0
  private let centers: [ViewPoint]
  private let radiusSquared: Double

  /// A stroke that writes its dots into `pattern`.
  public init(on grid: DotGrid, into pattern: consuming Pattern) {
    self.grid = grid
    self.pattern = pattern
    self.pattern.clear()
    centers = (0..<grid.rules.dotCount).map { grid.center(of: Dot($0)) }
    radiusSquared = grid.hitRadius * grid.hitRadius
  }

  /// Whether it has all the dots that it may have.
  public var isFull: Bool { pattern.count >= grid.rules.longest }

  /// Whether the dot was passed over and filled in, not hit.
  public func isFilled(_ dot: Dot) -> Bool { filled & (1 << UInt64(dot.number)) != 0 }

  /// Begins anew, with nothing.
  public mutating func clear() {
    pattern.clear()
    end = nil
    filled = 0
  }

  /// Goes on to the next sample. New dots are at the end of `pattern`.
  public mutating func extend(to point: ViewPoint) {
    let start = end ?? point
    end = point
    while !isFull, let dot = nextHit(from: start, to: point) { hit(dot) }
  }

  /// The unused dot whose circle the line enters first.
  private func nextHit(from start: ViewPoint, to end: ViewPoint) -> Dot? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let lengthSquared = dx * dx + dy * dy
    var best: (dot: Dot, entry: Double)?
    for number in centers.indices {
      let dot = Dot(number)
      guard !pattern.contains(dot) else { continue }
      let (fx, fy) = (start.x - centers[number].x, start.y - centers[number].y)
      let startsAt = fx * fx + fy * fy - radiusSquared
      var entry = 0.0
      if startsAt >= 0 {
        // The roots of |start + t·(end − start) − center|² = radius²; the smaller is the entry. A
        // line that only touches the circle does not enter it.
        let half = fx * dx + fy * dy
        let discriminant = half * half - lengthSquared * startsAt
        guard half < 0, discriminant > 0 else { continue }
        entry = (-half - discriminant.squareRoot()) / lengthSquared
        guard entry < 1 else { continue }
      }
      if best.map({ entry < $0.entry }) ?? true { best = (dot, entry) }
    }
    return best?.dot
  }

  private mutating func hit(_ dot: Dot) {
    if grid.rules.fillsPassedDots, !pattern.isEmpty {
      fill(from: pattern[pattern.count - 1], to: dot)
    }
    if !isFull { pattern.append(dot) }
  }

  private mutating func fill(from last: Dot, to dot: Dot) {
    var passed: UInt64 = 0
    grid.rules.forEachDotPassed(from: last, to: dot) { passed |= 1 << UInt64($0.number) }
    // Numbers ascend or descend steadily along any straight line of the grid.
    while passed != 0, !isFull {
      let number =
        dot > last ? passed.trailingZeroBitCount : 63 - passed.leadingZeroBitCount
      passed &= ~(1 << UInt64(number))
      guard !pattern.contains(Dot(number)) else { continue }
      pattern.append(Dot(number))
      filled |= 1 << UInt64(number)
    }
  }
}

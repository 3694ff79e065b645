public import TouchCore

/// The path of one contact over the grid, and the pattern that it makes.
///
/// Hits are swept: the line from one sample to the next is held against each dot's plain zone, and
/// the dots are taken in the order in which the finger met them. So a dot is not lost between
/// samples that lie far apart, and the answer does not hang on the panel's rate.
///
/// In its wide zone a dot is hit only where the path starts, at once, or turns, as soon as the turn
/// is known: people turn where they aim, and a straight knight's move turns nowhere. A turn that is
/// known only after another dot was hit is no hit, so that late dots, too, come in order.
public struct Stroke: ~Copyable {
  public let grid: DotGrid
  public private(set) var pattern: Pattern
  /// The last sample.
  public private(set) var end: ViewPoint?

  // Bit n: dot n was filled in, not hit.
  private var filled: UInt64 = 0
  private let zone: DotGrid.Zone
  private let radius: Double
  private let centers: [ViewPoint]
  private let radiusSquared: Double
  private let wideRadiusSquared: Double
  private let longest: Int
  private let columnsPerUnit: Double
  private let rowsPerUnit: Double
  private var trail: PathTrail
  // The trail's first mark after the last hit, and its newest one in the wide zone of a dot that
  // could be hit there.
  private var firstMark = 0
  private var wideMark = -1

  /// A stroke that writes its dots into `pattern`.
  public init(on grid: DotGrid, into pattern: consuming Pattern) {
    self.grid = grid
    self.pattern = pattern
    self.pattern.clear()
    zone = grid.zone
    radius = grid.hitRadius
    centers = (0..<grid.rules.dotCount).map { grid.center(of: Dot($0)) }
    radiusSquared = grid.hitRadius * grid.hitRadius
    wideRadiusSquared = grid.wideRadius * grid.wideRadius
    longest = grid.rules.longest
    columnsPerUnit = 1 / grid.cellWidth
    rowsPerUnit = 1 / grid.cellHeight
    trail = PathTrail(cell: min(grid.cellWidth, grid.cellHeight))
  }

  /// Whether it has all the dots that it may have.
  public var isFull: Bool { pattern.count >= longest }

  /// Whether the dot was passed over and filled in, not hit.
  public func isFilled(_ dot: Dot) -> Bool { filled & (1 << UInt64(dot.number)) != 0 }

  /// Begins anew, with nothing.
  public mutating func clear() {
    pattern.clear()
    end = nil
    filled = 0
    trail.clear()
    (firstMark, wideMark) = (0, -1)
  }

  /// Begins anew, with what was entered in another way.
  mutating func replace(by entered: borrowing Pattern) {
    clear()
    pattern.take(from: entered)
  }

  /// Goes on to the next sample. New dots are at the end of `pattern`.
  public mutating func extend(to point: ViewPoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    guard let start = end else { return begin(at: point) }
    end = point
    var position = start
    while !isFull {
      let next = nextHit(from: position, to: point)
      let stop = next?.place ?? point
      follow(from: position, to: stop)
      guard let next else { return }
      position = stop
      // A turn before it may have filled it in, or have been the last dot.
      if !pattern.contains(next.dot), !isFull { hit(next.dot) }
    }
  }

  private mutating func begin(at point: ViewPoint) {
    end = point
    trail.append(point)
    switch zone {
    case .circle: if let dot = wideDot(at: point) { hit(dot) }
    case .square: if let dot = nextHit(from: point, to: point)?.dot { hit(dot) }
    }
  }

  /// Looks for turns in wide zones on a straight piece that enters no plain zone.
  private mutating func follow(from start: ViewPoint, to stop: ViewPoint) {
    guard wideRadiusSquared > radiusSquared, var piece = trail.piece(from: start, to: stop) else {
      return
    }
    while !isFull, let mark = trail.advance(&piece) {
      if wideDot(at: mark) != nil { wideMark = trail.count - 1 }
      guard wideMark >= firstMark, let corner = trail.corner(notBefore: firstMark),
        let dot = wideDot(at: corner.place), trail.turns(at: corner)
      else { continue }
      hit(dot)
    }
  }

  /// The unused dot whose wide zone the point is in.
  private func wideDot(at point: ViewPoint) -> Dot? {
    guard let dot = grid.cell(at: point), !pattern.contains(dot) else { return nil }
    let center = centers[Int(dot.number)]
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    return dx * dx + dy * dy < wideRadiusSquared ? dot : nil
  }

  /// The unused dot whose plain zone the line enters first, and where.
  // In line, since a call would copy the stroke: a fifth more instructions a sample.
  @inline(always)
  private func nextHit(from start: ViewPoint, to end: ViewPoint) -> (dot: Dot, place: ViewPoint)? {
    let way = ViewPoint(x: end.x - start.x, y: end.y - start.y)
    let lengthSquared = way.x * way.x + way.y * way.y
    let best =
      switch zone {
      case .circle: firstEntry(from: start, to: end) { circleEntry(from: $0, way, lengthSquared) }
      case .square: firstEntry(from: start, to: end) { squareEntry(from: $0, way) }
      }
    return best.map { best in
      (best.dot, ViewPoint(x: start.x + best.entry * way.x, y: start.y + best.entry * way.y))
    }
  }

  /// The unused dot with the least entry, which is asked for with the start as seen from the dot.
  @inline(always)
  private func firstEntry(
    from start: ViewPoint, to end: ViewPoint, _ entry: (ViewPoint) -> Double?
  ) -> (dot: Dot, entry: Double)? {
    var best: (dot: Dot, entry: Double)?
    // A zone lies inside its cell.
    var near = cells(between: start, and: end) & ~pattern.members
    while near != 0 {
      let number = near.trailingZeroBitCount
      near &= near - 1
      let dot = Dot(number)
      let center = centers[number]
      guard let entry = entry(ViewPoint(x: start.x - center.x, y: start.y - center.y))
      else { continue }
      if best.map({ entry < $0.entry }) ?? true { best = (dot, entry) }
    }
    return best
  }

  /// The dots whose cells the line may cross: bit n for dot n.
  @inline(always)
  private func cells(between start: ViewPoint, and end: ViewPoint) -> UInt64 {
    let (x, y) = (grid.area.x, grid.area.y)
    let left = (min(start.x, end.x) - x) * columnsPerUnit
    let right = (max(start.x, end.x) - x) * columnsPerUnit
    let top = (min(start.y, end.y) - y) * rowsPerUnit
    let bottom = (max(start.y, end.y) - y) * rowsPerUnit
    let (columns, rows) = (grid.rules.columns, grid.rules.rows)
    guard right >= 0, left < Double(columns), bottom >= 0, top < Double(rows) else { return 0 }
    let first = left > 0 ? Int(left) : 0
    let last = right < Double(columns) ? Int(right) : columns - 1
    let row = (UInt64(2) << UInt64(last - first) - 1) << UInt64(first)
    var number = top > 0 ? Int(top) : 0
    let lastRow = bottom < Double(rows) ? Int(bottom) : rows - 1
    var cells: UInt64 = 0
    while number <= lastRow {
      cells |= row << UInt64(number * columns)
      number += 1
    }
    return cells
  }

  /// How far along its way a line that starts at `from`, seen from the dot, enters its circle, from 0
  /// to below 1; nil if it does not. A line that only touches the circle does not enter it.
  @inline(always)
  private func circleEntry(
    from: ViewPoint, _ way: ViewPoint, _ lengthSquared: Double
  ) -> Double? {
    let startsAt = from.x * from.x + from.y * from.y - radiusSquared
    guard startsAt >= 0 else { return 0 }
    // The roots of |from + t·way|² = radius²; the smaller is the entry.
    let half = from.x * way.x + from.y * way.y
    let discriminant = half * half - lengthSquared * startsAt
    guard half < 0, discriminant > 0 else { return nil }
    let entry = (-half - discriminant.squareRoot()) / lengthSquared
    return entry < 1 ? entry : nil
  }

  /// The same for its square.
  private func squareEntry(from: ViewPoint, _ way: ViewPoint) -> Double? {
    guard let x = stretch(from.x, way.x), let y = stretch(from.y, way.y) else { return nil }
    let (entry, exit) = (max(x.entry, y.entry, 0), min(x.exit, y.exit))
    return entry < exit && entry < 1 ? entry : nil
  }

  /// Between which shares of its way the line is between two sides of the square; nil if nowhere.
  private func stretch(_ from: Double, _ way: Double) -> (entry: Double, exit: Double)? {
    guard way != 0 else { return abs(from) < radius ? (-.infinity, .infinity) : nil }
    let (one, other) = ((-radius - from) / way, (radius - from) / way)
    return (min(one, other), max(one, other))
  }

  private mutating func hit(_ dot: Dot) {
    if grid.rules.fillsPassedDots, !pattern.isEmpty {
      fill(from: pattern[pattern.count - 1], to: dot)
    }
    if !isFull { pattern.append(dot) }
    firstMark = trail.count
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

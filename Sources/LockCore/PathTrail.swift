import TouchCore

/// The last stretch of a path as marks an even step apart, and whether the path turned on it.
///
/// Directions are taken between marks, never between samples, so that a turn depends on the path
/// and not on how often the panel told of it. Steps and reach are distances as the crow flies: a
/// finger that trembles on the spot makes no path.
struct PathTrail {
  // All lengths are shares of the shorter side of a cell. Seen on 311 strokes of ten people and on
  // seeded knight's moves: none of these is a peak. 30° to 40° and a reach of 0.25 to 0.35 decode
  // the same strokes within one; a step of 1/16 misses a fifth more of the corners cut at 10 Hz.

  /// From one mark to the next.
  private static let step = 1.0 / 32
  /// Over which a direction is taken, before the turn and after it; so the turn is known that much
  /// later. Shorter, and noise of 2 % of a cell bends a straight path; longer, and the next dot's
  /// zone, which begins 0.3 from the wide zone's edge, is reached before the turn is known.
  private static let reach = 0.3
  /// The cosine of 35°: about halfway between 26.6°, from a row into a knight's move, and 45°, from a
  /// row into a diagonal. A straight path with noise of 2 % of a cell bends by 22° at most.
  private static let cosine = 0.819_152_044_288_992
  /// Of a straight piece, how much is marked at either end: more than a direction before and one
  /// after a turn need.
  private static let markedEnd = 1.0
  /// Two cells of marks, a power of two. A path that has not got away in them has no direction.
  private static let capacity = 64

  /// A straight piece of path that is being marked.
  struct Piece {
    fileprivate let start: ViewPoint
    fileprivate let direction: ViewPoint
    fileprivate let length: Double
    fileprivate var along: Double
  }

  /// The marks that were made, kept or not; the newest has the number below.
  private(set) var count = 0
  private var marks: [ViewPoint]
  private let step: Double
  private let reachSquared: Double
  private let markedEnd: Double

  init(cell: Double) {
    step = Self.step * cell
    reachSquared = Self.reach * Self.reach * cell * cell
    markedEnd = Self.markedEnd * cell
    marks = Array(repeating: ViewPoint(x: 0, y: 0), count: Self.capacity)
  }

  /// Forgets the path, which is as secret as its pattern.
  mutating func clear() {
    for index in 0..<Self.capacity { marks[index] = ViewPoint(x: 0, y: 0) }
    count = 0
  }

  mutating func append(_ mark: ViewPoint) {
    marks[count & (Self.capacity - 1)] = mark
    count += 1
  }

  /// The piece from `start`, which is where the path has come to, to `end`; nil if no mark is on it.
  func piece(from start: ViewPoint, to end: ViewPoint) -> Piece? {
    let last = mark(count - 1)
    let (ex, ey) = (end.x - last.x, end.y - last.y)
    guard ex * ex + ey * ey >= step * step else { return nil }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return nil }
    let direction = ViewPoint(x: dx / length, y: dy / length)
    // Where the piece leaves the circle of one step around the newest mark.
    let (fx, fy) = (start.x - last.x, start.y - last.y)
    let half = fx * direction.x + fy * direction.y
    let root = max(0, half * half - (fx * fx + fy * fy) + step * step).squareRoot()
    return Piece(start: start, direction: direction, length: length, along: max(0, root - half))
  }

  /// Makes the next mark on the piece, if there is one.
  mutating func advance(_ piece: inout Piece) -> ViewPoint? {
    guard piece.along <= piece.length else { return nil }
    let place = ViewPoint(
      x: piece.start.x + piece.along * piece.direction.x,
      y: piece.start.y + piece.along * piece.direction.y)
    append(place)
    piece.along += step
    // The middle of a long straight piece has no turn; so a wild jump costs no more than two cells.
    let middle = piece.length - piece.along - markedEnd
    if piece.along > markedEnd, middle > 0 {
      piece.along += step * (middle / step).rounded(.down)
    }
    return place
  }

  /// The mark a reach behind the newest; nil if it has a lower number than `first`.
  func corner(notBefore first: Int) -> (number: Int, place: ViewPoint)? {
    mark(behind: count - 1, notBefore: first)
  }

  /// Whether the path from a reach before that mark to the newest turns there.
  func turns(at corner: (number: Int, place: ViewPoint)) -> Bool {
    guard let before = mark(behind: corner.number, notBefore: 0)?.place else { return false }
    let (place, after) = (corner.place, mark(count - 1))
    let (ux, uy) = (place.x - before.x, place.y - before.y)
    let (vx, vy) = (after.x - place.x, after.y - place.y)
    let lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)).squareRoot()
    return ux * vx + uy * vy <= Self.cosine * lengths
  }

  private func mark(_ number: Int) -> ViewPoint { marks[number & (Self.capacity - 1)] }

  /// The last mark before that one which lies a reach or more away from it.
  private func mark(behind number: Int, notBefore first: Int) -> (number: Int, place: ViewPoint)? {
    let from = mark(number)
    let oldest = max(first, count - Self.capacity)
    var candidate = number - 1
    while candidate >= oldest {
      let place = mark(candidate)
      let (dx, dy) = (place.x - from.x, place.y - from.y)
      if dx * dx + dy * dy >= reachSquared { return (candidate, place) }
      candidate -= 1
    }
    return nil
  }
}

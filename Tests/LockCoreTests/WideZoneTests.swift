import LockCore
import TestSupport
import Testing
import TouchCore

struct WideZoneTests {
  /// A grid whose cells are 100 units: plain zones of 30, wide ones of 40.
  private func grid(
    _ rules: PatternRules = .standard, factor: Double = DotGrid.standardHitFactor,
    wide: Double = DotGrid.standardWideFactor
  ) -> DotGrid {
    let area = ViewRect(
      x: 0, y: 0, width: 100 * Double(rules.columns), height: 100 * Double(rules.rows))
    return DotGrid(rules: rules, area: area, hitFactor: factor, wideFactor: wide)
  }

  private func stroke(_ grid: DotGrid, _ points: [(Double, Double)]) -> Stroke {
    var stroke = Stroke(on: grid, into: Pattern())
    for (x, y) in points { stroke.extend(to: ViewPoint(x: x, y: y)) }
    return stroke
  }

  private func dots(_ grid: DotGrid, _ points: [(Double, Double)]) -> [Int] {
    dots(of: stroke(grid, points))
  }

  private func dots(of stroke: borrowing Stroke) -> [Int] {
    (0..<stroke.pattern.count).map { Int(stroke.pattern[$0].number) }
  }

  @Test func `a stroke may start in a wide zone, at once`() {
    #expect(dots(grid(), [(50, 89.9)]) == [0])
    #expect(dots(grid(), [(50, 90)]) == [])
    #expect(dots(grid(), [(0, 89.9), (50, 89.9)]) == [])
  }

  @Test func `a path that goes straight through a wide zone hits nothing`() {
    #expect(dots(grid(), [(-50, 85), (350, 85)]) == [])
    #expect(dots(grid(), [(-50, 85), (50, 85), (150, 85.1), (350, 85)]) == [])
  }

  @Test func `a dot is hit where the path turns in its wide zone, a third of a cell later`() {
    let corner: [(Double, Double)] = [(50, 50), (212, 50)]
    #expect(dots(grid(), corner) == [0, 1])
    #expect(dots(grid(), corner + [(212, 79)]) == [0, 1])
    #expect(dots(grid(), corner + [(212, 84)]) == [0, 1, 2])
    #expect(dots(grid(), corner + [(212, 79), (212, 84)]) == [0, 1, 2])
    #expect(dots(grid(), [(50, 50), (208, 50), (208, 84)]) == [0, 1])
  }

  @Test func `a turn counts from 35 degrees on, however the path lies`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let (before, corner) = approach(using: &random)
      for (degrees, isHit) in [(0, false), (31, false), (39, true), (90, true), (180, true)] {
        let leg = turned(before, corner, degrees: Double(degrees))
        let path = [before, corner, leg].map { ($0.x, $0.y) }
        #expect(dots(grid(factor: 1e-9), path) == (isHit ? [4] : []), "\(degrees)°: \(path)")
      }
    }
  }

  /// A point at the edge of dot 4's cell, and one that is in its wide zone, 60 units on.
  private func approach(using random: inout SeededRandom) -> (ViewPoint, ViewPoint) {
    while true {
      let corner = ViewPoint(
        x: .random(in: 110...190, using: &random), y: .random(in: 110...190, using: &random))
      let direction = Double.random(in: 0..<4, using: &random)
      let side = Double(Int(direction).isMultiple(of: 2) ? 1 : -1)
      let slope = direction.truncatingRemainder(dividingBy: 1) * 2 - 1
      let length = (1 + slope * slope).squareRoot() * side
      let (dx, dy) = (60 / length, 60 * slope / length)
      let before =
        direction < 2
        ? ViewPoint(x: corner.x - dx, y: corner.y - dy)
        : ViewPoint(x: corner.x - dy, y: corner.y - dx)
      guard away(corner) < 36, away(before) > 41, 100...200 ~= before.x, 100...200 ~= before.y
      else { continue }
      return (before, corner)
    }
  }

  /// How far from dot 4.
  private func away(_ point: ViewPoint) -> Double {
    let (dx, dy) = (point.x - 150, point.y - 150)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The point 40 units on from the corner, after a turn.
  private func turned(_ before: ViewPoint, _ corner: ViewPoint, degrees: Double) -> ViewPoint {
    let (ux, uy) = ((corner.x - before.x) / 60, (corner.y - before.y) / 60)
    let sines: [Double: (Double, Double)] = [
      0: (0, 1), 31: (0.5150, 0.8572), 39: (0.6293, 0.7771), 90: (1, 0), 180: (0, -1),
    ]
    let (sine, cosine) = sines[degrees] ?? (0, 1)
    return ViewPoint(
      x: corner.x + 40 * (ux * cosine - uy * sine), y: corner.y + 40 * (ux * sine + uy * cosine))
  }

  @Test func `noise of two percent of a cell is no turn`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let from = (-60.0, Double.random(in: -50...350, using: &random))
      let to = (360.0, Double.random(in: -50...350, using: &random))
      let samples = Int.random(in: 5...400, using: &random)
      let path = (0...samples).map { sample in
        let share = Double(sample) / Double(samples)
        return (
          from.0 + (to.0 - from.0) * share + .random(in: -2...2, using: &random),
          from.1 + (to.1 - from.1) * share + .random(in: -2...2, using: &random)
        )
      }
      #expect(dots(grid(), path) == dots(grid(wide: 0), path))
    }
  }

  @Test func `a straight knight's move takes no dot beside it, at every offset`() {
    for from in 0..<9 {
      for to in 0..<9 {
        let (dx, dy) = (Double(to % 3 - from % 3), Double(to / 3 - from / 3))
        guard dx * dx + dy * dy == 5 else { continue }
        // A dot beside it lies 44.7 from the line: at an offset of 14.6 it is in the wide zone, not
        // in the plain one.
        for step in -73...73 {
          let (shiftX, shiftY) = (-dy / 5.0.squareRoot(), dx / 5.0.squareRoot())
          let offset = 0.2 * Double(step)
          let start = (
            50 + 100 * Double(from % 3) + offset * shiftX,
            50 + 100 * Double(from / 3) + offset * shiftY
          )
          let end = (start.0 + 100 * dx, start.1 + 100 * dy)
          #expect(dots(grid(), [start, end]) == [from, to], "offset \(offset)")
        }
      }
    }
  }

  @Test func `a late dot comes before all that is hit later, and what it passed before it`() {
    // Between dots 1 and 4, into the wide zone of 2, and down to 5.
    let late = stroke(grid(), [(50, 50), (150, 100), (228, 80), (228, 150)])
    #expect(dots(of: late) == [0, 1, 2, 5])
    #expect(late.isFilled(Dot(1)) && !late.isFilled(Dot(2)) && !late.isFilled(Dot(5)))
    #expect(late.end == ViewPoint(x: 228, y: 150))
  }

  @Test func `a turn that is known only after another hit is none`() {
    // With plain zones of 35 and wide ones of 45, dot 1 begins 23 from the corner beside dot 0.
    let path = [(92.0, -60.0), (92, 50), (250, 50)]
    #expect(dots(grid(factor: 0.7, wide: 0.9), path) == [1, 2])
    #expect(dots(grid(factor: 0.5, wide: 0.9), path) == [0, 1, 2])
  }

  @Test func `the most dots may be reached by a turn`() throws {
    let rules = try PatternRules(minimum: 2, maximum: 3)
    #expect(dots(grid(rules), [(50, 50), (212, 50), (212, 150), (250, 250)]) == [0, 1, 2])
  }

  @Test func `a wide zone that is no wider than the plain one does nothing`() {
    let path = [(50.0, 85.0), (212, 50), (212, 150)]
    #expect(dots(grid(wide: 0), path) == dots(grid(wide: 0.6), path))
    #expect(dots(grid(wide: 0), path).first == 1)
  }

  @Test func `a jump of ten billion cells ends`() {
    #expect(dots(grid(), [(50, 50), (1e12, 1e12), (250, 250)]) == [0, 4, 8])
  }

  @Test func `a path at any rate makes the same dots`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    var turns = 0
    var coarse = Stroke(on: grid(), into: Pattern())
    for round in 0..<400 {
      // A tenth of the paths go far beyond the grid.
      let range = round.isMultiple(of: 10) ? -5000.0...5000 : -50...350
      let corners = (0..<8).map { _ in
        ViewPoint(x: .random(in: range, using: &random), y: .random(in: range, using: &random))
      }
      coarse.clear()
      for corner in corners { coarse.extend(to: corner) }
      var fine = Stroke(on: grid(), into: Pattern())
      var plain = Stroke(on: grid(wide: 0), into: Pattern())
      for (from, to) in zip(corners, corners.dropFirst()) {
        // One finger's second at 7 to 125 Hz, at uneven times.
        let cuts = (0..<Int.random(in: 7...125, using: &random))
          .map { _ in Double.random(in: 0...1, using: &random) }.sorted()
        for share in [0] + cuts + [1] {
          let point = ViewPoint(
            x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
          fine.extend(to: point)
          plain.extend(to: point)
        }
      }
      #expect(dots(of: coarse) == dots(of: fine))
      if dots(of: fine) != dots(of: plain) { turns += 1 }
    }
    #expect(turns > 0)
  }
}

import LockCore
import TestSupport
import Testing
import TouchCore

/// Square zones on a grid whose cells are 100 units: half a side is 25.
struct ZoneTests {
  private let grid: DotGrid

  init() throws {
    grid = DotGrid(
      rules: try PatternRules(fillsPassedDots: false),
      area: ViewRect(x: 0, y: 0, width: 300, height: 300), hitFactor: 0.5, zone: .square)
  }

  private func dots(_ points: [(Double, Double)]) -> [Int] {
    var stroke = Stroke(on: grid, into: Pattern())
    for (x, y) in points { stroke.extend(to: ViewPoint(x: x, y: y)) }
    return (0..<stroke.pattern.count).map { Int(stroke.pattern[$0].number) }
  }

  @Test func `a square zone reaches into its corners and no farther`() {
    #expect(dots([(74.9, 74.9)]) == [0])
    #expect(dots([(25.1, 74.9)]) == [0])
    #expect(dots([(75, 50)]) == [])
    #expect(dots([(50, 25)]) == [])
    #expect(dots([(76, 0), (76, 100)]) == [])
    #expect(dots([(74, 0), (74, 100)]) == [0])
  }

  @Test func `a path beside a square zone, or along its side, does not hit it`() {
    #expect(dots([(75, 0), (75, 100)]) == [])
    #expect(dots([(50, 100), (100, 50)]) == [])
    #expect(dots([(50, 99), (99, 50)]) == [0])
  }

  @Test func `a square zone is swept, in the order of the path`() {
    #expect(dots([(-50, 60), (350, 60)]) == [0, 1, 2])
    #expect(dots([(350, 60), (-50, 60)]) == [2, 1, 0])
    #expect(dots([(-100, -80), (400, 390)]) == [0, 4, 8])
  }

  @Test func `there is no wide zone around a square one`() {
    let path: [(Double, Double)] = [(50, 50), (212, 50), (212, 150)]
    #expect(dots(path) == [0, 1])
    #expect(dots([(50, 80)]) == [])
    #expect(grid.wideRadius == grid.hitRadius)
  }

  @Test func `a path at any rate makes the same dots of square zones`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let corners = (0..<6).map { _ in
        (Double.random(in: -50...350, using: &random), Double.random(in: -50...350, using: &random))
      }
      var samples = Array(corners.prefix(1))
      for (from, to) in zip(corners, corners.dropFirst()) {
        for step in 1...400 {
          let share = Double(step) / 400
          samples.append((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
        }
      }
      // What CGRectContainsPoint would say of samples so close that none is lost.
      var plain: [Int] = []
      for (x, y) in samples {
        let (column, row) = ((x / 100).rounded(.down), (y / 100).rounded(.down))
        guard 0..<3 ~= column, 0..<3 ~= row, abs(x - 100 * column - 50) < 25,
          abs(y - 100 * row - 50) < 25
        else { continue }
        let dot = Int(row) * 3 + Int(column)
        if !plain.contains(dot) { plain.append(dot) }
      }
      // A sampled path may miss a corner that it grazes; the swept one must not miss anything else.
      let swept = dots(corners)
      #expect(swept == dots(samples))
      #expect(Set(plain).isSubset(of: swept))
    }
  }
}

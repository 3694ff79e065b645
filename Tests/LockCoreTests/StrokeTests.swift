import LockCore
import TestSupport
import Testing
import TouchCore

struct StrokeTests {
  /// A grid whose cells are 100 units, so that dot n is at (50 + 100·column, 50 + 100·row).
  private func grid(
    _ rules: PatternRules = .standard, factor: Double = DotGrid.standardHitFactor
  ) -> DotGrid {
    let area = ViewRect(
      x: 0, y: 0, width: 100 * Double(rules.columns), height: 100 * Double(rules.rows))
    return DotGrid(rules: rules, area: area, hitFactor: factor)
  }

  private func dots(_ grid: DotGrid, _ points: [(Double, Double)]) -> [Int] {
    var stroke = Stroke(on: grid, into: Pattern())
    for (x, y) in points { stroke.extend(to: ViewPoint(x: x, y: y)) }
    return dots(of: stroke)
  }

  private func dots(of stroke: borrowing Stroke) -> [Int] {
    (0..<stroke.pattern.count).map { Int(stroke.pattern[$0].number) }
  }

  @Test func `dots are met in the order of the path, however few the samples`() {
    #expect(dots(grid(), [(50, 50), (250, 50), (250, 250)]) == [0, 1, 2, 5, 8])
    #expect(dots(grid(), [(250, 250), (250, 50), (50, 50)]) == [8, 5, 2, 1, 0])
    #expect(dots(grid(), [(-100, -100), (400, 400)]) == [0, 4, 8])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a position that is no number hits nothing`(value: Double) {
    #expect(dots(grid(), [(value, 50), (50, value), (value, value)]) == [])
  }

  @Test func `a circle that the path only touches is not hit`() {
    #expect(dots(grid(), [(0, 80), (100, 80)]) == [])
    #expect(dots(grid(), [(0, 79.9), (100, 79.9)]) == [0])
    #expect(dots(grid(), [(50, 0), (50, 20)]) == [])
    #expect(dots(grid(), [(50, 0), (50, 20.1)]) == [0])
  }

  @Test func `a straight knight's move takes no dot beside it`() {
    #expect(dots(grid(), [(150, 50), (50, 250)]) == [1, 6])
    #expect(dots(grid(), [(50, 50), (250, 150)]) == [0, 5])
    #expect(dots(grid(factor: 1), [(50, 50), (250, 150)]).count > 2)
  }

  @Test func `a dot that is passed beside its circle is filled in before the next`() {
    let path: [(Double, Double)] = [(50, 50), (150, 95), (250, 50)]
    #expect(dots(grid(), path) == [0, 1, 2])
    var stroke = Stroke(on: grid(), into: Pattern())
    for (x, y) in path { stroke.extend(to: ViewPoint(x: x, y: y)) }
    #expect(stroke.isFilled(Dot(1)) && !stroke.isFilled(Dot(0)) && !stroke.isFilled(Dot(2)))
  }

  @Test func `with no fill a dot beside the path is left out`() throws {
    let rules = try PatternRules(fillsPassedDots: false)
    #expect(dots(grid(rules), [(50, 50), (150, 95), (250, 50)]) == [0, 2])
  }

  @Test func `a used dot is jumped, not taken twice`() {
    let path: [(Double, Double)] = [(150, 50), (50, 50), (150, 95), (250, 50)]
    #expect(dots(grid(), path) == [1, 0, 2])
  }

  @Test func `several dots are filled in walking order`() throws {
    let rules = try PatternRules(rows: 6, columns: 6)
    let around: [(Double, Double)] = [
      (550, 550), (700, 700), (700, -100), (-100, -100), (50, 50),
    ]
    #expect(dots(grid(rules), around) == [35, 28, 21, 14, 7, 0])
  }

  @Test func `slopes that are no exact diagonal fill nothing on larger grids`() throws {
    let rules = try PatternRules(rows: 5, columns: 5)
    #expect(dots(grid(rules, factor: 0.2), [(50, 50), (260, 125), (450, 250)]) == [0, 14])
  }

  @Test func `the most dots end a stroke, even in the middle of a fill`() throws {
    let rules = try PatternRules(minimum: 2, maximum: 3)
    #expect(dots(grid(rules), [(50, 250), (50, 50), (250, 50)]) == [6, 3, 0])
    #expect(dots(grid(rules), [(50, 150), (50, 50), (150, 95), (250, 50)]) == [3, 0, 1])
  }

  @Test func `a stroke through the dots of any pattern makes that pattern`() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let grid = grid()
    for _ in 0..<500 {
      let aims = (0..<9).shuffled(using: &random).prefix(Int.random(in: 1...9, using: &random))
      var stroke = Stroke(on: grid, into: Pattern())
      for aim in aims { stroke.extend(to: grid.center(of: Dot(aim))) }
      let drawn = dots(of: stroke)
      #expect(Set(aims).isSubset(of: drawn) && Set(drawn).count == drawn.count)
      for (from, to) in zip(drawn, drawn.dropFirst()) {
        grid.rules.forEachDotPassed(from: Dot(from), to: Dot(to)) { passed in
          #expect(drawn.prefix { $0 != to }.contains(Int(passed.number)))
        }
      }
    }
  }
}

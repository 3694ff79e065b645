import LockCore
import TestSupport
import Testing
import TouchCore

/// Knight's moves by hand, with the wide zone and without it on the same path. People's recorded
/// strokes cannot judge these: their labels come from a zone that swallows the dots beside the move.
struct WideZoneKnightTests {
  private struct Move {
    let wanted: [Int]
    /// The dots beside the knight's move.
    let beside: [Int]
    let samples: [ViewPoint]
  }

  /// In cells: the deviation of an aim from its dot, and of the middle of a knight's move from the
  /// straight line.
  private let aim = 0.08
  private let bow = 0.045
  private let rate = 60.0
  private let secondsOfLeg = 0.26

  private func beside(_ from: Int, _ to: Int) -> [Int] {
    let (dx, dy) = (to % 3 - from % 3, to / 3 - from / 3)
    return (0..<9).filter { dot in
      let (x, y) = (dot % 3 - from % 3, dot / 3 - from / 3)
      return abs(x * dy - y * dx) == 1 && 1...4 ~= x * dx + y * dy
    }
  }

  /// A dot, a knight's move and another dot, such that no dot beside the move belongs to the pattern.
  private func aims(using random: inout SeededRandom) -> (dots: [Int], beside: [Int]) {
    while true {
      let dots = (0..<4).map { _ in Int.random(in: 0..<9, using: &random) }
      let (dx, dy) = (dots[2] % 3 - dots[1] % 3, dots[2] / 3 - dots[1] / 3)
      guard dx * dx + dy * dy == 5, Set(dots).count == 4 else { continue }
      let beside = beside(dots[1], dots[2])
      let wanted = pattern(of: dots)
      guard wanted.allSatisfy({ !beside.contains($0) }),
        let start = wanted.firstIndex(of: dots[1]), let end = wanted.firstIndex(of: dots[2]),
        end == start + 1
      else { continue }
      return (dots, beside)
    }
  }

  private func pattern(of aims: [Int]) -> [Int] {
    var wanted = [aims[0]]
    for (from, to) in zip(aims, aims.dropFirst()) {
      PatternRules.standard.forEachDotPassed(from: Dot(from), to: Dot(to)) { dot in
        if !wanted.contains(Int(dot.number)) { wanted.append(Int(dot.number)) }
      }
      if !wanted.contains(to) { wanted.append(to) }
    }
    return wanted
  }

  private func move(using random: inout SeededRandom) -> Move {
    let (dots, beside) = aims(using: &random)
    let places = dots.map { dot in
      ViewPoint(
        x: Double(dot % 3) + 0.5 + aim * random.normal(),
        y: Double(dot / 3) + 0.5 + aim * random.normal())
    }
    var samples = [places[0]]
    let bows = (0..<3).map { _ in bow * random.normal() / 5.0.squareRoot() }
    var time = Double.random(in: 0..<1, using: &random) / rate
    while time < 3 * secondsOfLeg {
      let leg = Int(time / secondsOfLeg)
      let passed = time / secondsOfLeg - Double(leg)
      // The share of the way at the least jerk (Flash and Hogan 1985).
      let share = passed * passed * passed * (10 - 15 * passed + 6 * passed * passed)
      let (from, to) = (places[leg], places[leg + 1])
      let side = bows[leg] * 4 * share * (1 - share)
      samples.append(
        ViewPoint(
          x: from.x + (to.x - from.x) * share - (to.y - from.y) * side,
          y: from.y + (to.y - from.y) * share + (to.x - from.x) * side))
      time += 1 / rate
    }
    return Move(wanted: pattern(of: dots), beside: beside, samples: samples + [places[3]])
  }

  private func dots(_ move: Move, _ grid: DotGrid) -> [Int] {
    var stroke = Stroke(on: grid, into: Pattern())
    for sample in move.samples { stroke.extend(to: sample) }
    return (0..<stroke.pattern.count).map { Int(stroke.pattern[$0].number) }
  }

  @Test func `the wide zone adds no dot beside a knight's move`() {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    let area = ViewRect(x: 0, y: 0, width: 3, height: 3)
    let grid = DotGrid(rules: .standard, area: area)
    let plain = DotGrid(rules: .standard, area: area, wideFactor: 0)
    let count = 3000
    var (extra, plainExtra, right, plainRight) = (0, 0, 0, 0)
    for _ in 0..<count {
      let move = move(using: &random)
      let (drawn, plainDrawn) = (dots(move, grid), dots(move, plain))
      extra += move.beside.count { drawn.contains($0) }
      plainExtra += move.beside.count { plainDrawn.contains($0) }
      if drawn == move.wanted { right += 1 }
      if plainDrawn == move.wanted { plainRight += 1 }
    }
    print(
      "seed \(seed), \(count) moves: \(extra) extra dots, \(right) right;",
      "with no wide zone \(plainExtra) and \(plainRight)")
    #expect(Double(extra) <= 0.06 * Double(count))
    #expect(extra <= plainExtra && right >= plainRight)
  }
}

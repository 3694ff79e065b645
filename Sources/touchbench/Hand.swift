import LockCore
import TestSupport
import TouchCore

/// Draws strokes as a hand would: aimed beside the dots, a little bowed, slow at the dots and fast
/// between. Seeded, on cells of 1.
struct Hand {
  /// In cells: the deviation of an aim from its dot, and of the middle of a leg from the straight line.
  private let aim = 0.08
  private let bow = 0.045
  /// Measured from people.
  private let microsecondsPerLeg = 260_000.0
  private let samplesPerSecond = 250.0
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A stroke with a knight's move between two others, and the dots beside that.
  mutating func knight() -> (stroke: DrawnStroke, beside: [Int]) {
    while true {
      let dots = (0..<4).map { _ in Int.random(in: 0..<9, using: &random) }
      let (dx, dy) = (dots[2] % 3 - dots[1] % 3, dots[2] / 3 - dots[1] / 3)
      guard dx * dx + dy * dy == 5, Set(dots).count == 4 else { continue }
      let beside = (0..<9).filter { dot in
        let (x, y) = (dot % 3 - dots[1] % 3, dot / 3 - dots[1] / 3)
        return abs(x * dy - y * dx) == 1 && 1...4 ~= x * dx + y * dy
      }
      let label = Self.pattern(of: dots)
      guard label.allSatisfy({ !beside.contains($0) }) else { continue }
      return (stroke(through: dots), beside)
    }
  }

  /// A stroke over four to seven dots.
  mutating func any() -> DrawnStroke {
    let dots = (0..<9).shuffled(using: &random).prefix(Int.random(in: 4...7, using: &random))
    return stroke(through: Array(dots))
  }

  /// The pattern that straight lines from dot to dot make.
  private static func pattern(of aims: [Int]) -> [Int] {
    var pattern = [aims[0]]
    for (from, to) in zip(aims, aims.dropFirst()) {
      PatternRules.standard.forEachDotPassed(from: Dot(from), to: Dot(to)) { dot in
        if !pattern.contains(Int(dot.number)) { pattern.append(Int(dot.number)) }
      }
      if !pattern.contains(to) { pattern.append(to) }
    }
    return pattern
  }

  private mutating func stroke(through dots: [Int]) -> DrawnStroke {
    let places = dots.map { dot in
      ViewPoint(
        x: Double(dot % 3) + 0.5 + aim * random.normal(),
        y: Double(dot / 3) + 0.5 + aim * random.normal())
    }
    let bows = dots.dropFirst().map { _ in bow * random.normal() / 5.0.squareRoot() }
    var samples = [DrawnStroke.Sample(time: 0, point: places[0])]
    let period = 1_000_000 / samplesPerSecond
    var time = period
    while time < Double(bows.count) * microsecondsPerLeg {
      let leg = Int(time / microsecondsPerLeg)
      let passed = time / microsecondsPerLeg - Double(leg)
      // The share of the way at the least jerk (Flash and Hogan 1985).
      let share = passed * passed * passed * (10 - 15 * passed + 6 * passed * passed)
      let (from, to) = (places[leg], places[leg + 1])
      let side = bows[leg] * 4 * share * (1 - share)
      let point = ViewPoint(
        x: from.x + (to.x - from.x) * share - (to.y - from.y) * side,
        y: from.y + (to.y - from.y) * share + (to.x - from.x) * side)
      samples.append(DrawnStroke.Sample(time: time, point: point))
      time += period
    }
    samples.append(DrawnStroke.Sample(time: time, point: places[places.count - 1]))
    return DrawnStroke(
      label: Self.pattern(of: dots), samples: samples,
      area: ViewRect(x: 0, y: 0, width: 3, height: 3))
  }
}

/// A walk along samples in small steps.
enum Walk {
  /// The wide zone's radius on cells of 300, and a little.
  private static let radius = 0.8 * 150 + 1
  private static let steps = 200

  /// How many of the dots are met, in order, once the piece is walked, given how many were before.
  static func advance(
    _ met: Int, of dots: [Int], from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> Int {
    var met = met
    for step in 0...steps where met < dots.count {
      let share = Double(step) / Double(steps)
      let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      let (dx, dy) = (x - Double(dots[met] % 3 * 300 + 150), y - Double(dots[met] / 3 * 300 + 150))
      // A step may be as long as a zone is wide, on positions beyond the panel.
      let length = max(abs(to.x - from.x), abs(to.y - from.y)) / Double(steps)
      let reach = radius + length
      if dx * dx + dy * dy <= reach * reach { met += 1 }
    }
    return met
  }

  static func visits(_ dots: [Int], along samples: [(x: Double, y: Double)]) -> Bool {
    guard let first = samples.first else { return false }
    var met = advance(0, of: dots, from: first, to: first)
    for (from, to) in zip(samples, samples.dropFirst()) {
      met = advance(met, of: dots, from: from, to: to)
    }
    return met == dots.count
  }
}

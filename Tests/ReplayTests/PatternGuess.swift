import TestSupport

/// Guesses a stroke's pattern by its nearest neighbours among other strokes whose patterns are known.
struct PatternGuess {
  struct Hits: Equatable {
    /// Strokes whose nearest neighbour has the same pattern.
    var first = 0
    /// Strokes whose pattern is among the nearest five.
    var five = 0
  }

  /// For each stroke the others, nearest first.
  private let neighbours: [[Int]]

  /// - Parameter features: of each stroke, equally many numbers.
  init(_ features: [[Double]]) {
    neighbours = features.indices.map { index in
      let distances = features.indices.map { other in
        zip(features[index], features[other]).reduce(0) { $0 + abs($1.0 - $1.1) }
      }
      return features.indices.filter { $0 != index }
        .sorted { (distances[$0], $0) < (distances[$1], $1) }
    }
  }

  /// How often the strokes' own labels are guessed.
  func hits(_ labels: [Int]) -> Hits {
    var hits = Hits()
    for (index, others) in neighbours.enumerated() {
      var guesses: [Int] = []
      for other in others where !guesses.contains(labels[other]) {
        guesses.append(labels[other])
        if guesses.count == 5 { break }
      }
      if guesses.first == labels[index] { hits.first += 1 }
      if guesses.contains(labels[index]) { hits.five += 1 }
    }
    return hits
  }

  /// What chance gives: the hits in five guesses after labels have changed places at random, but only
  /// among strokes of each block; ascending.
  func chance(
    _ labels: [Int], within blocks: [ArraySlice<Int>], shuffles: Int,
    using random: inout SeededRandom
  ) -> [Int] {
    (0..<shuffles).map { _ in
      var shuffled = labels
      for block in blocks {
        for (from, to) in zip(block, block.shuffled(using: &random)) {
          shuffled[to] = labels[from]
        }
      }
      return hits(shuffled).five
    }.sorted()
  }
}

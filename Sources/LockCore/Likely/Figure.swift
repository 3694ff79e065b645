/// A figure by the corners of its line, each at one of three places of a row and a column: the first,
/// the middle, the last. Where there is no middle dot, either beside it will do.
struct Figure {
  private let corners: [(row: Int, column: Int)]

  static let all = [
    // Z and N.
    Figure((0, 0), (0, 2), (2, 0), (2, 2)),
    // M and W.
    Figure((2, 0), (0, 0), (1, 1), (0, 2), (2, 2)),
    // P, and what it is turned and mirrored.
    Figure((2, 0), (0, 0), (0, 2), (1, 2), (1, 1)),
    // A triangle, whose last side stops at the middle, and a diamond.
    Figure((0, 0), (2, 2), (2, 0), (1, 0)),
    Figure((0, 1), (1, 2), (2, 1), (1, 0)),
  ]

  static let mostLegs = all.map { $0.corners.count - 1 }.max() ?? 0

  private init(_ corners: (row: Int, column: Int)...) { self.corners = corners }

  func matches(
    _ pattern: borrowing Pattern, on rules: PatternRules, legs: Int, fromEnd: Bool
  ) -> Bool {
    guard legs == corners.count - 1 else { return false }
    // Bit 0 to 2: transposed, mirrored either way; bits 3 and 4: the dot beyond a middle gap.
    for variant in 0..<32 where matches(pattern, on: rules, fromEnd: fromEnd, variant) {
      return true
    }
    return false
  }

  private func matches(
    _ pattern: borrowing Pattern, on rules: PatternRules, fromEnd: Bool, _ variant: Int
  ) -> Bool {
    var walk = LineWalk(rules, fromEnd: fromEnd)
    var corner = 0
    while let leg = walk.next(of: pattern) {
      if corner == 0, leg.start != place(corner, rules, variant) { return false }
      corner += 1
      guard leg.end == place(corner, rules, variant) else { return false }
    }
    return true
  }

  private func place(_ corner: Int, _ rules: PatternRules, _ variant: Int) -> GridPlace {
    var (row, column) = corners[corner]
    if variant & 1 != 0 { swap(&row, &column) }
    if variant & 2 != 0 { row = 2 - row }
    if variant & 4 != 0 { column = 2 - column }
    return GridPlace(
      row: Self.third(row, of: rules.rows, beyond: variant & 8 != 0),
      column: Self.third(column, of: rules.columns, beyond: variant & 16 != 0))
  }

  /// The first, middle or last of so many.
  private static func third(_ place: Int, of count: Int, beyond: Bool) -> Int {
    switch place {
    case 0: 0
    case 1: beyond ? count / 2 : (count - 1) / 2
    default: count - 1
    }
  }
}

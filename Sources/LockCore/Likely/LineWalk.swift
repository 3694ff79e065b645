/// A place of the grid.
struct GridPlace: Hashable {
  let row: Int
  let column: Int
}

/// A straight piece of a pattern's line, from one of its corners to the next.
struct Leg {
  let start: GridPlace
  let end: GridPlace
  /// Towards where: −1, 0 or 1, or the whole way if that is no row, column or exact diagonal.
  let rowStep: Int
  let columnStep: Int
  let length: Int

  init(from start: GridPlace, to end: GridPlace) {
    let (rows, columns) = (end.row - start.row, end.column - start.column)
    self.start = start
    self.end = end
    length =
      rows == 0 || columns == 0 || abs(rows) == abs(columns) ? max(abs(rows), abs(columns)) : 1
    (rowStep, columnStep) = (rows / length, columns / length)
  }

  var isStraight: Bool { abs(rowStep) <= 1 && abs(columnStep) <= 1 }

  func hasDirection(of other: Leg) -> Bool {
    rowStep == other.rowStep && columnStep == other.columnStep
  }
}

/// Walks along a pattern's line, leg by leg. The pattern stays where it is.
struct LineWalk {
  private let rules: PatternRules
  private let fromEnd: Bool
  private var position = 0

  init(_ rules: PatternRules, fromEnd: Bool) {
    self.rules = rules
    self.fromEnd = fromEnd
  }

  mutating func next(of pattern: borrowing Pattern) -> Leg? {
    guard position + 1 < pattern.count else { return nil }
    let start = place(position, of: pattern)
    position += 1
    var leg = Leg(from: start, to: place(position, of: pattern))
    while position + 1 < pattern.count {
      let on = Leg(from: leg.end, to: place(position + 1, of: pattern))
      guard on.isStraight, on.hasDirection(of: leg) else { break }
      leg = Leg(from: start, to: on.end)
      position += 1
    }
    return leg
  }

  private func place(_ position: Int, of pattern: borrowing Pattern) -> GridPlace {
    let dot = pattern[fromEnd ? pattern.count - 1 - position : position]
    return GridPlace(row: rules.row(of: dot), column: rules.column(of: dot))
  }
}

/// One straight line, or two.
struct FewLines {
  private(set) var holds = true
  private var legs = 0

  mutating func take(_ leg: Leg) {
    legs += 1
    holds = holds && legs <= 2 && leg.isStraight
  }
}

/// From a corner along the edge, always turning the same way, and on inwards round what is left.
struct EdgeRound {
  private(set) var holds = true
  // What is left of the grid.
  private var rows: ClosedRange<Int>
  private var columns: ClosedRange<Int>
  private var last: Leg?
  private var turn = 0

  init(_ rules: PatternRules) {
    rows = 0...rules.rows - 1
    columns = 0...rules.columns - 1
  }

  mutating func take(_ leg: Leg) {
    holds = holds && goesOn(leg)
    last = leg
  }

  private mutating func goesOn(_ leg: Leg) -> Bool {
    guard leg.isStraight, leg.rowStep == 0 || leg.columnStep == 0 else { return false }
    guard let last else { return isCorner(leg.start) }
    // A left turn is −1, a right turn 1, back or on 0.
    let turn = last.columnStep * leg.rowStep - last.rowStep * leg.columnStep
    guard turn != 0, self.turn == 0 || turn == self.turn, isAtEnd(last) else { return false }
    self.turn = turn
    return narrow(past: last)
  }

  private func isCorner(_ place: GridPlace) -> Bool {
    (place.row == rows.lowerBound || place.row == rows.upperBound)
      && (place.column == columns.lowerBound || place.column == columns.upperBound)
  }

  private func isAtEnd(_ leg: Leg) -> Bool {
    leg.rowStep == 0
      ? leg.end.column == (leg.columnStep > 0 ? columns.upperBound : columns.lowerBound)
      : leg.end.row == (leg.rowStep > 0 ? rows.upperBound : rows.lowerBound)
  }

  /// Takes the leg's row or column off; returns whether anything is left to go to.
  private mutating func narrow(past leg: Leg) -> Bool {
    if leg.rowStep == 0 {
      guard let left = Self.without(leg.start.row, rows) else { return false }
      rows = left
    } else {
      guard let left = Self.without(leg.start.column, columns) else { return false }
      columns = left
    }
    return true
  }

  private static func without(_ end: Int, _ range: ClosedRange<Int>) -> ClosedRange<Int>? {
    guard range.count > 1 else { return nil }
    return end == range.lowerBound
      ? range.lowerBound + 1...range.upperBound : range.lowerBound...range.upperBound - 1
  }
}

/// From a corner to and fro: a whole row or column, one step on, the next one back.
struct Sweep {
  private(set) var holds = true
  private let rules: PatternRules
  private var legs = 0
  private var last: Leg?
  private var beforeLast: Leg?

  init(_ rules: PatternRules) { self.rules = rules }

  mutating func take(_ leg: Leg) {
    holds = holds && goesOn(leg)
    legs += 1
    (beforeLast, last) = (last, leg)
  }

  private func goesOn(_ leg: Leg) -> Bool {
    guard leg.isStraight, leg.rowStep == 0 || leg.columnStep == 0 else { return false }
    guard let last else {
      return (leg.start.row == 0 || leg.start.row == rules.rows - 1)
        && (leg.start.column == 0 || leg.start.column == rules.columns - 1)
    }
    guard (leg.rowStep == 0) != (last.rowStep == 0) else { return false }
    guard legs.isMultiple(of: 2) else {
      let whole = last.rowStep == 0 ? rules.columns - 1 : rules.rows - 1
      return last.length == whole && leg.length == 1
        && (beforeLast.map(leg.hasDirection(of:)) ?? true)
    }
    return beforeLast.map { !leg.hasDirection(of: $0) } ?? true
  }
}

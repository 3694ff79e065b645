/// The patterns that people choose so often that a guesser begins with them, by a rule and no table.
///
/// What counts is the line that a pattern makes, read from either end, wherever it lies and however
/// it is turned or mirrored:
///
/// 1. one straight line, or two: L, V, 7, and a corner with a tail;
/// 2. from a corner round along the edge, and on inwards: U, C, O, G;
/// 3. from a corner to and fro over the rows or the columns: S and what leads to it;
/// 4. Z and N, M and W, P, a triangle, a diamond.
///
/// Straight is along a row, a column or an exact diagonal; dots that a line passes over belong to it
/// whether they are filled in or not. Of Android's 389,112 patterns these are 296, 88 of them of four
/// dots: between the 100 to block that Munyendo et al. (SOUPS 2021) recommend and the 581 that left a
/// guesser 2 % after 30 guesses. All of the first 30 of a published sample (APC of Ruhr University
/// Bochum, `data/sample.txt`), which seems to begin with the likeliest, are among them, and 45 of its
/// first 50. How many people's patterns they are is not published.
public enum LikelyPatterns {
  /// Why a pattern is likely.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// It is one straight line, or two.
    case fewLines
    /// It goes along the edge from a corner.
    case edge
    /// It goes to and fro, row by row or column by column, from a corner.
    case sweep
    /// It is a letter or another figure that many people draw.
    case figure
    /// It is a PIN that is one digit, a row of digits or a pair again and again.
    case plainDigits
  }

  /// Why the pattern is likely; nil if it is not.
  ///
  /// It copies no dots and allocates nothing.
  public static func reason(
    _ pattern: borrowing Pattern, on rules: PatternRules
  ) -> Reason? {
    switch pattern.kind {
    case .pin: isPlain(pattern) ? .plainDigits : nil
    case .pattern:
      reason(pattern, on: rules, fromEnd: false) ?? reason(pattern, on: rules, fromEnd: true)
    }
  }

  /// Whether the digits go on by one step all the time (1111, 1234, 8642), or repeat a pair (1212): with
  /// dates, which a rule cannot tell from any other PIN, these lead the lists that were published
  /// (Markert et al., IEEE S&P 2020).
  private static func isPlain(_ pin: borrowing Pattern) -> Bool {
    guard pin.count > 2 else { return true }
    let step = (Int(pin[1].number) - Int(pin[0].number) + 10) % 10
    var (isRow, isPair) = (true, true)
    for position in 2..<pin.count {
      let digit = Int(pin[position].number)
      if (digit - Int(pin[position - 1].number) + 10) % 10 != step { isRow = false }
      if digit != Int(pin[position - 2].number) { isPair = false }
    }
    return isRow || isPair
  }

  private static func reason(
    _ pattern: borrowing Pattern, on rules: PatternRules, fromEnd: Bool
  ) -> Reason? {
    guard pattern.count > 1 else { return .fewLines }
    var walk = LineWalk(rules, fromEnd: fromEnd)
    var lines = FewLines()
    var edge = EdgeRound(rules)
    var sweep = Sweep(rules)
    var legs = 0
    while let leg = walk.next(of: pattern) {
      legs += 1
      lines.take(leg)
      edge.take(leg)
      sweep.take(leg)
      guard lines.holds || edge.holds || sweep.holds || legs <= Figure.mostLegs else { return nil }
    }
    if lines.holds { return .fewLines }
    if edge.holds { return .edge }
    if sweep.holds { return .sweep }
    return Figure.all.contains { $0.matches(pattern, on: rules, legs: legs, fromEnd: fromEnd) }
      ? .figure : nil
  }
}

import LockCore

/// A pattern as the command writes it: digits on grids of at most nine dots, else commas between.
enum PatternText {
  static func of(_ pattern: borrowing Pattern, _ rules: PatternRules) -> String {
    (0..<pattern.count).map { "\(pattern[$0].number)" }
      .joined(separator: rules.dotCount > 9 ? "," : "")
  }

  /// The pattern that a text is; whatever its length, its dots must be on the grid, each once.
  static func pattern(_ text: String, _ rules: PatternRules) throws(Failure) -> Pattern {
    var pattern = Pattern()
    // Where a dot's number may have two digits, 10 must not mean 1 and 0.
    let needsCommas = rules.dotCount > 9
    let parts =
      needsCommas || text.contains(",")
      ? text.split(separator: ",").map(String.init) : text.map(String.init)
    for part in parts {
      // 01 might be meant as 0 and 1.
      guard let number = Int(part), part == "\(number)", 0..<rules.dotCount ~= number,
        !pattern.contains(Dot(number))
      else {
        throw Failure(
          .badData,
          "a pattern has the numbers 0 to \(rules.dotCount - 1), each once"
            + (rules.dotCount > 9 ? ", commas between" : ""))
      }
      pattern.append(Dot(number))
    }
    return pattern
  }
}

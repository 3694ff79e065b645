import LockCore

/// A pattern as the command writes it: digits on grids of at most nine dots, else commas between.
enum PatternText {
  static func of(_ pattern: borrowing Pattern, _ rules: PatternRules) -> String {
    (0..<pattern.count).map { "\(pattern[$0].number)" }
      .joined(separator: rules.dotCount > 9 ? "," : "")
  }
}

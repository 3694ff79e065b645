import LockCore
import LockScreen

/// The options of every verb that draws: how it looks.
struct LookOptions {
  private var themePath: String?
  private var hidden: Theme.Hidden = []

  static let all = [
    Option("theme", "FILE", "colours, sizes and what is hidden, as JSON (default: the preset's)"),
    Option(
      "hide", "WHAT", "keep the line, the dots or the wrong state from onlookers: line, dots, wrong"
    ),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "theme": themePath = value
    case "hide":
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let one = Theme.Hidden(named: String(part)) else {
          throw UsageError("--hide takes line, dots or wrong, commas between, not '\(value)'")
        }
        hidden.insert(one)
      }
    default: return false
    }
    return true
  }

  func theme(_ preset: Preset) throws(Failure) -> Theme {
    var theme =
      try themePath.map { path throws(Failure) in
        try ThemeFile.read(path, over: preset)
      } ?? Theme(preset)
    theme.hidden.formUnion(hidden)
    return theme
  }
}

/// One line of what was looked at: how it is and, if that is a finding, what to do.
struct Check {
  /// What it is about: a panel's node, `udev`, `machine`, `store` or `kiosk`.
  let about: String
  /// Its name, for programs.
  let rule: String
  let isFinding: Bool
  /// A sentence; of a finding with the remedy.
  let text: String

  static func fine(_ about: String, _ rule: String, _ text: String) -> Check {
    Check(about: about, rule: rule, isFinding: false, text: text)
  }

  static func finding(_ about: String, _ rule: String, _ text: String) -> Check {
    Check(about: about, rule: rule, isFinding: true, text: text)
  }

  var json: String {
    var line = JSONLine()
    line.add("type", "check")
    line.add("version", 1)
    line.add("about", about)
    line.add("rule", rule)
    line.add("finding", isFinding)
    line.add("text", text)
    return line.line
  }

  /// Without its line end.
  var plain: String { "\(isFinding ? "finding" : "ok     ")  \(about)  \(rule): \(text)" }
}

/// The options of a lock that has the whole seat.
struct KioskOptions {
  private(set) var takesTerminal = false
  private(set) var grabsKeyboards = false
  private(set) var statePath: String?

  static let all = [
    Option(
      "vt", nil,
      "take a virtual terminal of its own to the front, so that who has the display lets it go"),
    Option("keyboards", nil, "grab every other input device of the seat too"),
    Option(
      "state", "FILE",
      "tell there how it stands, as JSON (default $RUNTIME_DIRECTORY/state.json, if that is set)"),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "vt": takesTerminal = true
    case "keyboards": grabsKeyboards = true
    case "state": statePath = value
    default: return false
    }
    return true
  }

  /// Where to tell how it stands; nil for nowhere.
  var stateFile: String? {
    if let statePath { return statePath }
    // systemd joins several by colons; the first is ours.
    let folder = Terminal.environment("RUNTIME_DIRECTORY")?.split(separator: ":").first
    return folder.map { "\($0)/state.json" }
  }
}

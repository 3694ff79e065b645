import LockCore
import LockStore

/// `change`: the old pattern, then a new one in its place.
struct Change: Verb {
  static let name = "change"
  static let arguments = "[CAPTURE...]"
  static let summary = "draw the old pattern, then a new one twice"
  static let explanation = """
    Draw the old pattern, which counts like any attempt, then a new one twice. Until the new one is \
    stored the old one holds.
    """
  static let options =
    [
      Option("allow-weak", nil, "take a pattern that many people would try early"),
      Option("attempts", "N", "end after N wrong patterns"),
    ] + StrokeOptions.all

  private var given = StrokeOptions()
  private var allowsWeak = false
  private var attempts = Int.max

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "allow-weak": allowsWeak = true
    case "attempts": attempts = try Option.attempts(value)
    default: try given.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    try given.take(argument: argument, hint: "captures stand behind --from")
  }

  func run() throws(Failure) -> ExitStatus {
    let store = try given.open().store
    let rules = try given.rules(of: store, for: Self.name)
    let answers = Enrolling(
      store: store, who: .changed, allowsLikely: allowsWeak || !given.grid.preset.refusesLikely)
    switch try given.lead(.change, rules, store, for: Self.name, answers, attempts: attempts) {
    case .reached(let name):
      var output = Output()
      try output.say("The pattern of \(name ?? "") is changed.")
      return .done
    case .denied(let failure): throw failure
    }
  }
}

extension Option {
  /// A number of wrong patterns.
  static func attempts(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("--attempts takes a number over 0, not '\(text)'")
    }
    return number
  }
}

import LockCore
import LockStore

/// `remove`: somebody's pattern goes.
struct Remove: Verb {
  static let name = "remove"
  static let arguments = "[CAPTURE...]"
  static let summary = "draw a pattern, and remove whose it is"
  static let explanation = """
    Draw the pattern, which counts like any attempt; whose it is, is removed. Whoever was enrolled \
    first can remove the others by their names. With the last one the store's files go.
    """
  static let options =
    [
      Option("name", "NAME", "who is to be removed (default: whose pattern is drawn)"),
      Option("attempts", "N", "end after N wrong patterns"),
    ] + StrokeOptions.all

  private var given = StrokeOptions()
  private var target: CredentialName?
  private var attempts = Int.max

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "name": target = try Option.credentialName(value)
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
    let answers = Removing(store: store, target: target)
    switch try given.lead(.remove, rules, store, for: Self.name, answers, attempts: attempts) {
    case .reached(let name):
      var output = Output()
      try output.say("\(target?.description ?? name ?? "") is removed.")
      return .done
    case .denied(let failure): throw failure
    }
  }
}

extension Option {
  static func credentialName(_ text: String) throws(UsageError) -> CredentialName {
    guard let name = CredentialName(text) else {
      throw UsageError(
        "--name takes 1 to 32 letters, digits, dots, underscores and hyphens, not '\(text)'")
    }
    return name
  }
}

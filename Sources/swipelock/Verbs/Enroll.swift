import Glibc
import LockCore
import LockStore

/// `enroll`: a pattern, drawn twice, into the store.
struct Enroll: Verb {
  static let name = "enroll"
  static let arguments = "[CAPTURE...]"
  static let summary = "draw a new pattern twice, and store it"
  static let explanation = """
    Draw a new pattern twice on the panel, or take the strokes from captures, and store it. What is \
    stored is a verifier, never the pattern.
    """
  static let options =
    [
      Option("name", "NAME", "who it is for (default: default)"),
      Option("pin", nil, "a PIN, entered on the keypad of the panel's display, not a pattern"),
      Option("stdin", nil, "take the pattern (03678) or PIN from standard input, for images"),
      Option("recovery-code", nil, "also enrol 12 random digits as 'recovery', and tell them once"),
      Option("allow-weak", nil, "take a pattern that many people would try early"),
      Option(
        "verify-time", "MS",
        "how long one look at a pattern may take on this machine, for a new store (default 100)"),
    ] + StrokeOptions.all

  private static let milliseconds = 1...10_000

  private var who = CredentialName.standard
  private var allowsWeak = false
  private var takesInput = false
  private var hasRecovery = false
  private var verifyTime = 100
  private var given = StrokeOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "name": who = try Option.credentialName(value)
    case "allow-weak": allowsWeak = true
    case "stdin": takesInput = true
    case "recovery-code": hasRecovery = true
    case "pin": given.entersPIN = true
    case "verify-time":
      guard let number = Int(value), Self.milliseconds ~= number else {
        throw UsageError("--verify-time takes 1 to 10000 milliseconds, not '\(value)'")
      }
      verifyTime = number
    default: try given.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    try given.take(argument: argument, hint: "captures stand behind --from")
  }

  func run() throws(Failure) -> ExitStatus {
    guard given.isLive || !given.entersPIN && !takesInput else {
      throw Failure(
        usageOf: Self.name,
        "a PIN is entered on the keypad, and --stdin takes no capture: leave --from out")
    }
    // Before anything is stored that somebody would have to be told of.
    guard !hasRecovery || fcntl(1, F_GETFD) >= 0 else {
      throw Failure(
        .inputOutput, "standard output is closed, and the recovery code could not be told")
    }
    let store = try given.open(demandsPanel: given.isLive && !takesInput).store
    let (rules, cost) = try rulesAndCost(store)
    given.store.makeFoldersAbove(store.path)
    let answers = Enrolling(
      store: store, who: .new(who, cost: cost),
      allowsLikely: allowsWeak || !given.grid.preset.refusesLikely)
    if takesInput {
      try enrollInput(rules, by: answers, isPIN: given.entersPIN)
    } else if case .denied(let failure) = try given.lead(
      .set, rules, store, for: Self.name, answers)
    {
      throw failure
    }
    var output = Output()
    try output.say("Enrolled \(who).")
    if hasRecovery { try enrollRecovery(rules, in: store) }
    return .done
  }

  /// Those of the store, if there is one; else by the options, and by what this machine can do.
  private func rulesAndCost(_ store: Store) throws(Failure) -> (PatternRules, VerifierCost) {
    let status: StoreStatus
    do throws(StoreError) { status = try store.status() } catch {
      guard case .nobodyEnrolled = error else { throw Failure(error) }
      let rules = try given.grid.rules(for: Self.name)
      do throws(FailedCall) {
        return (rules, try VerifierCost.measured(milliseconds: verifyTime))
      } catch {
        throw Failure(.inputOutput, "no verifier can be computed here: \(error)")
      }
    }
    // Before anybody draws.
    guard !status.enrolled.contains(where: { $0.name == who }) else {
      throw Failure(StoreError.nameTaken(folder: store.path, name: who))
    }
    if hasRecovery,
      let taken = status.enrolled.first(where: { $0.name.description == Self.recovery })
    {
      throw Failure(StoreError.nameTaken(folder: store.path, name: taken.name))
    }
    guard status.enrolled.count < Store.mostNames - (hasRecovery ? 1 : 0) else {
      throw Failure(StoreError.full(folder: store.path))
    }
    return (try given.rules(of: status, for: Self.name), .standard)
  }
}

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
    [Option("name", "NAME", "who it is for (default: default)")] + StrokeOptions.all

  private var who = CredentialName.standard
  private var given = StrokeOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "name":
      guard let name = CredentialName(value) else {
        throw UsageError(
          "--name takes 1 to 32 letters, digits, dots, underscores and hyphens, not '\(value)'")
      }
      who = name
    default: try given.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    try given.take(argument: argument, hint: "captures stand behind --from")
  }

  func run() throws(Failure) -> ExitStatus {
    let rules = try given.grid.rules(for: Self.name)
    let store = Store(path: try given.store.folder())
    try Preconditions.demand(files: given.files)
    try Preconditions.demand(panel: given.files.isEmpty ? given.read.panel : nil)
    try demandNobody(in: store)
    given.store.makeFoldersAbove(store.path)
    guard given.files.isEmpty else {
      var feed = given.captures(rules)
      return try enroll(&feed, rules, store)
    }
    return try given.withPanels(rules, waits: false) { feed throws(Failure) in
      try enroll(&feed, rules, store)
    }
  }

  private func enroll<Feed: StrokeFeed & ~Copyable>(
    _ feed: inout Feed, _ rules: PatternRules, _ store: Store
  ) throws(Failure) -> ExitStatus {
    var output = Output()
    var first = try Pattern.secret()
    var second = try Pattern.secret()
    try output.say("Draw the new pattern: at least \(rules.minimum) dots.")
    try draw(&feed, into: &first, rules, &output)
    try output.say("Draw it again.")
    try draw(&feed, into: &second, rules, &output)
    guard first.isSame(as: second) else {
      throw Failure(.denied, "the two strokes differ; nothing was stored, enroll again")
    }
    let answer: Store.Answer
    do throws(StoreError) {
      answer = try store.enrol(first, as: who, drawnBy: rules, created: Int64(time(nil)))
    } catch {
      throw Failure(error)
    }
    switch answer {
    case .stored: break
    case .taken:
      throw Failure(.denied, "that pattern cannot be taken; nothing was stored, choose another")
    case .lockedOut(let milliseconds): throw Failure(lockedOutFor: milliseconds)
    }
    try output.say("Enrolled \(who).")
    return .done
  }

  /// Waits for a stroke that may be a pattern.
  private func draw<Feed: StrokeFeed & ~Copyable>(
    _ feed: inout Feed, into pattern: inout Pattern, _ rules: PatternRules, _ output: inout Output
  ) throws(Failure) {
    while true {
      switch try feed.next() {
      case .stroke(.complete):
        return feed.take(into: &pattern)
      case .stroke(.tooShort):
        try output.say("Too short: at least \(rules.minimum) dots. Again.")
      case .stroke(.cancelled):
        break
      case .signal(let signal):
        throw Failure(signal: signal)
      case .end:
        throw Failure(
          .denied,
          "the captures have too few strokes of \(rules.minimum) dots or more: two are needed")
      }
    }
  }

  /// Says before anybody draws that there is somebody already.
  private func demandNobody(in store: Store) throws(Failure) {
    do throws(StoreError) {
      _ = try store.status()
    } catch {
      if case .nobodyEnrolled = error { return }
      throw Failure(error)
    }
    throw Failure(
      .noPermission,
      "\(store.path): a pattern is enrolled already, and enrolling replaces none; use another store"
    )
  }
}

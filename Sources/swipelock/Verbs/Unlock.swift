import LockCore
import LockStore

/// `unlock`: locked until the right pattern.
struct Unlock: Verb {
  static let name = "unlock"
  static let arguments = "[CAPTURE...] [-- COMMAND [ARG...]]"
  static let summary = "lock until the right pattern is drawn, then run COMMAND"
  static let explanation = """
    Grabs every touch panel of the seat, or reads P and grabs the others too, until the right pattern \
    is drawn. Then gives them back and becomes COMMAND, if there is one.
    """
  static let options =
    [
      Option("attempts", "N", "end after N wrong patterns"),
      Option("no-wait", nil, "end with 69 if there is no panel"),
      Option("from", "CAPTURE", "take the strokes from captures, not from a panel"),
    ] + ReadOptions.ofPanel + ReadOptions.ofView + GridOptions.all + StoreOptions.all

  private var files: [String] = []
  private var command: [String] = []
  private var attempts = Int.max
  private var waits = true
  private var read = ReadOptions()
  private var grid = GridOptions()
  private var store = StoreOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "attempts":
      guard let number = Int(value), number > 0 else {
        throw UsageError("--attempts takes a number over 0, not '\(value)'")
      }
      attempts = number
    case "no-wait": waits = false
    case "from": files.append(value)
    default:
      if try read.take(option, value) { return }
      if try grid.take(option, value) { return }
      _ = try store.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard !files.isEmpty else {
      throw UsageError("'\(argument)' is too much (a command stands behind --)")
    }
    files.append(argument)
  }

  mutating func take(command: [String]) throws(UsageError) {
    guard !command.isEmpty else { throw UsageError("which command? nothing stands behind --") }
    self.command = command
  }

  func run() throws(Failure) -> ExitStatus {
    let folder = try store.folder()
    try Preconditions.demand(files: files)
    if !waits { try Preconditions.demand(panel: read.panel) }
    let store = Store(path: folder)
    let rules = try rules(of: store)
    if files.isEmpty {
      var feed = try SeatStrokes(read, grid, rules, waitsForPanels: waits)
      let end: LockEnd
      do throws(Failure) {
        end = try LockLoop(store, attempts: attempts).run(&feed)
      } catch {
        try? feed.finish()
        throw error
      }
      try feed.finish()
      return try act(on: end)
    }
    var feed = CaptureStrokes(files, read, grid, rules)
    return try act(on: LockLoop(store, attempts: attempts, isLive: false).run(&feed))
  }

  /// The one place where being unlocked has a consequence.
  private func act(on end: LockEnd) throws(Failure) -> ExitStatus {
    switch end {
    case .unlocked:
      guard !command.isEmpty else { return .done }
      Takeover(command).run()
    case .denied(let failure): throw failure
    }
  }

  private func rules(of store: Store) throws(Failure) -> PatternRules {
    let rules: PatternRules
    do throws(StoreError) {
      rules = try store.status(at: BootClock.current()).rules
    } catch {
      throw Failure(error)
    }
    do throws(UsageError) { try grid.check(against: rules) } catch {
      throw Failure(usageOf: Self.name, error.message)
    }
    return rules
  }
}

import LockCore
import LockStore

/// `unlock`: locked until the right pattern.
struct Unlock: Verb {
  static let name = "unlock"
  static let arguments = "[CAPTURE...] [-- COMMAND [ARG...]]"
  static let summary = "lock until the right pattern is drawn, then run COMMAND"
  static let explanation = """
    Grabs every touch panel of the seat, or reads P and grabs the others too, until the right pattern \
    is drawn. Then gives them back and becomes COMMAND, or what the configuration has for whose pattern \
    it was; SWIPELOCK_NAME tells it the name.
    """
  static let options =
    [
      Option("attempts", "N", "end after N wrong patterns"),
      Option("no-wait", nil, "end with 69 if there is no panel"),
      Timings.option,
    ] + RingOptions.all + KioskOptions.all + StrokeOptions.all

  private var command: [String] = []
  private var attempts = Int.max
  private var waits = true
  private var timings: Timings?
  private var ringSeconds: Double?
  private var ringFile: String?
  private var kiosk = KioskOptions()
  private var given = StrokeOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "attempts": attempts = try Option.attempts(value)
    case "no-wait": waits = false
    case "timings": timings = Timings()
    case "ring": ringSeconds = try Option.seconds(option, value)
    case "ring-file": ringFile = value
    default:
      if kiosk.take(option, value) { return }
      try given.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    try given.take(argument: argument, hint: "a command stands behind --")
  }

  mutating func take(command: [String]) throws(UsageError) {
    guard !command.isEmpty else { throw UsageError("which command? nothing stands behind --") }
    self.command = command
  }

  func run() throws(Failure) -> ExitStatus {
    let (store, configuration) = try given.open(demandsPanel: !waits)
    let ring = try ring(in: store.path)
    guard timings == nil || given.isLive else {
      throw Failure(
        usageOf: Self.name, "--timings is for panels: a capture has no kernel to wait for")
    }
    let rules = try given.rules(of: store, for: Self.name)
    let end = try given.lead(
      .unlock, rules, store, for: Self.name, attempts: attempts, waits: waits, ring: ring,
      timings: timings, kiosk: kiosk)
    return try act(on: end, configuration)
  }

  private func ring(in folder: String) throws(Failure) -> RingOptions? {
    guard let ringSeconds else {
      guard ringFile == nil else {
        throw Failure(usageOf: Self.name, "--ring-file says where; --ring SECONDS how much")
      }
      return nil
    }
    guard given.files.isEmpty else {
      throw Failure(usageOf: Self.name, "--ring is for panels, and --from for captures")
    }
    let file = ringFile ?? "\(folder)/ring.evemu"
    try WholeFile.demand(file, beginsWith: "# EVEMU", by: "ring-file")
    return RingOptions(seconds: ringSeconds, file: file)
  }

  /// The one place where being unlocked has a consequence.
  private func act(on end: FlowEnd, _ configuration: Configuration) throws(Failure) -> ExitStatus {
    switch end {
    case .reached(let name):
      guard let name else { preconditionFailure("unlocked by nobody") }
      let command = configuration.actions[name] ?? command
      guard !command.isEmpty else {
        ServiceManager()?.tellStopping()
        return .done
      }
      Takeover(command, ["SWIPELOCK_NAME": name]).run()
    case .denied(let failure): throw failure
    }
  }
}

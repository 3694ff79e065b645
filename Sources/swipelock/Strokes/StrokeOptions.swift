import CSignal
import Glibc
import LockCore
import LockStore

/// The options of the verbs that take strokes, from panels or from captures, to a store.
struct StrokeOptions {
  /// The captures behind `--from`; none if panels are meant.
  private(set) var files: [String] = []
  private(set) var read = ReadOptions()
  private(set) var grid = GridOptions()
  private(set) var store = StoreOptions()
  private(set) var screen = ScreenOptions()
  /// Whether what is enrolled is a PIN.
  var entersPIN = false

  static let all =
    [Option("from", "CAPTURE", "take the strokes from captures, not from a panel")]
    + ReadOptions.ofCaptures + ReadOptions.ofPanel + ReadOptions.ofView + GridOptions.all
    + StoreOptions.all + ScreenOptions.all

  /// Whether people draw on a panel.
  var isLive: Bool { files.isEmpty }

  /// Takes an option, which is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) {
    if option == "from" {
      files.append(value)
      return
    }
    if try read.take(option, value) { return }
    if try grid.take(option, value) { return }
    if try screen.take(option, value) { return }
    _ = try store.take(option, value)
  }

  /// Takes one more capture; `hint` says where else it may belong, if there is none before.
  mutating func take(argument: String, hint: String) throws(UsageError) {
    guard !files.isEmpty else { throw UsageError("'\(argument)' is too much (\(hint))") }
    files.append(argument)
  }

  /// The store, and what the configuration says beside its policy, once it is sure that the captures,
  /// or the panel that was named, are there.
  func open(
    demandsPanel: Bool? = nil
  ) throws(Failure) -> (store: Store, configuration: Configuration) {
    let opened = try store.open()
    try Preconditions.demand(files: files)
    if demandsPanel ?? isLive { try Preconditions.demand(panel: read.panel) }
    return opened
  }

  /// The rules that the store holds, which no option may contradict.
  func rules(of store: Store, for verb: String) throws(Failure) -> PatternRules {
    let status: StoreStatus
    do throws(StoreError) { status = try store.status() } catch { throw Failure(error) }
    return try rules(of: status, for: verb)
  }

  func rules(of status: StoreStatus, for verb: String) throws(Failure) -> PatternRules {
    do throws(UsageError) { try grid.check(against: status.rules) } catch {
      throw Failure(usageOf: verb, error.message)
    }
    return status.rules
  }

  /// Leads through a flow, on the panels, which are grabbed meanwhile, or by the captures.
  func lead(
    _ purpose: LockFlow.Purpose, _ rules: PatternRules, _ store: Store,
    for verb: String, _ answers: any FlowAnswers = NoAnswers(), attempts: Int = .max,
    waits: Bool = false, ring: RingOptions? = nil, timings: Timings? = nil,
    kiosk: KioskOptions? = nil
  ) throws(Failure) -> FlowEnd {
    Secrecy.begin()
    var limits = FlowLimits(attempts: attempts, isLive: isLive)
    guard isLive else {
      if purpose != .set, let lockout = Failure(lockoutOf: store) { return .denied(lockout) }
      var feed = try CaptureContacts.open(files, read, grid, rules)
      let flow = try flow(purpose, on: feed.grid, .none)
      let faces = try Faces(ScreenOptions(nobody: ()), grid.preset, Words(.english), for: verb)
      var run = FlowRun(
        flow, StoreJudge(store), answers, store, limits, Voice(rules, speaks: false), faces,
        try ways(.pattern, .never, on: feed.grid), .system,
        bridgesFlicker: grid.bridgesFlicker)
      return try run.run(&feed)
    }
    // Whoever reads what the lock says may go away; the lock may not.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    limits.cleaning = screen.cleaning
    limits.wipes = screen.wipes && purpose == .unlock
    let (kind, offer) = try kinds(purpose, of: store)
    let kiosk = try kiosk.map { options throws(Failure) in try Kiosk(options) }
    return try withSeat(rules, waits: waits, ring: ring, for: verb, kiosk, timings) {
      (feed, faces) throws(Failure) in
      guard kind == .pattern || faces.hasScreen else {
        throw Failure(
          .unavailable,
          "a PIN is entered on the panel's display, and none is drawn on; "
            + "leave --no-screen out, or enrol a pattern")
      }
      let timing = faces.isEmpty ? FeedbackTiming.none : grid.preset.timing
      let flow = try flow(purpose, on: feed.grid, timing)
      let judge: AheadJudge
      do throws(FailedCall) { judge = try .start(StoreJudge(store)) } catch {
        throw Failure(.inputOutput, "no thread to verify on: \(error)")
      }
      var run = FlowRun(
        flow, judge, answers, store, limits, Voice(rules, speaks: true), faces,
        try ways(kind, faces.hasScreen ? offer : .never, on: feed.grid), screen.chance, kiosk,
        bridgesFlicker: grid.bridgesFlicker)
      return try run.run(&feed)
    }
  }

  /// Which kind is asked for, and whether another is offered.
  private func kinds(
    _ purpose: LockFlow.Purpose, of store: Store
  ) throws(Failure) -> (Pattern.Kind, Ways.Offer) {
    guard purpose != .set else { return (entersPIN ? .pin : .pattern, .never) }
    let status: StoreStatus
    do throws(StoreError) { status = try store.status() } catch { throw Failure(error) }
    let kinds = Set(status.enrolled.map(\.kind))
    guard kinds.contains(.pattern) else { return (.pin, .never) }
    return (.pattern, kinds.contains(.pin) ? screen.keypad : .never)
  }

  private func ways(
    _ kind: Pattern.Kind, _ offer: Ways.Offer, on grid: DotGrid
  ) throws(Failure) -> Ways {
    Ways(
      startingWith: kind, offer, shuffles: screen.shuffles, inPlaceOf: grid,
      into: try Pattern.secret())
  }

  private func flow(
    _ purpose: LockFlow.Purpose, on grid: DotGrid, _ timing: FeedbackTiming
  ) throws(Failure) -> LockFlow {
    LockFlow(
      purpose, on: grid, into: try Pattern.secret(), keeping: try Pattern.secret(),
      confirms: self.grid.preset.confirms, timing: timing)
  }
}

/// Keeps what a process knows to itself.
enum Secrecy {
  /// From now on there is no core dump, a crash tells nothing of the memory, and only root may look
  /// into the process. A command that takes its place begins anew.
  static func begin() {
    swipelock_set_dumpable(0)
    // Swift's runtime would have another process look into this one, and print what it finds.
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT] {
      signal(number, SIG_DFL)
    }
  }
}

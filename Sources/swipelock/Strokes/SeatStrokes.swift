import Glibc
import LockCore
import TouchCore
import TouchSource

/// The strokes on the panels of a seat, which are grabbed meanwhile: any of them may draw, one stroke
/// at a time.
struct SeatStrokes: StrokeFeed, ~Copyable {
  private var seat: SeatReader
  private let signals: Signals
  private let read: ReadOptions
  private let grid: GridOptions
  private let rules: PatternRules
  private var drawings: [Int: Drawing] = [:]
  /// The panel whose stroke is under way, or was the last to end.
  private var active: Int?
  private var changes: ArraySlice<ContactChange> = []
  private var panel = 0
  /// The panels of which nobody need be told that they came.
  private var panelsAtStart: Int
  private var recorder: FlightRecorder?

  init(
    _ read: ReadOptions, _ grid: GridOptions, _ rules: PatternRules, waitsForPanels: Bool,
    ring: RingOptions? = nil
  ) throws(Failure) {
    let signals = try Signals(and: ring == nil ? nil : SIGUSR1)
    let seat = try SeatReader.open(read, grabs: true, waitsForPanels: waitsForPanels)
    if seat.panels.isEmpty { warn("no touch panel yet; waiting for one") }
    panelsAtStart = seat.panels.count
    self.signals = signals
    self.seat = seat
    self.read = read
    self.grid = grid
    self.rules = rules
    if let ring { recorder = FlightRecorder(ring) } else { recorder = nil }
  }

  mutating func next() throws(Failure) -> StrokeArrival {
    while true {
      while let change = changes.popFirst() {
        if let outcome = take(change) { return .stroke(outcome) }
      }
      let arrival = try seat.arrival(until: recorder?.due, or: signals)
      if case .woken = arrival, let signal = signals.received() {
        guard signal == SIGUSR1 else { return .signal(signal) }
        recorder?.write("SIGUSR1")
      }
      try take(arrival)
    }
  }

  private mutating func take(_ arrival: SeatReader.Arrival) throws(Failure) {
    switch arrival {
    case .frame(let frame):
      recorder?.take(frame)
      panel = frame.panel
      changes = frame.changes[...]
      for finding in frame.findings where finding.rule.concernsOthers {
        warn("\(finding.rule.text)")
      }
    case .panelAdded(let panel), .panelChanged(let panel):
      guard !panel.isIgnored else { return }
      recorder?.know(panel)
      let mapping = read.mapping(panel.reading, udevCalibration: panel.device.calibration)
      drawings[panel.number] = try Drawing(mapping, grid.grid(rules, in: mapping.view))
      if panelsAtStart > 0 {
        panelsAtStart -= 1
      } else {
        warn("\(panel.device.node) is there: \(panel.panel.name)")
      }
    case .panelRemoved(let number, let reason):
      drawings[number] = nil
      if active == number { active = nil }
      warn("a panel is gone (\(reason.rawValue)); waiting for it")
      recorder?.noteFault(reason.rawValue)
    case .panelFailed(_, let error):
      warn("\(error)")
      recorder?.noteFault("panel failed")
    case .deadlinePassed:
      recorder?.writeIfDue()
    case .woken:
      break
    }
  }

  /// While one panel draws, the others' contacts begin nothing.
  private mutating func take(_ change: ContactChange) -> StrokeOutcome? {
    if let active, active != panel, drawings[active]?.isIdle == false { return nil }
    guard let drawing = drawings[panel] else { return nil }
    let outcome = drawing.take(change)
    if outcome != nil || !drawing.isIdle { active = panel }
    return outcome
  }

  mutating func judge<Judge: PatternJudge & ~Copyable>(by judge: inout Judge) -> Verdict {
    guard let drawing = active.flatMap({ drawings[$0] }) else {
      preconditionFailure("there was no stroke")
    }
    let verdict = drawing.judge(by: &judge)
    if case .failed = verdict { recorder?.noteFault("judge failed") }
    return verdict
  }

  /// Notes that the lock must end by something that went wrong.
  mutating func noteFault() { recorder?.noteFault("failure") }

  mutating func take(into pattern: inout Pattern) {
    active.flatMap { drawings[$0] }?.take(into: &pattern)
  }

  /// Gives the panels back, once the fingers are lifted or 2 s have passed, and closes them. Signals
  /// do again what they did before.
  consuming func finish() throws(Failure) {
    recorder?.wipe()
    do throws(SourceError) {
      for finding in try seat.release(orReadable: signals.descriptor) {
        warn("\(finding.rule.text)")
      }
    } catch {
      throw Failure(error)
    }
  }
}

extension Finding.Rule {
  /// Whether somebody at a lock should hear of it at once.
  fileprivate var concernsOthers: Bool {
    switch self {
    case .grabbedWhileDown, .releasedWhileDown, .dropped, .stateDisagrees: true
    default: false
    }
  }
}

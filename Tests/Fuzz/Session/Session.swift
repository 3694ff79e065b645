import LockCore
import TouchCore

/// The assembler and the lock on arbitrary events, held against a second recogniser: what the lock
/// calls complete, one contact must have drawn.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  guard var script = Script(input), let reading = try? PanelReading(script.panel) else { return 0 }
  var trial = Trial(reading, script)
  while let step = script.next() { trial.take(step) }
  trial.finish()
  return 0
}

/// Both recognisers on the same steps.
struct Trial: ~Copyable {
  private var assembler: FrameAssembler
  private var session: LockSession
  private var oracle: Recogniser
  private let mapping: ViewMapping
  private let rules: PatternRules
  private let isKnownToBoth: Bool
  /// The contact of each slot, by the frames.
  private var live: [Int: Int] = [:]
  private var contacts: Set<Int> = []

  init(_ reading: PanelReading, _ script: Script) {
    let rules = script.rules
    assembler = FrameAssembler(reading)
    assembler.filters = script.filters
    isKnownToBoth = script.filters == .none && !script.isSquare
    mapping = ViewMapping(reading, view: ViewSize(width: 900, height: 900))
    let area = ViewRect(x: 0, y: 0, width: 900, height: 900)
    session = LockSession(
      on: DotGrid(rules: rules, area: area, zone: script.isSquare ? .square : .circle),
      into: Pattern())
    oracle = Recogniser(reading.touchProtocol, slots: reading.slotCount)
    self.rules = rules
  }

  mutating func take(_ step: Script.Step) {
    switch step {
    case .event(let event):
      oracle.take(event)
      if case .more = assembler.feed(event) { return }
      judge()
    case .drop(let time, let table, let isSettled):
      let event = InputEvent(time: time, type: EventType.syn, code: SynCode.dropped, value: 0)
      oracle.take(event)
      _ = assembler.feed(event)
      judge()
      oracle.adopt(table, isSettled: isSettled)
      assembler.adopt(table, isSettled: isSettled)
      hold(assembler.agrees(with: table) || !isComparable(table), "an answer differs from itself")
    case .end(let time):
      oracle.endAll()
      assembler.endAll(.suspended, at: time)
      judge()
    case .settle:
      oracle.settle()
      assembler.settle()
    case .distrust(let time):
      oracle.endAll()
      assembler.distrust(at: time)
      judge()
    case .wipe: assembler.wipe()
    case .cancel:
      let outcome = session.cancel()
      hold(outcome == nil || outcome == .cancelled, "given up, and not cancelled")
      hold(session.liveEnd == nil, "a stroke that was given up has an end")
    case .forget:
      session.forget()
      hold(session.pattern.isEmpty, "a pattern is left that was forgotten")
    }
  }

  /// The source ends.
  mutating func finish() {
    oracle.endAll()
    if assembler.endCapture() != nil { judge() }
    hold(live.isEmpty, "a contact never ended")
  }

  /// Whether the table is one of this panel's.
  private func isComparable(_ table: SlotTable) -> Bool {
    if case .slots = assembler.reading.touchProtocol {
      return table.entries.count == assembler.reading.slotCount
    }
    return false
  }

  /// Holds the newest frame against what must be true of any.
  private mutating func judge() {
    for change in assembler.frame.changes {
      check(change)
      let step = session.take(change, at: mapping.point(of: change.contact))
      for index in step.newDots where session.isFilled(session.pattern[index]) {
        hold(rules.fillsPassedDots, "a dot was filled in against the rules")
      }
      guard step.outcome == .complete, isKnownToBoth else { continue }
      let dots = (0..<session.pattern.count).map { Int(session.pattern[$0].number) }
      let isLifted = change.kind == .up(.lifted)
      hold(dots.count >= rules.minimum, "complete with fewer dots than the minimum")
      hold(
        isLifted || dots.count == rules.maximum, "complete before the lift and the maximum")
      hold(
        oracle.accepts(
          dots, fills: rules.fillsPassedDots, isLifted: isLifted,
          isFull: dots.count == rules.maximum),
        "no contact drew \(dots)")
    }
    oracle.forgetLifted()
  }

  /// A slot has one live contact, a contact one slot and one end.
  private mutating func check(_ change: ContactChange) {
    let (slot, number) = (change.contact.slot, change.contact.number)
    switch change.kind {
    case .down:
      hold(live[slot] == nil, "two contacts in a slot")
      hold(contacts.insert(number).inserted, "a contact began twice")
      live[slot] = number
    case .move: hold(live[slot] == number, "a contact moves that is not there")
    case .up:
      hold(live[slot] == number, "a contact ends that is not there")
      live[slot] = nil
    }
  }
}

/// Traps with the text, which an optimized `precondition` would leave out.
private func hold(_ condition: Bool, _ text: @autoclosure () -> String) {
  guard condition else { fatalError(text()) }
}

import LockCore
import TouchCore

/// The path from frames to what is told of them: view space, then the lock's session if there is a
/// grid.
struct Recognition: ~Copyable {
  let mapping: ViewMapping
  private(set) var strokes = 0
  /// The findings that no frame told.
  private(set) var findings = 0
  private var session: LockSession?
  private var bridge: FlickerBridge?

  init(_ mapping: ViewMapping, _ grid: DotGrid?, bridgesFlicker: Bool = false) {
    self.mapping = mapping
    session = grid.map { LockSession(on: $0, into: Pattern()) }
    if bridgesFlicker { bridge = grid.map { FlickerBridge(on: $0) } }
  }

  /// What is to be told of a frame: contacts by slot, then findings, then dots, then strokes.
  mutating func text(
    of frame: Frame, _ position: FramePosition, by report: inout some Report
  ) -> String {
    var (text, told) = ("", "")
    var drawn = Drawn()
    if let lift = bridge?.takeLift(by: frame.time) { draw(lift, by: &report, &drawn) }
    for change in frame.changes {
      let point = mapping.point(of: change.contact)
      text += report.contact(change, at: point, frame.time, position)
      let whole = FlickerBridge.Drawn(change: change, point: point, time: frame.time)
      guard let passed = bridge?.take(change, at: point, time: frame.time) else {
        draw(whole, by: &report, &drawn)
        continue
      }
      if let lift = passed.lift { draw(lift, by: &report, &drawn) }
      if let change = passed.change { draw(change, by: &report, &drawn) }
      if let finding = passed.finding {
        findings += 1
        told += report.finding(finding)
      }
    }
    for finding in frame.findings { text += report.finding(finding) }
    return text + told + drawn.dots + drawn.ends
  }

  /// What is to be told once the source has ended.
  mutating func finish(by report: inout some Report) -> String {
    var drawn = Drawn()
    if let lift = bridge?.takeLift() { draw(lift, by: &report, &drawn) }
    return drawn.dots + drawn.ends
  }

  /// What strokes came to in a frame.
  private struct Drawn {
    var dots = ""
    var ends = ""
  }

  private mutating func draw(
    _ one: FlickerBridge.Drawn, by report: inout some Report, _ drawn: inout Drawn
  ) {
    guard let step = session?.take(one.change, at: one.point) else { return }
    let contact = one.change.contact.number
    for index in step.newDots {
      guard let dot = session?.pattern[index], let isFilled = session?.isFilled(dot) else {
        continue
      }
      drawn.dots += report.dot(dot, isFilled: isFilled, contact: contact, one.time)
    }
    guard let outcome = step.outcome else { return }
    strokes += 1
    drawn.ends += report.stroke(outcome, pattern: patternText, contact: contact, one.time)
  }

  private var patternText: String {
    switch session {
    case .some(let session): PatternText.of(session.pattern, session.grid.rules)
    case .none: ""
    }
  }
}

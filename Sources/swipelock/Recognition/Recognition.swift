import LockCore
import TouchCore

/// The path from frames to what is told of them: view space, then the lock's session if there is a
/// grid.
struct Recognition: ~Copyable {
  let mapping: ViewMapping
  private(set) var strokes = 0
  private var session: LockSession?

  init(_ mapping: ViewMapping, _ grid: DotGrid?) {
    self.mapping = mapping
    session = grid.map { LockSession(on: $0, into: Pattern()) }
  }

  /// What is to be told of a frame: contacts by slot, then findings, then dots, then strokes.
  mutating func text(
    of frame: Frame, _ position: FramePosition, by report: inout some Report
  ) -> String {
    var (text, dots, ends) = ("", "", "")
    for change in frame.changes {
      let point = mapping.point(of: change.contact)
      text += report.contact(change, at: point, frame.time, position)
      draw(change, at: point, frame.time, by: &report, &dots, &ends)
    }
    for finding in frame.findings { text += report.finding(finding) }
    return text + dots + ends
  }

  private mutating func draw(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, by report: inout some Report,
    _ dots: inout String, _ ends: inout String
  ) {
    guard let step = session?.take(change, at: point) else { return }
    let contact = change.contact.number
    for index in step.newDots {
      guard let dot = session?.pattern[index], let isFilled = session?.isFilled(dot) else {
        continue
      }
      dots += report.dot(dot, isFilled: isFilled, contact: contact, time)
    }
    guard let outcome = step.outcome else { return }
    strokes += 1
    ends += report.stroke(outcome, pattern: patternText, contact: contact, time)
  }

  private var patternText: String {
    switch session {
    case .some(let session): PatternText.of(session.pattern, session.grid.rules)
    case .none: ""
    }
  }
}

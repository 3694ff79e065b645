import LockCore
import TouchCore

/// The path from frames to what is told of them: view space, then the lock's session if there is a
/// grid.
struct Recognition: ~Copyable {
  let mapping: ViewMapping
  private(set) var strokes = 0
  private var session: LockSession

  init(_ mapping: ViewMapping, _ grid: DotGrid) {
    self.mapping = mapping
    session = LockSession(on: grid, into: Pattern())
  }

  /// Tells of a frame: contacts by slot, then findings, then dots, then strokes.
  mutating func tell(
    _ frame: Frame, _ position: FramePosition, by report: inout some Report,
    to output: inout Output, isShown: Bool = true
  ) throws(Failure) {
    var (dots, ends) = ("", "")
    for change in frame.changes {
      let point = mapping.point(of: change.contact)
      if isShown {
        try output.write(report.contact(change, at: point, frame.time, position))
      }
      let step = session.take(change, at: point)
      let number = change.contact.number
      for index in step.newDots {
        let dot = session.pattern[index]
        dots += report.dot(dot, isFilled: session.isFilled(dot), contact: number, frame.time)
      }
      if let outcome = step.outcome {
        strokes += 1
        let pattern = PatternText.of(session.pattern, session.grid.rules)
        ends += report.stroke(outcome, pattern: pattern, contact: number, frame.time)
      }
    }
    guard isShown else { return }
    for finding in frame.findings { try output.write(report.finding(finding)) }
    try output.write(dots)
    try output.write(ends)
  }
}

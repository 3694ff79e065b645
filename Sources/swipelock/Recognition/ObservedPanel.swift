import LockCore
import TouchCore

/// A live panel that is told of, and what was counted of it.
final class ObservedPanel {
  private(set) var summary: SummaryFacts
  private var recognition: Recognition
  private var frameNumber = 0
  private var down = 0

  init(_ node: String, _ mapping: ViewMapping, _ grid: DotGrid?, bridgesFlicker: Bool) {
    summary = SummaryFacts(file: node)
    recognition = Recognition(mapping, grid, bridgesFlicker: bridgesFlicker)
  }

  /// What is to be told once the panel is watched no more.
  func finish(by report: inout some Report) -> String {
    let last = recognition.finish(by: &report)
    summary.strokes = recognition.strokes
    return last + report.summary(summary)
  }

  func note(findings: Int) { summary.findings += findings }

  func count(_ event: InputEvent) {
    summary.events += 1
    if event.isReport { summary.frames += 1 }
  }

  func text(of frame: Frame, by report: inout some Report) -> String {
    frameNumber += 1
    for change in frame.changes {
      switch change.kind {
      case .down:
        down += 1
        summary.contacts += 1
        summary.mostAtOnce = max(summary.mostAtOnce, down)
      case .move: break
      case .up: down -= 1
      }
    }
    summary.dropped += frame.findings.count { $0.rule == .dropped }
    summary.findings += frame.findings.count
    let before = recognition.findings
    defer {
      summary.strokes = recognition.strokes
      summary.findings += recognition.findings - before
    }
    return recognition.text(of: frame, FramePosition(frame: frameNumber, line: nil), by: &report)
  }
}

import LockCore
import TouchCaptures
import TouchCore

/// Tells what happens in lines for a person: seconds of the event clock, then what.
struct TextReport: Report {
  /// Whether every move is told, and the raw axes.
  var isRaw = false
  var tellsMoves = false

  func source(_ facts: SourceFacts) -> String {
    let view = "\(Decimal.text(facts.view.width)) × \(Decimal.text(facts.view.height))"
    let line = "\(facts.file): \(facts.format), \(facts.panel), view \(view)\n"
    guard facts.devices.count > 1 else { return line }
    let others = facts.devices.filter { $0.number != facts.device }.map { "\($0)" }
    return line + "  device \(facts.device); the others, for --device: "
      + others.joined(separator: ", ") + "\n"
  }

  func contact(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ position: FramePosition
  ) -> String {
    let contact = change.contact
    if case .move = change.kind, !isRaw, !tellsMoves { return "" }
    let place = point.map { "\(Decimal.text($0.x)), \(Decimal.text($0.y))" } ?? "position unknown"
    var text = "\(change.kind.name) at \(place)"
    if case .up(let reason) = change.kind { text += " (\(reason.rawValue))" }
    if contact.isInherited { text += " (inherited)" }
    if isRaw {
      let line = position.line.map { ", line \($0)" } ?? ""
      text += "  [slot \(contact.slot), id \(contact.trackingID), frame \(position.frame)\(line)]"
    }
    return row(time, contact.number, text)
  }

  func finding(_ finding: Finding) -> String {
    row(finding.time, finding.contact, "\(finding.rule.name): \(finding.rule.text)")
  }

  func remark(_ remark: CaptureRemark) -> String {
    "line \(remark.line): \(remark.rule.kind.rawValue): \(remark.rule.text)\n"
  }

  func dot(_ dot: Dot, isFilled: Bool, contact: Int, _ time: Timestamp) -> String {
    row(time, contact, "dot \(dot.number)\(isFilled ? " (filled in)" : "")")
  }

  func stroke(
    _ outcome: StrokeOutcome, pattern: String, contact: Int, _ time: Timestamp
  ) -> String {
    let word =
      switch outcome {
      case .complete: "complete"
      case .tooShort: "too short"
      case .cancelled: "cancelled"
      }
    return row(time, contact, "stroke \(pattern) \(word)")
  }

  func summary(_ facts: SummaryFacts) -> String {
    var parts = [
      "\(facts.events) events", "\(facts.frames) frames",
      "\(facts.contacts) contacts (at most \(facts.mostAtOnce) at once)",
      "\(facts.strokes) strokes",
    ]
    if facts.dropped > 0 { parts.append("events dropped \(facts.dropped) times") }
    if facts.skippedLines > 0 { parts.append("\(facts.skippedLines) lines skipped") }
    if facts.findings > 0 { parts.append("\(facts.findings) findings") }
    if let remarks = facts.remarks, remarks > 0 { parts.append("\(remarks) remarks") }
    return parts.joined(separator: ", ") + "\n"
  }

  private func row(_ time: Timestamp, _ contact: Int?, _ text: String) -> String {
    let seconds = Decimal.seconds(time.microseconds)
    let space = String(repeating: " ", count: max(0, 12 - seconds.count))
    return "\(space)\(seconds)  \(contact.map { "contact \($0)  " } ?? "")\(text)\n"
  }
}

import LockCore
import TouchCaptures
import TouchCore

/// Tells what happens as JSON Lines.
struct JSONReport: Report {
  /// Whether contacts carry the frame, the line and the raw axes.
  var isRaw = false
  // Contacts whose first object was written; those that are down, so that it stays small.
  private var known: Set<Int> = []

  init(isRaw: Bool = false) {
    self.isRaw = isRaw
  }

  func source(_ facts: SourceFacts) -> String {
    var line = JSONLine()
    line.add("type", "source")
    line.add("version", 1)
    line.add("file", facts.file)
    line.add("format", facts.format)
    line.add("panel", facts.panel)
    line.add("view", facts.view)
    if facts.devices.count > 1 {
      line.add("device", facts.device)
      let devices = facts.devices.map { Self.json($0) }
      line.add("devices", json: "[\(devices.joined(separator: ","))]")
    }
    return line.line
  }

  private static func json(_ device: CaptureDevice) -> String {
    var object = JSONLine()
    object.add("device", device.number)
    object.add("node", device.node)
    object.add("name", device.panel?.name ?? "")
    object.add("kind", device.kind.rawValue)
    return object.object
  }

  mutating func contact(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ position: FramePosition
  ) -> String {
    let contact = change.contact
    var line = JSONLine()
    line.add("type", change.kind.name)
    line.add("time", time.microseconds)
    line.add("contact", contact.number)
    line.add("slot", contact.slot)
    line.add("x", point?.x)
    line.add("y", point?.y)
    if case .up(let reason) = change.kind { line.add("reason", reason.rawValue) }
    if contact.isInherited && !known.contains(contact.number) { line.add("inherited", true) }
    if case .up = change.kind { known.remove(contact.number) } else { known.insert(contact.number) }
    if isRaw { add(contact, position, to: &line) }
    return line.line
  }

  private func add(_ contact: Contact, _ position: FramePosition, to line: inout JSONLine) {
    line.add("frame", position.frame)
    if let number = position.line { line.add("line", number) }
    line.add("id", contact.trackingID)
    let axes = [
      ("x", contact.x), ("y", contact.y), ("pressure", contact.pressure),
      ("major", contact.major), ("tool", contact.tool),
    ]
    var raw = JSONLine()
    for (name, value) in axes { raw.add(name, json: value.map { "\($0)" } ?? "null") }
    line.add("raw", json: raw.object)
  }

  func finding(_ finding: Finding) -> String {
    var line = JSONLine()
    line.add("type", "finding")
    line.add("time", finding.time.microseconds)
    if let contact = finding.contact { line.add("contact", contact) }
    line.add("rule", finding.rule.name)
    line.add("text", finding.rule.text)
    return line.line
  }

  func remark(_ remark: CaptureRemark) -> String {
    var line = JSONLine()
    line.add("type", "remark")
    line.add("line", remark.line)
    line.add("kind", remark.rule.kind.rawValue)
    line.add("rule", remark.rule.name)
    line.add("text", remark.rule.text)
    return line.line
  }

  func dot(_ dot: Dot, isFilled: Bool, contact: Int, _ time: Timestamp) -> String {
    var line = JSONLine()
    line.add("type", "dot")
    line.add("time", time.microseconds)
    line.add("contact", contact)
    line.add("dot", dot.number)
    line.add("how", isFilled ? "filled" : "hit")
    return line.line
  }

  func stroke(
    _ outcome: StrokeOutcome, pattern: String, contact: Int, _ time: Timestamp
  ) -> String {
    var line = JSONLine()
    line.add("type", "stroke")
    line.add("time", time.microseconds)
    line.add("contact", contact)
    line.add("pattern", pattern)
    line.add("outcome", outcome.rawValue)
    return line.line
  }

  func summary(_ facts: SummaryFacts) -> String {
    var line = JSONLine()
    line.add("type", "summary")
    line.add("file", facts.file)
    line.add("events", facts.events)
    line.add("frames", facts.frames)
    line.add("contacts", facts.contacts)
    line.add("mostAtOnce", facts.mostAtOnce)
    line.add("strokes", facts.strokes)
    line.add("dropped", facts.dropped)
    line.add("skippedLines", facts.skippedLines)
    line.add("findings", facts.findings)
    if let remarks = facts.remarks { line.add("remarks", remarks) }
    return line.line
  }
}

extension ContactChange.Kind {
  var name: String {
    switch self {
    case .down: "down"
    case .move: "move"
    case .up: "up"
    }
  }
}

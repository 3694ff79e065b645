import TouchCore

/// Tells what the linter found, as lines for a person or as JSON Lines.
struct LintReport {
  let isJSON: Bool
  /// The capture as it was named, or the panel's node.
  let file: String
  private(set) var findings = 0

  init(isJSON: Bool, file: String) {
    self.isJSON = isJSON
    self.file = file
  }

  /// - Parameter isDescribed: whether the panel's own description is held against the events.
  func source(format: String, panel: String, isDescribed: Bool) -> String {
    guard isJSON else { return "" }
    var line = JSONLine()
    line.add("type", "source")
    line.add("version", 1)
    line.add("file", file)
    line.add("format", format)
    line.add("panel", panel)
    line.add("described", isDescribed)
    return line.line
  }

  /// - Parameter number: the line of the capture; nil for a live panel.
  mutating func tell(
    _ found: [ProtocolFinding], line number: Int?, to output: inout Output
  ) throws(Failure) {
    for finding in found {
      findings += 1
      try output.write(isJSON ? json(finding, number) : text(finding, number))
    }
  }

  private func text(_ finding: ProtocolFinding, _ number: Int?) -> String {
    let place = finding.event == 0 ? "" : number.map { "\($0):" } ?? ""
    let event = finding.event == 0 ? "" : " [event \(finding.event)]"
    let rule = finding.rule
    return "\(file):\(place) \(rule.name): \(rule.text); \(rule.consequence)\(event)\n"
  }

  private func json(_ finding: ProtocolFinding, _ number: Int?) -> String {
    var line = JSONLine()
    line.add("type", "finding")
    line.add("event", finding.event)
    if let number, finding.event > 0 { line.add("line", number) }
    line.add("time", finding.time.microseconds)
    line.add("rule", finding.rule.name)
    line.add("allowed", finding.rule.isAllowed)
    line.add("text", finding.rule.text)
    line.add("reading", finding.rule.consequence)
    return line.line
  }

  func summary(events: Int, skippedLines: Int) -> String {
    guard isJSON else { return "" }
    var line = JSONLine()
    line.add("type", "summary")
    line.add("file", file)
    line.add("events", events)
    line.add("skippedLines", skippedLines)
    line.add("findings", findings)
    return line.line
  }
}

import LockCore
import TouchCaptures
import TouchCore

/// What `replay` tells of a capture: what the source is, what happens, and a summary.
struct CaptureTelling<Teller: Report>: ~Copyable {
  private var report: Teller
  private let read: ReadOptions
  private let grid: GridOptions
  private let rules: PatternRules
  private var recognition: Recognition
  /// The opening of the panel that was told of last.
  private var opening: Int
  /// Of earlier openings.
  private var strokes = 0
  private var findings = 0

  init(
    _ source: inout ReplaySource, _ report: Teller, _ read: ReadOptions, _ grid: GridOptions
  ) throws(Failure) {
    self.report = report
    self.read = read
    self.grid = grid
    rules = try grid.rules(for: Replay.name)
    source.filters = read.filters
    recognition = Self.recognition(source, read, grid, rules)
    opening = source.opening
  }

  private static func recognition(
    _ source: borrowing ReplaySource, _ read: ReadOptions, _ grid: GridOptions,
    _ rules: PatternRules
  ) -> Recognition {
    let mapping = read.mapping(source.reading)
    return Recognition(
      mapping, grid.grid(rules, in: mapping.view), bridgesFlicker: grid.bridgesFlicker)
  }

  /// What the source is, and what is odd about it.
  mutating func beginning(of source: inout ReplaySource) -> String {
    let facts = SourceFacts(
      file: source.file, format: source.format, panel: source.panel.name,
      view: recognition.mapping.view, device: source.device.number, devices: source.devices)
    let oddities = source.findings + recognition.mapping.oddities
    findings += oddities.count
    return report.source(facts, oddities: oddities) + remarks(of: &source)
  }

  /// The same again for a panel that came back or has other ranges; nothing for any other.
  mutating func reopening(of source: inout ReplaySource) -> String {
    guard source.opening != opening else { return "" }
    opening = source.opening
    strokes += recognition.strokes
    findings += recognition.findings
    recognition = Self.recognition(source, read, grid, rules)
    return beginning(of: &source)
  }

  mutating func text(of frame: Frame, from source: inout ReplaySource) -> String {
    let position = FramePosition(frame: source.frameNumber, line: source.line)
    return remarks(of: &source) + recognition.text(of: frame, position, by: &report)
  }

  mutating func end(of source: inout ReplaySource) -> String {
    let counts = source.counts
    let last = recognition.finish(by: &report)
    let summary = SummaryFacts(
      file: source.file, events: counts.events, frames: counts.frames, contacts: counts.contacts,
      mostAtOnce: counts.mostAtOnce, strokes: strokes + recognition.strokes,
      dropped: counts.dropped, skippedLines: counts.skippedLines,
      findings: counts.findings + findings + recognition.findings, remarks: counts.remarks)
    return last + remarks(of: &source) + report.summary(summary)
  }

  private mutating func remarks(of source: inout ReplaySource) -> String {
    source.takeRemarks().reduce("") { $0 + report.remark($1) }
  }
}

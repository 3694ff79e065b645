import LockCore
import TouchCore
import TouchSource

/// What `watch` and `record` tell of the panels of a seat: a source line for each when it comes, then
/// what happens, and a summary of each in the end.
struct Observation<Teller: Report> {
  private var report: Teller
  private let read: ReadOptions
  private let grid: GridOptions?
  private let rules: PatternRules
  private var panels: [(number: Int, panel: ObservedPanel)] = []

  /// Without a grid no stroke is recognised.
  init(_ report: Teller, _ read: ReadOptions, _ grid: GridOptions?, _ rules: PatternRules) {
    self.report = report
    self.read = read
    self.grid = grid
    self.rules = rules
  }

  /// What is to be told of a panel that came.
  mutating func text(ofNew panel: SeatPanel) -> String {
    let mapping = read.mapping(panel.reading, udevCalibration: panel.device.calibration)
    let observed = ObservedPanel(
      panel.device.node, mapping, grid?.grid(rules, in: mapping.view),
      bridgesFlicker: grid?.bridgesFlicker ?? false)
    panels.append((panel.number, observed))
    let facts = SourceFacts(
      file: panel.device.node, format: "evdev", panel: panel.panel.name, view: mapping.view)
    let oddities = panel.reading.findings + mapping.oddities
    observed.note(findings: oddities.count)
    return report.source(facts, oddities: oddities)
  }

  mutating func text(of frame: Frame) -> String {
    newest(frame.panel)?.text(of: frame, by: &report) ?? ""
  }

  /// Counts what the reader read of a panel.
  func count(_ steps: [SourceStep], ofPanel number: Int) {
    for case .event(let event) in steps { newest(number)?.count(event) }
  }

  mutating func summaries() -> String {
    var text = ""
    for (_, panel) in panels { text += panel.finish(by: &report) }
    return text
  }

  private func newest(_ number: Int) -> ObservedPanel? {
    panels.last { $0.number == number }?.panel
  }
}

import LockScreen
import TouchCaptures
import TouchCore
import TouchSource

/// `test-panel`: what a panel does while all of it is painted.
struct TestPanel: Verb {
  static let name = "test-panel"
  static let arguments = "[CAPTURE...]"
  static let summary = "contacts, rate, jitter, dead zones and edges of a panel that is painted"
  static let explanation = """
    Counts what a panel does while somebody paints all of it with a finger, rests one, and puts down as \
    many as there are; until it is interrupted, or for some seconds. Where a display can be had it shows \
    what is painted. Ends with a summary: contacts, \
    report rate, jitter at rest, the zones that were never touched, and how near to each edge it got. \
    With --from it tells the same of captures.
    """
  static let options =
    [
      Option("from", "CAPTURE", "take captures, not a panel"),
      Option("for", "SECONDS", "end after that time, for a panel"),
      Option("json", nil, "one JSON object"),
    ] + ReadOptions.ofCaptures + ReadOptions.ofPanel + ScreenOptions.ofDisplay

  private var files: [String] = []
  private var read = ReadOptions()
  private var screen = ScreenOptions()
  private var seconds: Double?
  private var isJSON = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "from": files.append(value)
    case "for": seconds = try Option.seconds(option, value)
    case "json": isJSON = true
    default:
      if try !read.take(option, value) { _ = try screen.take(option, value) }
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard !files.isEmpty else { throw UsageError("'\(argument)' is too much") }
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    var frames = try PanelFrames.open(files, read, for: Self.name, grabs: true)
    let deadline = seconds.map { MonotonicClock.now().advanced(microseconds: Int64($0 * 1e6)) }
    var display = try ChartScreen.open(screen, beside: &frames)
    if files.isEmpty { warn("paint all of the panel, rest a finger, put all of them down") }
    var (health, coverage) = (PanelHealth(), coverage(of: frames))
    var signal: Int32?
    show(health, coverage, on: &display)
    watching: while true {
      switch try frames.next(until: deadline) {
      case .frame(let frame):
        health.take(frame)
        coverage.take(frame)
        show(health, coverage, on: &display)
      case .woken: display.process()
      case .changed: coverage = self.coverage(of: frames)
      case .signal(let number):
        signal = number
        break watching
      case .deadlinePassed, .end: break watching
      }
    }
    let summary = PanelSummary(frames.panel, frames.reading, health, coverage)
    var output = Output()
    try output.write(isJSON ? summary.json : summary.text)
    try output.flush()
    if let signal { throw Failure(signal: signal) }
    return .done
  }

  /// Zones as they are seen: under udev's calibration of the panel.
  private func coverage(of frames: borrowing PanelFrames) -> PanelCoverage {
    let reading = frames.reading
    let matrix = frames.device?.calibration.flatMap { CalibrationMatrix($0) } ?? .identity
    return PanelCoverage(
      ViewMapping(reading, calibration: matrix, view: reading.millimetres(by: matrix)))
  }

  private func show(
    _ health: PanelHealth, _ coverage: PanelCoverage, on display: inout ChartScreen
  ) {
    guard display.view != nil else { return }
    var zones = PanelChart.Zones(columns: coverage.columns, rows: coverage.rows)
    zones.painted = coverage.cells
    let rate = health.rate.hertz.map { ", \(Decimal.text($0.rounded())) reports a second" } ?? ""
    let percent = Decimal.text((100 * coverage.share).rounded())
    display.show(
      PanelChart(zones: zones, fingers: coverage.down.sorted { $0.key < $1.key }.map(\.value)),
      "\(percent) % painted, fingers: \(coverage.down.count), at most \(health.mostAtOnce)\(rate)")
  }
}

/// What was found out about a panel.
private struct PanelSummary {
  private let panel: Panel
  private let slots: Int
  private let health: PanelHealth
  private let coverage: PanelCoverage
  private let unit: String

  init(
    _ panel: Panel, _ reading: PanelReading, _ health: PanelHealth, _ coverage: PanelCoverage
  ) {
    self.panel = panel
    slots = reading.slotCount
    self.health = health
    self.coverage = coverage
    unit = reading.millimetres == nil ? "units" : "mm"
  }

  private var edges: [(String, Double)] {
    let (edges, size) = (coverage.edges, coverage.size)
    return [
      ("left", edges.left * size.width), ("top", edges.top * size.height),
      ("right", edges.right * size.width), ("bottom", edges.bottom * size.height),
    ]
  }

  var json: String {
    var line = JSONLine()
    line.add("type", "panelTest")
    line.add("version", 1)
    line.add("panel", panel.name)
    line.add("unit", unit)
    line.add("size", coverage.size)
    line.add("slots", slots)
    line.add("contacts", health.contacts)
    line.add("mostAtOnce", health.mostAtOnce)
    line.add("rate", health.rate.hertz)
    line.add("rests", coverage.rests)
    if let jitter = coverage.jitter { line.add("jitter", jitter) }
    line.add("columns", coverage.columns)
    line.add("rows", coverage.rows)
    line.add("touched", json: "[\(rows.map { "\"\($0)\"" }.joined(separator: ","))]")
    var distances = JSONLine()
    for (name, distance) in edges { distances.add(name, distance) }
    line.add("edges", json: distances.object)
    var faults = JSONLine()
    for (rule, fault) in health.faults.sorted(by: { $0.key < $1.key }) {
      faults.add(rule, fault.count)
    }
    line.add("faults", json: faults.object)
    return line.line
  }

  var text: String {
    var lines = [
      "\(panel.name): \(health.contacts) contacts, at most \(health.mostAtOnce) of \(slots) at once"
    ]
    let rate = health.rate.hertz.map { "\(Decimal.text($0.rounded())) reports a second" }
    lines.append("rate: \(rate ?? "not known, since no finger moved long enough")")
    if let jitter = coverage.jitter {
      lines.append(
        "jitter at rest: \(Decimal.text(jitter.width)) × \(Decimal.text(jitter.height)) \(unit), "
          + "of \(coverage.rests) rests")
    } else {
      lines.append("jitter at rest: not known, since no finger rested for half a second")
    }
    let distances = edges.map { "\($0) \(Decimal.text($1)) \(unit)" }.joined(separator: ", ")
    lines.append("nearest to the edges: \(distances)")
    let share = Decimal.text((1000 * coverage.share).rounded() / 10)
    lines.append("touched (#) \(share) % of \(coverage.columns) × \(coverage.rows) zones:")
    lines += rows.map { "  \($0)" }
    for (rule, fault) in health.faults.sorted(by: { $0.key < $1.key }) {
      lines.append("\(rule): \(fault.count) times, last: \(fault.last.rule.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rows: [String] {
    (0..<coverage.rows).map { row in
      String(
        (0..<coverage.columns).map { column in
          coverage.cells[row * coverage.columns + column] ? Character("#") : "."
        })
    }
  }
}

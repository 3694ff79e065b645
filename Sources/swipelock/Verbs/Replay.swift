import LockCore
import TouchCaptures
import TouchCore

/// `replay`: captures through the whole path.
struct Replay: Verb {
  static let name = "replay"
  static let arguments = "FILE..."
  static let summary = "run captures through the whole path: contacts, dots, strokes, findings"
  static let explanation = """
    Runs captures through the whole path and tells contacts, dots, strokes and findings, and a \
    summary of each; - is standard input. Goes on after a file that cannot be read; the status is \
    then the first failure's.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("raw", nil, "add frame, line, tracking id and the raw axes to contacts"),
      Option("realtime", nil, "as fast as it was recorded, not as fast as possible"),
      Option("between", "FROM,TO", "tell only of these event times, in microseconds"),
    ] + ReadOptions.ofCaptures + ReadOptions.ofView + GridOptions.all

  private var files: [String] = []
  private var read = ReadOptions()
  private var grid = GridOptions()
  private var isJSON = false
  private var isRaw = false
  private var pace = ReplaySource.Pace.unpaced
  private var times = Int64.min...Int64.max

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "raw": isRaw = true
    case "realtime": pace = .realTime
    case "between":
      let bounds = value.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
      guard bounds.count == 2, let from = bounds[0], let to = bounds[1], from <= to else {
        throw UsageError("--between takes two times in microseconds, FROM,TO, not '\(value)'")
      }
      times = from...to
    default:
      if try !read.take(option, value) { _ = try grid.take(option, value) }
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    guard !files.isEmpty else { throw Failure(usageOf: Self.name, "which capture?") }
    let rules = try grid.rules(for: Self.name)
    var output = Output()
    var status = ExitStatus.done
    for file in files {
      let failure =
        isJSON
        ? try replay(file, rules, by: JSONReport(isRaw: isRaw), to: &output)
        : try replay(file, rules, by: TextReport(isRaw: isRaw), to: &output)
      try output.flush()
      guard let failure else { continue }
      warn(failure.message)
      if status == .done { status = failure.status }
    }
    return status
  }

  /// Returns what is wrong with the capture; throws if the output fails.
  private func replay(
    _ file: String, _ rules: PatternRules, by report: some Report, to output: inout Output
  ) throws(Failure) -> Failure? {
    var source: ReplaySource
    do throws(Failure) { source = try read.capture(file, pace: pace) } catch { return error }
    var report = report
    let mapping = read.mapping(source.reading, notes: source.notes)
    let area = grid.grid(rules, in: mapping.view, notes: source.notes)
    var recognition = Recognition(mapping, area)
    let findings = try begin(&source, mapping, by: &report, to: &output)
    while true {
      let next: Frame?
      do throws(CaptureError) { next = try source.nextFrame() } catch { return Failure(error) }
      guard let frame = next else { break }
      let position = FramePosition(frame: source.frameNumber, line: source.line)
      var text = Self.text(of: source.takeRemarks(), by: &report)
      text += recognition.text(of: frame, position, by: &report)
      if times.contains(frame.time.microseconds) { try output.write(text) }
      if pace == .realTime { try output.flush() }
    }
    try output.write(Self.text(of: source.takeRemarks(), by: &report))
    let counts = source.counts
    let summary = SummaryFacts(
      file: source.file, events: counts.events, frames: counts.frames, contacts: counts.contacts,
      mostAtOnce: counts.mostAtOnce, strokes: recognition.strokes, dropped: counts.dropped,
      skippedLines: counts.skippedLines, findings: counts.findings + findings,
      remarks: counts.remarks)
    try output.write(report.summary(summary))
    return nil
  }

  private static func text(
    of remarks: [CaptureRemark], by report: inout some Report
  ) -> String {
    remarks.reduce("") { $0 + report.remark($1) }
  }

  /// Tells what the source is and what is odd about it; returns how many findings that are.
  private func begin(
    _ source: inout ReplaySource, _ mapping: ViewMapping, by report: inout some Report,
    to output: inout Output
  ) throws(Failure) -> Int {
    let facts = SourceFacts(
      file: source.file, format: source.format, panel: source.panel.name, view: mapping.view,
      device: source.device.number, devices: source.devices)
    let oddities = source.findings + mapping.oddities
    try output.write(report.source(facts, oddities: oddities))
    try output.write(Self.text(of: source.takeRemarks(), by: &report))
    return oddities.count
  }
}

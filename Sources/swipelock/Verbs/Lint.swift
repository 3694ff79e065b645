import TouchCaptures
import TouchCore
import TouchSource

/// `lint`: where events break the kernel's multitouch protocol.
struct Lint: Verb {
  static let name = "lint"
  static let arguments = "FILE... | --panel P"
  static let summary = "where events break the kernel's multitouch protocol"
  static let explanation = """
    Tells where the events of captures, or of a panel until it is interrupted, break the kernel's \
    multitouch protocol or the panel's own description: line, rule, what was made of it. The status \
    is 1 if anything was found.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("for", "SECONDS", "end after that time, for a panel"),
    ] + ReadOptions.ofCaptures + ReadOptions.ofPanel

  private var files: [String] = []
  private var read = ReadOptions()
  private var seconds: Double?
  private var isJSON = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "for": seconds = try Option.seconds(option, value)
    default: _ = try read.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    switch (files.isEmpty, read.panel == nil) {
    case (true, true): throw Failure(usageOf: Self.name, "which capture, or which --panel?")
    case (false, false): throw Failure(usageOf: Self.name, "captures, or a panel: not both")
    case (true, false): return try lintPanel()
    case (false, true): return try lintFiles()
    }
  }

  // MARK: - Captures

  private func lintFiles() throws(Failure) -> ExitStatus {
    var output = Output()
    var findings = 0
    var status: ExitStatus?
    for file in files {
      var report = LintReport(isJSON: isJSON, file: file == "-" ? "standard input" : file)
      let failure = try lint(file, by: &report, to: &output)
      try output.flush()
      findings += report.findings
      guard let failure else { continue }
      warn(failure.message)
      if status == nil { status = failure.status }
    }
    return status ?? (findings > 0 ? .denied : .done)
  }

  /// Returns what is wrong with the capture; throws if the output fails.
  private func lint(
    _ file: String, by report: inout LintReport, to output: inout Output
  ) throws(Failure) -> Failure? {
    var capture: LintedCapture
    do throws(CaptureError) {
      capture = try LintedCapture.open(file, read)
    } catch {
      return Failure(error)
    }
    if !capture.isDescribed {
      warn(
        "\(report.file): describes no panel, so codes and ranges are not checked; give --panel-from"
      )
    }
    try output.write(
      report.source(
        format: capture.reader.format, panel: capture.panel.name, isDescribed: capture.isDescribed))
    var linter = ProtocolLinter(capture.panel)
    while true {
      let next: SourceStep?
      do throws(CaptureError) { next = try capture.reader.nextStep() } catch {
        return Failure(error)
      }
      guard let step = next else { break }
      try report.tell(linter.take(step), line: capture.reader.line, to: &output)
    }
    try report.tell(linter.finish(), line: capture.reader.line, to: &output)
    try output.write(
      report.summary(events: linter.eventCount, skippedLines: capture.reader.skippedLines))
    return nil
  }

  // MARK: - A panel

  private func lintPanel() throws(Failure) -> ExitStatus {
    try Preconditions.demand(panel: read.panel)
    let signals = try Signals()
    var seat = try SeatReader.open(read, keepsSteps: true)
    guard let panel = seat.panels.first(where: { !$0.isIgnored }) else {
      throw Failure(SourceError.noPanel(seat: PanelDevice.defaultSeat))
    }
    let deadline = seconds.map { MonotonicClock.now().advanced(microseconds: Int64($0 * 1e6)) }
    var output = Output()
    var report = LintReport(isJSON: isJSON, file: panel.device.node)
    try output.write(
      report.source(format: "evdev", panel: panel.panel.name, isDescribed: true))
    try output.flush()
    var linter = ProtocolLinter(panel.panel)
    while true {
      let arrival = try seat.arrival(until: deadline, or: signals)
      for step in seat.takeSteps(ofPanel: panel.number) {
        try report.tell(linter.take(step), line: nil, to: &output)
      }
      try output.flush()
      guard let end = Self.end(arrival, signals) else { continue }
      try output.write(report.summary(events: linter.eventCount, skippedLines: 0))
      try output.flush()
      if case .signal(let signal) = end { throw Failure(signal: signal) }
      return report.findings > 0 ? .denied : .done
    }
  }

  /// What ends the linting of a panel.
  private enum End {
    case deadline
    case signal(Int32)
  }

  private static func end(
    _ arrival: SeatReader.Arrival, _ signals: borrowing Signals
  ) -> End? {
    switch arrival {
    case .deadlinePassed: return .deadline
    case .woken: return signals.received().map { .signal($0) }
    case .panelFailed(_, let error): warn("\(error)")
    case .panelRemoved(_, let reason):
      warn("the panel is gone (\(reason.rawValue)); waiting for it")
    default: break
    }
    return nil
  }
}

/// A capture, and the description that its events are held against.
private struct LintedCapture: ~Copyable {
  var reader: CaptureReader
  let panel: Panel
  /// Whether the panel is described, and not made up from its events.
  let isDescribed: Bool

  static func open(
    _ file: String, _ read: ReadOptions
  ) throws(CaptureError) -> LintedCapture {
    var given: Panel?
    if let panelFile = read.panelFile { given = try CaptureReader.panel(from: panelFile) }
    var reader = try CaptureReader(opening: file, device: read.device)
    if let described = given ?? reader.panel, !described.axes.isEmpty {
      return LintedCapture(reader: reader, panel: described, isDescribed: true)
    }
    let panel = try reader.panelFromEvents()
    return LintedCapture(reader: reader, panel: panel, isDescribed: false)
  }
}

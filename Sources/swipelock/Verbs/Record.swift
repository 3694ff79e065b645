import LockCore
import TouchCaptures
import TouchCore
import TouchSource

/// `record`: a panel's events as a capture.
struct Record: Verb {
  static let name = "record"
  static let summary = "record a panel's events as a capture: valid evemu, for its owner only"
  static let explanation = """
    Records a panel until it is interrupted, or for some seconds. The file is for its owner only, and \
    never replaces one: a recording of an unlock is the secret.
    """
  static let options =
    [
      Option("output", "FILE", "the capture to make", letter: "o"),
      Option("for", "SECONDS", "end after that time"),
      Option("json", nil, "tell also what replay would tell, from the same events"),
    ] + ReadOptions.ofPanel + ReadOptions.ofView + GridOptions.all

  private var file: String?
  private var seconds: Double?
  private var isJSON = false
  private var read = ReadOptions()
  private var grid = GridOptions()
  /// The options for view and grid, as they were given, for the capture's notes.
  private var noted: [CaptureNotes.Setting] = []

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "output": file = value
    case "json": isJSON = true
    case "for": seconds = try Option.seconds(option, value)
    default:
      if try !read.take(option, value) { _ = try grid.take(option, value) }
      // Which panel it was stands in the capture's header.
      guard option != "panel" else { return }
      noted.removeAll { $0.key == option }
      noted.append(CaptureNotes.Setting(key: option, value: value))
    }
  }

  func run() throws(Failure) -> ExitStatus {
    guard let file else { throw Failure(usageOf: Self.name, "which file? give -o FILE") }
    let signals = try Signals()
    var seat = try open()
    guard let panel = seat.panels.first(where: { !$0.isIgnored }) else {
      throw Failure(SourceError.noPanel(seat: PanelDevice.defaultSeat))
    }
    var recording = try Recording(file, panel, notes(panel), observation())
    let deadline = seconds.map { MonotonicClock.now().advanced(microseconds: Int64($0 * 1e6)) }
    var end: Failure?
    do throws(Failure) {
      end = try record(&seat, panel.number, signals, until: deadline, into: &recording)
    } catch {
      // What was recorded is kept, whatever ended it.
      try? recording.finish(seat.endCapture(ofPanel: panel.number))
      throw error
    }
    try recording.finish(seat.endCapture(ofPanel: panel.number))
    if let end { throw end }
    return .done
  }

  private func observation() throws(Failure) -> Observation<JSONReport>? {
    let rules = try grid.rules(for: Self.name)
    return isJSON ? Observation(JSONReport(), read, grid, rules) : nil
  }

  private func open() throws(Failure) -> SeatReader {
    let seat = try SeatReader.open(read, keepsSteps: true)
    guard seat.panels.count <= 1 || read.panel != nil else {
      let names = seat.panels.map(\.device.stableName).joined(separator: ", ")
      throw Failure(usageOf: Self.name, "several panels: choose one with --panel: \(names)")
    }
    return seat
  }

  /// Records until the deadline or a signal; returns the signal as what to end by.
  private func record(
    _ seat: inout SeatReader, _ number: Int, _ signals: borrowing Signals,
    until deadline: Timestamp?,
    into recording: inout Recording
  ) throws(Failure) -> Failure? {
    while true {
      let arrival = try seat.arrival(until: deadline, or: signals)
      try recording.take(seat.takeSteps(ofPanel: number), arrival, number)
      switch arrival {
      case .deadlinePassed: return nil
      case .woken:
        guard let signal = signals.received() else { continue }
        return Failure(signal: signal)
      case .panelFailed(_, let error): warn("\(error)")
      case .panelRemoved(number, let reason):
        warn("the panel is gone (\(reason.rawValue)); waiting for it")
      default: break
      }
    }
  }

  private func notes(_ panel: SeatPanel) -> CaptureNotes {
    var settings = noted
    if read.calibration == nil, let calibration = panel.device.calibration,
      CalibrationMatrix(calibration) != nil
    {
      settings.append(CaptureNotes.Setting(key: "calibration", value: calibration))
    }
    let properties = panel.device.properties.sorted { $0.key < $1.key }
    return CaptureNotes(
      settings: settings,
      udev: properties.prefix(CaptureNotes.maximumSettings).map {
        CaptureNotes.UdevProperty(name: $0.key, value: $0.value)
      })
  }
}

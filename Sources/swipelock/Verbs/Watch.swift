import LockCore
import TouchCore
import TouchSource

/// `watch`: contacts as they happen; never a dot, never a pattern.
struct Watch: Verb {
  static let name = "watch"
  static let summary = "contacts as they happen, and findings"
  static let explanation = """
    Tells the contacts on the panels of the seat, or on P, as they happen, until it is interrupted. \
    Others see the touches too; no dot and no pattern is ever shown.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("raw", nil, "add frame, tracking id and the raw axes"),
      Timings.option,
    ] + ReadOptions.ofPanel + ReadOptions.ofView

  private var read = ReadOptions()
  private var isJSON = false
  private var isRaw = false
  private var timings: Timings?

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "raw": isRaw = true
    case "timings": timings = Timings()
    default: _ = try read.take(option, value)
    }
  }

  func run() throws(Failure) -> ExitStatus {
    isJSON
      ? try watch(by: JSONReport(isRaw: isRaw))
      : try watch(by: TextReport(isRaw: isRaw, tellsMoves: true))
  }

  private func watch(by report: some Report) throws(Failure) -> ExitStatus {
    let signals = try Signals()
    var seat = try SeatReader.open(
      read, keepsSteps: true, keepsTimes: timings != nil)
    var timings = timings
    var observation = Observation(report, read, nil, .standard)
    var output = Output()
    while true {
      switch try seat.arrival(or: signals) {
      case .panelAdded(let panel), .panelChanged(let panel):
        try output.write(observation.text(ofNew: panel))
      case .panelRemoved(let number, let reason):
        observation.count(seat.takeSteps(ofPanel: number), ofPanel: number)
        warn("a panel is gone (\(reason.rawValue)); waiting for it")
      case .panelFailed(_, let error):
        warn("\(error)")
      case .frame(let frame):
        timings?.begin(frame, of: seat)
        observation.count(seat.takeSteps(ofPanel: frame.panel), ofPanel: frame.panel)
        try output.write(observation.text(of: frame))
      case .woken:
        guard let signal = signals.received() else { continue }
        try output.write(observation.summaries())
        if let timings {
          if isJSON { try output.write(timings.json) } else { warn(timings.text) }
        }
        try output.flush()
        throw Failure(signal: signal)
      case .deadlinePassed: break
      }
      try output.flush()
      timings?.end()
    }
  }
}

import TouchCore
import TouchSource

/// How long the stages from the kernel's event to the decision took on live panels, told at the end.
struct Timings {
  private var stages = StageTimes()
  /// The frame in hand, and when it was handed on.
  private var frame: (time: Timestamp, read: ReadTimes, delivered: Int64)?
  private var asked: Int64?
  private var decided: Int64?
  /// From events to the pictures that show them, in microseconds.
  private var shown: [Int64] = []
  private static let mostShown = 100_000

  static let option = Option("timings", nil, "tell in the end how long each stage took")

  /// A frame came; the one before is done with.
  mutating func begin(_ frame: Frame, of seat: borrowing SeatReader) {
    let now = MonotonicClock.nanoseconds()
    end(at: now)
    guard let read = seat.readTimes(ofPanel: frame.panel) else { return }
    self.frame = (frame.time, read, now)
  }

  /// The frame's dots are known, and somebody is asked about them.
  mutating func noteQuestion() { asked = MonotonicClock.nanoseconds() }

  mutating func noteDecision() { decided = MonotonicClock.nanoseconds() }

  /// A display took a picture, that long after the event that it shows.
  mutating func noteShown(_ microseconds: Int64) {
    if shown.count < Self.mostShown { shown.append(microseconds) }
  }

  /// All that follows from the frame was done.
  mutating func end() { end(at: MonotonicClock.nanoseconds()) }

  private mutating func end(at now: Int64) {
    guard let frame else { return }
    stages.note(
      event: frame.time, frame.read, frame: frame.delivered, dots: asked ?? now, decision: decided)
    (self.frame, asked, decided) = (nil, nil, nil)
  }

  /// The half and the 99th hundredth of the pictures, in microseconds.
  private var shownQuantiles: (Int64, Int64)? {
    guard !shown.isEmpty else { return nil }
    let sorted = shown.sorted()
    return (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
  }

  /// One sentence for a person.
  var text: String {
    var parts = StageTimes.Stage.allCases.compactMap { stage in
      microseconds(stage).map { "\(stage.text) \($0), \($1)" }
    }
    if let (half, most) = shownQuantiles {
      parts.append("kernel to shown \(half), \(most), of \(shown.count) pictures")
    }
    return "\(stages.count(.all)) frames, \(stages.count(.decision)) decisions; p50 and p99 in "
      + "microseconds: \(parts.joined(separator: "; "))"
  }

  /// One object for a program.
  var json: String {
    var line = JSONLine()
    line.add("type", "timings")
    line.add("frames", stages.count(.all))
    line.add("decisions", stages.count(.decision))
    for stage in StageTimes.Stage.allCases {
      line.add("\(stage)", json: microseconds(stage).map { "[\($0),\($1)]" } ?? "null")
    }
    return line.line
  }

  private func microseconds(_ stage: StageTimes.Stage) -> (String, String)? {
    guard let half = stages.quantile(stage, 0.5), let most = stages.quantile(stage, 0.99) else {
      return nil
    }
    return (Decimal.text(Double(half) / 1000), Decimal.text(Double(most) / 1000))
  }
}

extension StageTimes.Stage {
  fileprivate var text: String {
    switch self {
    case .woken: "kernel to woken"
    case .read: "to read"
    case .frame: "to frame"
    case .dots: "to all that followed"
    case .decision: "to decision"
    case .all: "in all"
    }
  }
}

import CBaseline
import Glibc
import TouchCaptures
import TouchCore
import TouchSource

/// The same events through a panel of the kernel's, read by C's raw read(2), libevdev, libinput and us.
enum Reading: Benchmark {
  static let name = "reading"
  static let summary = "a panel of uinput, read by others and by us (root; --readers)"
  static let takesCapture = true

  /// Events, and how they come.
  struct Stream {
    let name: String
    let panel: Panel
    let events: [InputEvent]
    /// Microseconds from frame to frame; 0 for as fast as may be, nil for the events' own.
    let pace: Int64?
    let rounds: Int

    func prefix(_ frames: Int) -> Stream {
      var left = frames
      let events = events.prefix { event in
        defer { if event.isReport { left -= 1 } }
        return left > 0
      }
      return Stream(name: name, panel: panel, events: Array(events), pace: pace, rounds: rounds)
    }
  }

  /// What a reader told in the end.
  struct Result {
    var numbers: [String: Double] = [:]
    subscript(name: String) -> Double { numbers[name] ?? 0 }
  }

  static let readers = ["raw", "libevdev", "libinput", "us"]

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    guard let folder = settings.readers else { return }
    for stream in try streams(settings) {
      report.begin("\(name): \(stream.name)", "\(stream.rounds) rounds in turns, medians")
      var panel = try plug(stream.panel)
      let ours = "exec \(folder)/touchbench read"
      var results: [String: [Result]] = [:]
      let frames = Double(stream.events.count { $0.isReport })
      for _ in 0..<stream.rounds {
        for reader in readers + ["raw with a mask", "us by stage"] {
          let command =
            switch reader {
            case "us": "\(ours) \(panel.node)"
            case "us by stage": "\(ours) --stages \(panel.node)"
            case "raw with a mask": "exec \(folder)/raw --mask \(panel.node)"
            default: "exec \(folder)/\(reader) \(panel.node)"
            }
          results[reader, default: []].append(try play(stream, on: &panel, to: command))
        }
      }
      tell(results, frames, stream, report)
      if stream.name.hasPrefix("one finger, 125") {
        try tellCounts(of: stream, folder, settings.isSmoke, on: &panel, report)
      }
    }
  }

  // MARK: - The streams

  private static func streams(_ settings: Settings) throws(BenchFailure) -> [Stream] {
    if let capture = settings.capture { return [try stream(of: capture, rounds: 3)] }
    let share = settings.isSmoke ? 20 : 1
    let one = FingerStream(slots: 10, atLeast: 17_000 / share, emulates: true)
    let ten = FingerStream(slots: 10, atLeast: 62_000 / share, framesPerLeg: 256)
    let fast = FingerStream(slots: 1, atLeast: 40_000 / share, framesPerLeg: 2048)
    return [
      Stream(
        name: "one finger, 125 Hz", panel: one.panel, events: fingerOne(one), pace: 8000, rounds: 3),
      Stream(
        name: "ten fingers, 1000 Hz", panel: ten.panel, events: ten.events, pace: 1000, rounds: 3),
      Stream(
        name: "one finger, flat out", panel: fast.panel, events: fast.events, pace: 0, rounds: 3),
      try stream(of: "Captures/right.evemu", rounds: 3),
    ]
  }

  /// The first finger of ten.
  private static func fingerOne(_ stream: FingerStream) -> [InputEvent] {
    var slot: Int32 = 0
    return stream.events.filter { event in
      if event.type == EventType.abs, event.code == AbsCode.mtSlot { slot = event.value }
      return slot == 0 || event.type != EventType.abs || event.code <= AbsCode.y
    }
  }

  private static func stream(of capture: String, rounds: Int) throws(BenchFailure) -> Stream {
    var events: [InputEvent] = []
    do throws(CaptureError) {
      var source = try ReplaySource(opening: capture)
      while let step = try source.nextStep() {
        if case .event(let event) = step { events.append(event) }
      }
      return Stream(
        name: "the capture \(capture)", panel: source.panel, events: events, pace: nil,
        rounds: rounds)
    } catch {
      throw BenchFailure("\(error)")
    }
  }

  // MARK: - The panel

  static func plug(_ panel: Panel) throws(BenchFailure) -> VirtualPanel {
    do throws(VirtualPanelError) {
      let plugged = try VirtualPanel(of: panel)
      // udev must have seen it before libinput takes it.
      usleep(500_000)
      unsafe system("udevadm settle --timeout=10")
      return plugged
    } catch {
      throw BenchFailure("\(error)", status: EX_UNAVAILABLE)
    }
  }

  /// Starts a reader, plays the stream to it, and returns what it told.
  static func play(
    _ stream: Stream, on panel: inout VirtualPanel, to command: String
  ) throws(BenchFailure) -> Result {
    guard let reader = unsafe popen(command, "r") else {
      throw BenchFailure("\(command): it cannot be run", status: EX_OSERR)
    }
    defer { unsafe pclose(reader) }
    guard unsafe line(of: reader).hasPrefix("ready") else {
      throw BenchFailure("\(command): it does not read", status: EX_UNAVAILABLE)
    }
    do throws(VirtualPanelError) {
      try play(stream, on: &panel)
      usleep(300_000)
      try end(on: &panel)
    } catch {
      throw BenchFailure("\(error)", status: EX_IOERR)
    }
    let words = unsafe line(of: reader).split(separator: " ").map(String.init)
    guard words.first == "result" else {
      throw BenchFailure("\(command): it told nothing", status: EX_SOFTWARE)
    }
    var result = Result()
    for index in stride(from: 1, to: words.count - 1, by: 2) {
      result.numbers[words[index]] = Double(words[index + 1])
    }
    return result
  }

  private static func play(
    _ stream: Stream, on panel: inout VirtualPanel
  ) throws(VirtualPanelError) {
    guard let first = stream.events.first else { return }
    let start = Stopwatch.nanoseconds
    var frames: Int64 = 0
    for event in stream.events {
      try panel.take(.event(event))
      guard event.isReport else { continue }
      frames += 1
      if let pace = stream.pace {
        if pace > 0 { Stopwatch.wait(until: start + frames * pace * 1000) }
      } else {
        Stopwatch.wait(until: start + event.time.microseconds(since: first.time) * 1000)
      }
    }
  }

  /// A contact at 0, 0, which is what the readers end by.
  private static func end(on panel: inout VirtualPanel) throws(VirtualPanelError) {
    let down: [(UInt16, Int32)] = [
      (AbsCode.mtSlot, 0), (AbsCode.mtTrackingID, 65000), (AbsCode.mtPositionX, 1),
      (AbsCode.mtPositionX, 0), (AbsCode.mtPositionY, 1), (AbsCode.mtPositionY, 0),
    ]
    let up = (Int32(0)..<10).flatMap { slot -> [(UInt16, Int32)] in
      [(AbsCode.mtSlot, slot), (AbsCode.mtTrackingID, -1)]
    }
    for frame in [up, down, up] {
      for (code, value) in frame { try take(EventType.abs, code, value, on: &panel) }
      try take(EventType.syn, SynCode.report, 0, on: &panel)
      usleep(100_000)
    }
  }

  private static func take(
    _ type: UInt16, _ code: UInt16, _ value: Int32, on panel: inout VirtualPanel
  ) throws(VirtualPanelError) {
    let time = Timestamp(microseconds: 0)
    try panel.take(.event(InputEvent(time: time, type: type, code: code, value: value)))
  }

  static func line(of file: UnsafeMutablePointer<FILE>) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard unsafe fgets(&buffer, Int32(buffer.count), file) != nil else { return "" }
    return String(
      decoding: buffer.prefix { $0 > 10 || $0 == 9 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: - What came of it

  private static func tell(
    _ results: [String: [Result]], _ frames: Double, _ stream: Stream, _ report: Report
  ) {
    func median(_ reader: String, _ value: (Result) -> Double) -> Double {
      (results[reader] ?? []).map(value).sorted().quantile(0.5)
    }
    let columns = [
      "user µs a frame", "user + system", "wake-ups a frame", "frames lost", "lost silently",
      "event → frame p50, µs", "p99", "lift → decision p50", "p99",
    ]
    let rows = (readers + ["raw with a mask"]).map { reader in
      let cells = [
        median(reader) { $0["user"] / frames }.fixed(1),
        median(reader) { ($0["user"] + $0["system"]) / frames }.fixed(1),
        median(reader) { $0["wakes"] / frames }.fixed(2),
        median(reader) { frames - $0["frames"] }.fixed(0),
        median(reader) { $0["drops"] > 0 ? 0 : max(0, frames - $0["frames"]) }.fixed(0),
      ]
      let times = ["p50", "p99", "decision50", "decision99"].map { name in
        median(reader) { $0[name] }.fixed(0)
      }
      return (reader, cells + times)
    }
    report.table(stream.name, columns, rows)
    tellStages(median, stream, report)

    func goal(
      _ what: String, _ value: @escaping (Result) -> Double, _ other: String, _ times: Double
    ) {
      report.figure(
        .init(
          "\(stream.name): \(what)", median("us", value), "µs",
          against: (other, median(other, value)), goal: .atMostTimes(times)))
    }
    goal("user CPU a frame", { $0["user"] / frames }, "raw", 1.3)
    goal("event → frame, p50", { $0["p50"] }, "raw", 1.1)
    goal("event → frame, p50", { $0["p50"] }, "libinput", 0.5)
    if stream.name.hasPrefix("ten") {
      goal("user CPU a frame", { $0["user"] / frames }, "libevdev", 0.25)
      goal("event → frame, p50", { $0["p50"] }, "libevdev", 0.5)
    } else if stream.name.hasPrefix("one") {
      goal("user CPU a frame", { $0["user"] / frames }, "libinput", 0.5)
    }
    let silent = median("us") { $0["drops"] > 0 ? 0 : max(0, frames - $0["frames"]) }
    report.figure(.init("\(stream.name): lost silently", silent, "", goal: .atMost(0)))
    let wakes = median("us") { $0["wakes"] / frames }
    report.figure(.init("\(stream.name): wake-ups a frame", wakes, "", goal: .atMost(1.01)))
  }

  private static func tellStages(
    _ median: (String, (Result) -> Double) -> Double, _ stream: Stream, _ report: Report
  ) {
    let stages = StageTimes.Stage.allCases
    let rows = [("p50, µs", "50"), ("p99, µs", "99")].map { name, share in
      (name, stages.map { stage in median("us by stage") { $0["\(stage)\(share)"] }.fixed(1) })
    }
    report.table("us by stage", stages.map { "\($0)" }, rows)
  }
}

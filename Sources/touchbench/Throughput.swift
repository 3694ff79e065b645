import CAllocationCounter
import CBaseline
import Glibc
import TouchCaptures
import TouchCore

/// Events in memory to decisions, against a C loop that does the same by hand.
enum Throughput: Benchmark {
  static let name = "throughput"
  static let summary = "events in memory to decisions, beside a C loop by hand"
  static let takesCapture = true

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    report.begin(
      name,
      "events in memory → frames → view space → dots → decision, against C by hand; best of "
        + "\(rounds(settings)) rounds in turns")
    if let capture = settings.capture {
      let (events, reading) = try events(of: capture)
      measure("the capture, an event", events, reading, settings, report)
      return
    }
    for slots in [1, 2, 10, 100] {
      let stream = FingerStream(slots: slots, atLeast: settings.isSmoke ? 5000 : 300_000)
      try measure("\(slots) slots, an event", stream, settings, report)
    }
    for count in settings.isSmoke ? [1000] : [1000, 10_000, 100_000, 1_000_000, 10_000_000] {
      let stream = FingerStream(slots: 1, atLeast: count)
      try measure("1 slot, \(count) events, an event", stream, settings, report)
    }
  }

  /// `touchbench work ours|C SLOTS EVENTS`: the bare work, for a profiler. It prints the number of
  /// events, which is a little more than was asked for.
  static func work(_ arguments: [String]) throws(BenchFailure) {
    guard arguments.count == 3, let slots = Int(arguments[1]), let count = Int(arguments[2]) else {
      throw BenchFailure("work takes ours or C, SLOTS and EVENTS", status: EX_USAGE)
    }
    // The making of the stream costs too: it is the same for any number of turns.
    let stream = FingerStream(slots: slots, atLeast: 2000)
    guard let reading = try? PanelReading(stream.panel) else { return }
    let events = stream.events.map(input_event.init)
    let turns = (count + events.count - 1) / events.count
    if arguments[0] == "ours" {
      var chain = Chain(reading)
      for _ in 0..<turns { chain.take(events.span) }
    } else {
      var chain = BaselineChain(reading)
      for _ in 0..<turns { chain.take(events.span) }
    }
    print("events \(turns * events.count)")
  }

  private static func rounds(_ settings: Settings) -> Int { settings.isSmoke ? 1 : 9 }

  private static func measure(
    _ what: String, _ stream: FingerStream, _ settings: Settings, _ report: Report
  ) throws(BenchFailure) {
    guard let reading = try? PanelReading(stream.panel) else {
      throw BenchFailure("the made-up panel cannot be read")
    }
    measure(what, stream.events, reading, settings, report)
  }

  private static func measure(
    _ what: String, _ events: [InputEvent], _ reading: PanelReading, _ settings: Settings,
    _ report: Report
  ) {
    let events = events.map(input_event.init)
    // Short ones over and over, so that there is something to time.
    let turns = settings.isSmoke ? 1 : max(1, 100_000 / events.count)
    var (hash, theirHash) = (Hash(), Hash())
    var allocations = 0
    let best = Stopwatch.best(of: rounds(settings)) {
      var chain = Chain(reading)
      chain.take(events.span)
      hash = chain.hash
      let before = swipelock_allocations()
      for _ in 1..<max(turns, 2) { chain.take(events.span) }
      allocations = swipelock_allocations() - before
    } _: {
      var chain = BaselineChain(reading)
      chain.take(events.span)
      theirHash = chain.hash
      for _ in 1..<max(turns, 2) { chain.take(events.span) }
    }
    report.hash(what, hash)
    // A capture may hold what the baseline does not know: drops, or what no finger does.
    if hash != theirHash { complain("\(what): the baseline made other frames, dots or decisions") }
    let count = Double(events.count * max(turns, 2))
    report.figure(
      .init(
        what, best.ours / count, "ns", against: ("C", best.theirs / count),
        goal: .atMostTimes(1.25)))
    if allocations > 0 || what.hasPrefix("10 slots") {
      report.figure(
        .init("\(what): allocations", Double(allocations), "", goal: .atMost(0)))
    }
  }

  private static func events(
    of capture: String
  ) throws(BenchFailure) -> ([InputEvent], PanelReading) {
    var events: [InputEvent] = []
    let reading: PanelReading
    do throws(CaptureError) {
      var source = try ReplaySource(opening: capture)
      reading = source.reading
      while let step = try source.nextStep() {
        if case .event(let event) = step { events.append(event) }
      }
    } catch {
      throw BenchFailure("\(error)")
    }
    guard !events.isEmpty else { throw BenchFailure("\(capture): there is no event in it") }
    guard case .slots = reading.touchProtocol else {
      throw BenchFailure("\(capture): the baseline knows panels with slots only")
    }
    return (events, reading)
  }
}

import CBaseline
import Glibc
import TouchCaptures
import TouchCore

/// Captures to frames, by format and by length.
enum Formats: Benchmark {
  static let name = "formats"
  static let summary = "captures to frames, by format and by length"
  static let takesCapture = true

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    report.begin(name, "captures to frames, million events a second")
    if let capture = settings.capture {
      let counts = try replay(capture)
      tell("the capture", counts, nil, report)
      return
    }
    let folder = try ScratchFolder(inMemory: true)
    let file = "\(folder.path)/capture"
    let stream = FingerStream(slots: 10, atLeast: settings.isSmoke ? 1000 : 100_000)
    for format in CaptureText.allCases {
      try write(stream.events, turns: settings.isSmoke ? 1 : 5, as: format, to: file)
      do throws(BenchFailure) {
        let counts = try replay(file)
        let baseline = format == .evemu ? sscanf(file) : nil
        tell(format.rawValue, counts, baseline, report)
      } catch {
        // Built without a library that the format needs.
        guard format == .libinput else { throw error }
        complain(error.message)
      }
    }
    try measureLengths(settings, file, report)
  }

  private struct Counts {
    var events = 0
    var frames = 0
    var nanoseconds = 0.0
    var hash = Hash()
  }

  private static func tell(
    _ what: String, _ counts: Counts, _ baseline: Double?, _ report: Report
  ) {
    let speed = Double(counts.events) / counts.nanoseconds * 1000
    report.figure(
      .init(what, speed, "M events/s", against: baseline.map { ("C, getline and sscanf", $0) }))
    report.hash(what, counts.hash)
  }

  private static func replay(_ file: String) throws(BenchFailure) -> Counts {
    var counts = Counts()
    let start = Stopwatch.nanoseconds
    do throws(CaptureError) {
      var source = try ReplaySource(opening: file)
      while let frame = try source.nextFrame() {
        counts.frames += 1
        counts.hash.mix(frame.changes.count)
        if let first = frame.changes.first?.contact.position {
          counts.hash.mix(Int(first.x) << 16 + Int(first.y))
        }
      }
      counts.events = source.counts.events
    } catch {
      throw BenchFailure("\(error)")
    }
    counts.nanoseconds = Double(Stopwatch.nanoseconds - start)
    guard counts.events > 0 else { throw BenchFailure("\(file): there is no event in it") }
    return counts
  }

  private static func sscanf(_ file: String) -> Double {
    var events = 0
    let nanoseconds = Stopwatch.nanoseconds { events = unsafe baseline_read_evemu(file) }
    return Double(events) / nanoseconds * 1000
  }

  /// What an event and the memory cost, the longer the capture.
  private static func measureLengths(
    _ settings: Settings, _ file: String, _ report: Report
  ) throws(BenchFailure) {
    let stream = FingerStream(slots: 1, atLeast: 1000)
    var memory: [Double] = []
    for turns in settings.isSmoke ? [1, 10] : [1, 10, 100, 1000, 10_000] {
      try write(stream.events, turns: turns, as: .evemu, to: file)
      let counts = try replay(file)
      memory.append(residentKilobytes)
      report.figure(
        .init(
          "evemu, \(counts.events) events", counts.nanoseconds / Double(counts.events), "ns/event"))
    }
    if let first = memory.first, let last = memory.last {
      report.figure(
        .init("memory after the longest, and the shortest", last, "kB", against: ("then", first)))
    }
  }

  private static var residentKilobytes: Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss)
  }

  private static func write(
    _ events: [InputEvent], turns: Int, as format: CaptureText, to file: String
  ) throws(BenchFailure) {
    guard let stream = unsafe fopen(file, "w") else {
      throw BenchFailure("\(file): it cannot be written", status: EX_CANTCREAT)
    }
    var text = Array(format.header.utf8)
    let length = (events.last?.time.microseconds ?? 0) + 100_000
    var isFirst = true
    for turn in 0..<turns {
      for event in events {
        var event = event
        event.time.microseconds += Int64(turn) * length
        format.append(event, isFirst: isFirst, to: &text)
        isFirst = event.isReport
        guard text.count > 1 << 16 else { continue }
        unsafe fwrite(text, 1, text.count, stream)
        text.removeAll(keepingCapacity: true)
      }
    }
    unsafe fwrite(text, 1, text.count, stream)
    guard unsafe fclose(stream) == 0 else {
      throw BenchFailure("\(file): it cannot be written; make room", status: EX_IOERR)
    }
  }
}

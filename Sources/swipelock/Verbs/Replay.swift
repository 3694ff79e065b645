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

    With --uinput it tells none of that: it makes the panel anew through uinput, waits until a program \
    has opened it (10 s at most) and --delay seconds more, and lets the events out of it as far apart \
    as they were recorded. \
    Their times are then the kernel's, which also leaves out values that repeat and frames with \
    nothing new; a drop, a state that was asked for and what is down at the end come as the events \
    nearest to them. phys, uniq and fuzz are not made again.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("raw", nil, "add frame, line, tracking id and the raw axes to contacts"),
      Option("realtime", nil, "as fast as it was recorded, not as fast as possible"),
      Option("between", "FROM,TO", "tell only of these event times, in microseconds"),
      Option("uinput", nil, "replay into the kernel, on a panel that is made anew"),
      Option(
        "delay", "SECONDS",
        "with --uinput: wait so long once a program has the panel open (default 1)"),
    ] + ReadOptions.ofCaptures + ReadOptions.ofView + GridOptions.all + PictureOptions.all

  private var files: [String] = []
  private var read = ReadOptions()
  private var grid = GridOptions()
  private var isJSON = false
  private var isRaw = false
  private var pace = ReplaySource.Pace.unpaced
  private var times = Int64.min...Int64.max
  private var usesUinput = false
  private var delay = 1.0
  private var pictures = PictureOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "raw": isRaw = true
    case "realtime": pace = .realTime
    case "uinput": usesUinput = true
    case "delay":
      guard let seconds = Double(value), (0...3600).contains(seconds) else {
        throw UsageError("--delay takes seconds, 0 to 3600, not '\(value)'")
      }
      delay = seconds
    case "between":
      let bounds = value.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
      guard bounds.count == 2, let from = bounds[0], let to = bounds[1], from <= to else {
        throw UsageError("--between takes two times in microseconds, FROM,TO, not '\(value)'")
      }
      times = from...to
    default:
      if try read.take(option, value) { return }
      if try grid.take(option, value) { return }
      _ = try pictures.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    guard !files.isEmpty else { throw Failure(usageOf: Self.name, "which capture?") }
    guard !usesUinput || !isJSON else {
      throw Failure(
        usageOf: Self.name, "--uinput tells nothing that --json could be for: leave one out")
    }
    guard pictures.animation == nil || files.count == 1 else {
      throw Failure(usageOf: Self.name, "--animate makes one file, of one capture")
    }
    do throws(UsageError) { try pictures.demand(distinct: files) } catch {
      throw Failure(usageOf: Self.name, error.message)
    }
    _ = try grid.rules(for: Self.name)
    var output = Output()
    var status = ExitStatus.done
    for file in files {
      let failure =
        usesUinput
        ? replayIntoKernel(file, to: &output)
        : isJSON
          ? try replay(file, by: JSONReport(isRaw: isRaw), to: &output)
          : try replay(file, by: TextReport(isRaw: isRaw), to: &output)
      try output.flush()
      guard let failure else { continue }
      warn(failure.message)
      if status == .done { status = failure.status }
    }
    return status
  }

  /// Returns what went wrong.
  private func replayIntoKernel(_ file: String, to output: inout Output) -> Failure? {
    do throws(Failure) {
      var replay = UinputReplay(try read.capture(file), delay: delay)
      try replay.run(to: &output)
    } catch {
      return error
    }
    return nil
  }

  /// Returns what is wrong with the capture; throws if the output fails.
  private func replay(
    _ file: String, by report: some Report, to output: inout Output
  ) throws(Failure) -> Failure? {
    var source: ReplaySource
    let noted: NotedOptions
    do throws(Failure) { source = try read.capture(file, pace: pace) } catch { return error }
    do throws(Failure) { noted = try NotedOptions(source) } catch { return error }
    var telling = try CaptureTelling(
      &source, report, read.completed(by: noted.read), grid.completed(by: noted.grid))
    try output.write(telling.beginning(of: &source))
    var pictures = try pictures(of: source, noted)
    while true {
      let next: Frame?
      do throws(CaptureError) { next = try source.nextFrame() } catch { return Failure(error) }
      try output.write(telling.reopening(of: &source))
      guard let frame = next else { break }
      let text = telling.text(of: frame, from: &source)
      if times.contains(frame.time.microseconds) {
        try output.write(text)
        try pictures?.take(frame)
      }
      if pace == .realTime { try output.flush() }
    }
    try output.write(telling.end(of: &source))
    try pictures?.finish()
    return nil
  }

  private func pictures(
    of source: borrowing ReplaySource, _ noted: NotedOptions
  ) throws(Failure) -> CapturePictures? {
    guard pictures.isWanted else { return nil }
    let mapping = read.completed(by: noted.read).mapping(source.reading)
    let grid = grid.completed(by: noted.grid)
    let rules = try grid.rules(for: Self.name)
    return try CapturePictures(
      pictures, of: source.file, mapping, grid.grid(rules, in: mapping.view), grid.preset)
  }
}

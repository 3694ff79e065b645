import Glibc
import TouchSource

/// From the start of a program to the panel's grab, and what it costs to wait.
enum Start: Benchmark {
  static let name = "start"
  static let summary = "start to grab, memory, wake-ups when idle, size (root; --readers)"
  static let takesCapture = false

  /// What a program was like.
  private struct Run {
    var milliseconds = 0.0
    var residentKilobytes = 0.0
    var wakesAMinute = 0.0
  }

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    guard let folder = settings.readers else { return }
    report.begin(name, "start of the program → panel grabbed; then waiting, nobody touches")
    let scratch = try ScratchFolder(inMemory: true)
    let panel = try Reading.plug(FingerStream(slots: 10, atLeast: 0).panel)
    // From memory, so that no disk is measured.
    let programs = "\(folder)/swipelock \(folder)/libevdev"
    guard unsafe system("cp \(programs) \(scratch.path)") == 0 else {
      throw BenchFailure("\(programs): they cannot be copied", status: EX_IOERR)
    }
    let enroll =
      "\(scratch.path)/swipelock enroll --store \(scratch.path)/store --allow-weak "
      + "--from Captures/right.evemu Captures/right.evemu"
    guard unsafe system("\(enroll) >/dev/null") == 0 else {
      throw BenchFailure("\(enroll): it failed", status: EX_SOFTWARE)
    }
    let ours = "\(scratch.path)/swipelock unlock --store \(scratch.path)/store"
    let rounds = settings.isSmoke ? 1 : 9
    var (own, others): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      own.append(try start(ours, idleFor: 0).milliseconds)
      others.append(try start("\(scratch.path)/libevdev --start", idleFor: 0).milliseconds)
    }
    own.sort()
    others.sort()
    report.figure(
      .init(
        "start → grabbed, median", own.quantile(0.5), "ms",
        against: ("C, libudev and libevdev", others.quantile(0.5)), goal: .atMostTimes(1.5)))
    let idle = try start(ours, idleFor: settings.isSmoke ? 3 : 60)
    report.figure(
      .init("resident while waiting", idle.residentKilobytes / 1024, "MB", goal: .atMost(12)))
    report.figure(.init("wake-ups a minute when idle", idle.wakesAMinute, "", goal: .atMost(0)))
    try tellSizes(folder, report)
    _ = panel.node
  }

  private static func tellSizes(_ folder: String, _ report: Report) throws(BenchFailure) {
    for (name, file) in [("all traits", "swipelock"), ("no trait", "swipelock-plain")] {
      var status = stat()
      guard unsafe stat("\(folder)/\(file)", &status) == 0 else { continue }
      let size = Double(status.st_size) / 1_000_000
      report.figure(.init("stripped static program, \(name)", size, "MB", goal: .atMost(8)))
    }
  }

  /// Starts a program that says "Locked." once it holds the panel, and lets it wait for some seconds.
  private static func start(
    _ command: String, idleFor seconds: UInt32
  ) throws(BenchFailure) -> Run {
    guard let program = unsafe popen("echo $$; exec \(command)", "r") else {
      throw BenchFailure("\(command): it cannot be run", status: EX_OSERR)
    }
    defer { unsafe pclose(program) }
    guard let process = unsafe Int32(Reading.line(of: program)) else {
      throw BenchFailure("\(command): there is no shell to run it", status: EX_OSERR)
    }
    let begin = Stopwatch.nanoseconds
    defer { kill(process, SIGTERM) }
    guard unsafe Reading.line(of: program) == "Locked." else {
      throw BenchFailure("\(command): it does not lock", status: EX_UNAVAILABLE)
    }
    var run = Run(milliseconds: Double(Stopwatch.nanoseconds - begin) / 1_000_000)
    guard seconds > 0 else { return run }
    // What is still done after the start is not idle.
    sleep(1)
    let before = wakes(of: process)
    sleep(seconds)
    run.wakesAMinute = Double(wakes(of: process) - before) * 60 / Double(seconds)
    run.residentKilobytes = Double(number("VmRSS:", in: "/proc/\(process)/status"))
    return run
  }

  /// Of all threads of the process: a sleep that ended is a wake-up.
  private static func wakes(of process: Int32) -> Int {
    guard let tasks = unsafe opendir("/proc/\(process)/task") else { return 0 }
    defer { unsafe closedir(tasks) }
    var wakes = 0
    while let entry = unsafe readdir(tasks) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard Int(name) != nil else { continue }
      wakes += number("voluntary_ctxt_switches:", in: "/proc/\(process)/task/\(name)/status")
    }
    return wakes
  }

  private static func number(_ field: String, in file: String) -> Int {
    guard let stream = unsafe fopen(file, "r") else { return 0 }
    defer { unsafe fclose(stream) }
    while true {
      let line = unsafe Reading.line(of: stream)
      if line.isEmpty { return 0 }
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.first == field[...] { return words.count > 1 ? Int(words[1]) ?? 0 : 0 }
    }
  }
}

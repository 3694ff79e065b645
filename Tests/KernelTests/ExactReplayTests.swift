internal import Glibc
import KernelSupport
import Testing

/// What `record --json` tells from its reads, `replay --json` tells of the capture that it wrote of
/// them.
@Suite(.inGuest) struct ExactReplayTests {
  /// A recording under way. Its output is a file, so that nobody's pace holds it up.
  private struct Recorder {
    let program: Program
    let capture: String
    let told: String

    init(_ panel: borrowing UinputPanel, _ options: [String] = []) throws {
      let folder = try ScratchFolder.make()
      (capture, told) = (folder + "/capture.evemu", folder + "/told")
      program = try Program(
        [
          "sh", "-c", "exec \"$@\" >\(told)", "sh", Program.swipelockPath, "record", "--json", "-o",
          capture,
        ] + options)
      try wait(for: "\"source\"")
    }

    var lines: [String] { TextFile.lines(told) }

    /// Waits until that many lines hold the text.
    func wait(for text: String, count: Int = 1) throws {
      try Wait.until("\(count) × \(text); it told \(lines.suffix(3)), \(program.errors)") {
        lines.count { $0.contains(text) } >= count
      }
    }

    /// Ends it, replays the capture, and demands that both told the same but for the source and the
    /// summary, of which each has its own.
    func finish() throws {
      try program.signal(SIGTERM)
      #expect(try program.wait() == .signal(SIGTERM), "\(program.errors)")
      // By programs, since a test of ten thousand lines takes too long in an emulated guest.
      let compare = try Program([
        "sh", "-ec",
        """
        "$1" replay --json "$2" >"$3.replayed"
        for told in "$3" "$3.replayed"; do
          grep -Ev '^\\{"type":"(source|summary)"' "$told" >"$told.events"
        done
        diff "$3.events" "$3.replayed.events" | head -n 8
        """, "sh", Program.swipelockPath, capture, told,
      ])
      #expect(try compare.wait(within: .seconds(60)) == .status(0), "\(compare.errors)")
      #expect(compare.output.isEmpty, "\(compare.output)")
    }
  }

  @Test func `drops and fingers that are down at either end replay as they were told`() throws {
    var panel = try UinputPanel()
    try panel.down(slot: 3, id: 7, at: (95, 95))
    try panel.report()
    let recorder = try Recorder(panel)
    try panel.swipe(dots: [0, 3, 6], lifts: false)
    try recorder.wait(for: "\"move\"", count: 10)
    for _ in 1...3 {
      try recorder.program.signal(SIGSTOP)
      for step in 0..<600 {
        try panel.move(to: (50 + Double(step % 2), 84))
        try panel.report()
      }
      try recorder.program.signal(SIGCONT)
      try recorder.wait(for: "\"rule\":\"dropped\"")
      try panel.swipe(dots: [0, 1], steps: 20, lifts: false)
    }
    try recorder.wait(for: "\"down\"", count: 5)
    try recorder.finish()
    let told = recorder.lines.dropLast()
    #expect(told.contains { $0.contains("\"inherited\":true") })
    #expect(told.last?.contains("\"reason\":\"endOfCapture\"") == true, "\(told.suffix(2))")
  }

  @Test func `one panel of two replays with the numbers that its contacts had`() throws {
    var panel = try UinputPanel()
    let recorder = try Recorder(panel)
    let folder = "/proc/\(recorder.program.process)/fd"
    let before = TextFile.names(in: folder).count
    var other = try UinputPanel(.phone)
    try Wait.until("the other panel to be opened") { TextFile.names(in: folder).count > before }
    for id: Int32 in 1...3 {
      try other.swipe(through: [(10, 10), (20, 20)], id: id, steps: 2)
      try panel.swipe(through: [(10, 10), (20, 20)], id: id, steps: 2)
      try recorder.wait(for: "\"up\"", count: Int(id))
    }
    try recorder.finish()
    let told = recorder.lines
    let last = told.last { $0.contains("\"type\":\"up\"") } ?? ""
    #expect(!last.contains("\"contact\":3,"), "the other's contacts are not counted: \(last)")
  }

  @Test func `ten fingers at a thousand frames a second replay as they were told`() throws {
    let panel = try UinputPanel(.phone)
    let recorder = try Recorder(panel)
    for frame in 0..<500 {
      var events: [KernelEvent] = []
      for slot: Int32 in 0..<10 {
        events.append(.absolute(0x2f, slot))
        if frame % 100 == slot { events += [.absolute(0x39, -1)] }
        if frame == 0 || frame % 100 == slot { events += [.absolute(0x39, Int32(frame) + slot)] }
        events += [.absolute(0x35, Int32(frame) + slot), .absolute(0x36, Int32(frame) / 2 + slot)]
      }
      try panel.emit(events + [.synReport])
      usleep(1000)
    }
    // What it has not read by then is in neither.
    sleep(2)
    try recorder.finish()
    let count = try Program(["grep", "-c", "\"move\"", recorder.told])
    try count.wait()
    let moves = count.output.first.flatMap { Int($0) } ?? 0
    print("ten fingers: \(moves) moves of 5000")
    #expect(moves > 500)
  }

  @Test func `ranges that changed, and a panel that came back, replay as they were told`() throws {
    let wide = PanelDescription { $0.x = PanelAxis(0, 8191, resolution: 0) }
    var panel = try UinputPanel()
    let recorder = try Recorder(panel, ["--rotate", "90", "--rows", "4", "--columns", "4"])
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 2, lifts: false)
    try recorder.wait(for: "\"move\"", count: 2)
    try EvdevReader(panel.path).setRange(ofAxis: 0x35, to: PanelAxis(0, 9999, resolution: 20))
    let name = String(panel.path.split(separator: "/").last ?? "")
    try Program(["udevadm", "trigger", "--action=change", "--sysname-match=\(name)"]).wait()
    try recorder.wait(for: "\"source\"", count: 2)
    try panel.swipe(through: [(30, 30), (40, 40)], id: 2, steps: 2)
    try recorder.wait(for: "\"lifted\"")
    panel.destroy()
    try recorder.program.line(containing: "is gone", in: .errors)
    panel = try UinputPanel(wide)
    try recorder.wait(for: "\"source\"", count: 3)
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 2)
    try recorder.wait(for: "\"lifted\"", count: 2)
    try recorder.finish()
    #expect(recorder.lines.contains { $0.contains("aspectUnknown") })
    let notes = TextFile.lines(recorder.capture).filter { $0.hasPrefix("# swipelock: ") }
    for note in ["rotate=90", "rows=4", "udev ID_INPUT_TOUCHSCREEN=1", "range 35 0 8191 0 0 0"] {
      #expect(notes.contains("# swipelock: " + note), "\(notes.prefix(20))")
    }
  }
}

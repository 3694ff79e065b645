internal import Glibc
import KernelSupport
import Testing

/// Makes the captures of the repository's `Captures/` anew, into the folder that the guest gives back,
/// and holds each against what it is to show.
@Suite(.inGuest) struct CaptureMakingTests {
  private let panel = PanelDescription { panel in
    panel.name = "Swipelock Test Panel"
    panel.x = PanelAxis(0, 1279, resolution: 8)
    panel.y = PanelAxis(0, 799, resolution: 8)
  }

  /// Records what `draw` does, and returns the strokes that the capture replays to.
  private func record(
    _ name: String, before: (inout UinputPanel) throws -> Void = { _ in },
    _ draw: (inout UinputPanel, Program) throws -> Void
  ) throws -> [String] {
    let folder = try #require(Guest.results) + "/captures"
    unsafe mkdir(folder, 0o755)
    let file = "\(folder)/\(name).evemu"
    unsafe unlink(file)
    var panel = try UinputPanel(panel)
    try before(&panel)
    let record = try Program.swipelock(["record", "-o", file, "--json"])
    try record.line(containing: "\"source\"")
    try draw(&panel, record)
    try record.line(containing: "\"up\"")
    try record.signal(SIGTERM)
    #expect(try record.wait() == .signal(SIGTERM))
    let replay = try Program.swipelock(["replay", "--json", file])
    #expect(try replay.wait() == .status(0))
    return replay.output.filter { $0.contains("\"stroke\"") }.compactMap { line in
      line.firstRange(of: "\"pattern\"").map { String(line[$0.lowerBound...].dropLast()) }
    }
  }

  private func stroke(_ pattern: String, _ outcome: String = "complete") -> String {
    "\"pattern\":\"\(pattern)\",\"outcome\":\"\(outcome)\""
  }

  @Test func `captures of a right, a wrong, a short, a fast and a slow swipe`() throws {
    let right = LockFixture.right
    let swipes: [(String, [Int], steps: Int, ms: Int, String)] = [
      ("right", right, 24, 8, stroke("03678")),
      ("wrong", LockFixture.wrong, 24, 8, stroke("01258")),
      ("too-short", [0, 3, 6], 24, 8, stroke("036", "tooShort")),
      ("fast", right, 1, 12, stroke("03678")), ("slow", right, 40, 25, stroke("03678")),
    ]
    for (name, dots, steps, interval, expected) in swipes {
      let strokes = try record(name) { panel, _ in
        try panel.swipe(dots: dots, steps: steps, interval: .milliseconds(interval))
      }
      #expect(strokes == [expected], "\(name)")
    }
  }

  @Test func `a capture of two fingers, the second of which draws nothing`() throws {
    let strokes = try record("two-fingers") { panel, record in
      try panel.swipe(dots: [0, 3, 6], lifts: false)
      try panel.down(slot: 1, id: 2, at: (90, 20))
      try panel.report()
      for step in 1...8 {
        try panel.move(slot: 1, to: (90 - 5 * Double(step), 20 + 4 * Double(step)))
        try panel.report()
      }
      try panel.lift(slot: 1)
      try panel.report()
      try record.line(containing: "\"up\"")
      for dot in [7, 8] {
        try panel.move(to: self.panel.center(ofDot: dot))
        try panel.report()
      }
      try panel.lift()
      try panel.report()
    }
    #expect(strokes == [stroke("03678")])
  }

  @Test func `a capture of a finger that was down before, and a fresh one beside it`() throws {
    let strokes = try record(
      "finger-down-before",
      before: { panel in
        try panel.down(slot: 0, id: 1, at: (5, 50))
        try panel.report()
      },
      { panel, record in
        try panel.swipe(dots: LockFixture.right, slot: 1, id: 2)
        try record.line(containing: "\"up\"")
        try panel.lift()
        try panel.report()
      })
    #expect(strokes == [stroke("03678")])
  }

  @Test func `a capture of a drop in mid-stroke`() throws {
    let strokes = try record("dropped") { panel, record in
      try panel.swipe(dots: [0, 3, 6, 7], lifts: false)
      try record.line(containing: "\"dot\":7")
      try record.signal(SIGSTOP)
      for step in 0..<3000 {
        try panel.move(to: (50 + Double(step % 2), 84))
        try panel.report()
      }
      try record.signal(SIGCONT)
      try record.line(containing: "\"rule\":\"dropped\"")
      try panel.move(to: self.panel.center(ofDot: 8))
      try panel.report()
      try panel.lift()
      try panel.report()
      try panel.swipe(dots: [0, 1], id: 2)
      // The end of what was adopted after the drop, that of this one, and time to confirm the state.
      try record.line(containing: "\"up\"")
      try record.line(containing: "\"up\"")
      Wait.pause(.milliseconds(300))
      try panel.swipe(dots: LockFixture.right, id: 3)
    }
    #expect(strokes.first == stroke("0367", "cancelled"))
    #expect(strokes.last == stroke("03678"))
  }
}

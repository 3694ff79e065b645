internal import Glibc
import KernelSupport
import Testing

/// What a lock tells to a program that draws by itself, and what it does against smudges.
@Suite(.inGuest) struct FeedbackTests {
  /// A lock whose feedback goes to a file.
  private struct Told {
    let fixture: LockFixture
    let program: Program
    let file: String

    init(_ fixture: LockFixture, _ options: String) throws {
      self.fixture = fixture
      file = try ScratchFolder.make() + "/feedback"
      program = try Program([
        "sh", "-c",
        "exec \(Program.swipelockPath) unlock --store \(fixture.folder) --no-screen "
          + "--feedback-fd 3 \(options) 3>\(file)",
      ])
      try program.line(containing: "Locked.")
    }

    var lines: [String] { TextFile.lines(file) }

    /// The states that were told, each as often as it came anew.
    var states: [String] {
      var states: [String] = []
      for line in lines {
        guard let state = Self.field("state", of: line), states.last != state else { continue }
        states.append(state)
      }
      return states
    }

    /// Where the dots are, in percent of the view.
    func centers() throws -> [Percent] {
      let grid = try #require(lines.last { $0.contains("\"type\":\"grid\"") })
      let numbers = grid.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
      // The version, the view, rows and columns come first.
      let (width, height) = (numbers[1], numbers[2])
      return stride(from: 5, to: numbers.count, by: 2).map {
        (numbers[$0] / width * 100, numbers[$0 + 1] / height * 100)
      }
    }

    static func field(_ name: String, of line: String) -> String? {
      guard let start = line.firstRange(of: "\"\(name)\":\"") else { return nil }
      return String(line[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  @Test func `each state is told with its dots, and the example draws them`() throws {
    var panel = try UinputPanel(.wide)
    let told = try Told(LockFixture(), "")
    #expect(told.lines.first?.hasPrefix("{\"type\":\"grid\",\"version\":1,\"view\":[") == true)
    try panel.swipe(dots: LockFixture.wrong)
    try told.program.line(containing: "Wrong pattern.")
    try Wait.until("the wrong state to end") { told.states.last == "idle" }
    #expect(told.states == ["idle", "drawing", "wrong", "idle"], "\(told.states)")
    let wrong = try #require(told.lines.first { $0.contains("\"state\":\"wrong\"") })
    #expect(wrong.contains("\"dots\":[0,1,2,5,8],\"look\":\"wrong\""), "\(wrong)")
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try told.program.wait() == .status(0))
    let last = try #require(told.lines.last)
    #expect(
      last.contains("\"state\":\"right\"") && last.contains("\"name\":\"default\""), "\(last)")
    let example = try Program(["python3", "Tests/Feedback/terminal"], input: told.file)
    #expect(try example.wait() == .status(0))
    #expect(example.output.contains { $0.contains("✗") }, "\(example.errors)")
    #expect(example.output.contains { $0.contains("✓") })
  }

  @Test func `a reader that goes away, or reads nothing, does not hold the lock up`() throws {
    var panel = try UinputPanel(.wide)
    for reader in ["true", "sleep 1000"] {
      let fixture = try LockFixture()
      let program = try Program([
        "bash", "-c",
        "exec \(Program.swipelockPath) unlock --store \(fixture.folder) --no-screen "
          + "--feedback-fd 3 3> >(\(reader))",
      ])
      try program.line(containing: "Locked.")
      // Far more than a pipe holds.
      for round in 1...6 {
        let other = [[0, 1, 2, 5, 8], [6, 3, 4, 1], [2, 4, 7, 6], [8, 5, 4, 3]][round % 4]
        try panel.swipe(
          dots: round == 6 ? LockFixture.right : Array(other.prefix(3)), id: Int32(round))
      }
      #expect(try program.wait() == .status(0), "\(reader)")
    }
  }

  @Test func `a descriptor that is not open is told with what to do`() throws {
    let fixture = try LockFixture()
    let program = try fixture.run("unlock", ["--feedback-fd", "77"])
    #expect(try program.wait() == .status(64))
    #expect(program.errors.joined().contains("--feedback-fd 77 is not open for writing"))
  }

  @Test func `dots that wander are elsewhere at each try, and unlock where they are`() throws {
    var panel = try UinputPanel(.wide)
    let told = try Told(LockFixture(), "--wander --seed 7")
    var places: [Percent] = [try told.centers()[4]]
    for id in 1...3 {
      let centers = try told.centers()
      let dots = [[0, 1, 2, 5, 8], [6, 3, 4, 1], [2, 4, 7, 6]][id - 1]
      try panel.swipe(through: dots.map { centers[$0] }, id: Int32(id))
      try told.program.line(containing: "Wrong pattern.")
      try Wait.until("other places") { try told.centers()[4] != places[id - 1] }
      places.append(try told.centers()[4])
    }
    let centers = try told.centers()
    try panel.swipe(through: LockFixture.right.map { centers[$0] }, id: 4)
    #expect(try told.program.wait() == .status(0))
  }

  @Test func `while the glass is cleaned touches do nothing`() throws {
    var panel = try UinputPanel(.wide)
    let told = try Told(LockFixture(), "--clean 3")
    try told.program.signal(SIGUSR2)
    try Wait.until("the words") { told.lines.contains { $0.contains("Cleaning: touches") } }
    try panel.swipe(dots: LockFixture.right)
    try Wait.until("the end of it") { told.lines.last?.contains("Draw the pattern.") == true }
    #expect(told.states == ["idle"])
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try told.program.wait() == .status(0))
  }

  @Test func `once it is unlocked the glass is to be wiped, and then the command runs`() throws {
    var panel = try UinputPanel(.wide)
    let fixture = try LockFixture()
    let unlock = try fixture.lock(["--wipe"] + fixture.command, onScreen: true)
    try panel.swipe(dots: LockFixture.right)
    try unlock.line(containing: "Unlocked.")
    try Wait.until("what is to be wiped, and no pattern") {
      let photo = try Photographer.photo("wipe")
      // Where the line was there is none, and where no dot is there is a mark.
      return photo[373, 270] == 0x12161C && photo[80, 50] != 0x12161C
    }
    #expect(!fixture.wasRun)
    let rows = stride(from: 6.0, to: 100, by: 12.5)
    for (index, y) in rows.enumerated() {
      try panel.swipe(through: [(3, y), (97, y)], id: Int32(index + 2), steps: 24)
    }
    #expect(try unlock.wait() == .status(0))
    #expect(fixture.wasRun)
  }
}

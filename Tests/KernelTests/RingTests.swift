internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct RingTests {
  /// What a replay tells of a written ring.
  private func replayed(_ file: String) throws -> [String] {
    let replay = try Program.swipelock(["replay", "--json", "--raw", file])
    #expect(try replay.wait() == .status(0))
    return replay.output
  }

  @Test func `a signal writes the last seconds with no path in them, and the lock stays`() throws {
    let fixture = try LockFixture()
    let file = try ScratchFolder.make() + "/ring"
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--ring", "30", "--ring-file", file])
    try panel.swipe(dots: LockFixture.wrong, id: 41)
    try unlock.line(containing: "Wrong pattern.")
    try unlock.signal(SIGUSR1)
    try unlock.line(containing: "\(file): the last 30 s, redacted (SIGUSR1)", in: .errors)

    let mode = try Program(["stat", "-c", "%a", file])
    #expect(try mode.wait() == .status(0))
    #expect(mode.output == ["600"])
    let told = try replayed(file)
    #expect(told.count { $0.contains("\"type\":\"down\"") && $0.contains("\"id\":41") } == 1)
    #expect(told.count { $0.contains("\"reason\":\"lifted\"") } == 1)
    #expect(!told.contains { $0.contains("\"outcome\":\"complete\"") })
    let lint = try Program.swipelock(["lint", file])
    #expect(try lint.wait() == .status(0))

    try panel.swipe(dots: LockFixture.right, id: 42)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a panel that is unplugged in mid-stroke writes it, into the store's folder`() throws {
    let fixture = try LockFixture()
    let file = fixture.folder + "/ring.evemu"
    let unlock = try fixture.run("unlock", ["--ring", "30"])
    try unlock.line(containing: "waiting for one", in: .errors)
    var panel = try UinputPanel()
    try unlock.line(containing: "\(panel.path) is there", in: .errors)
    try panel.swipe(dots: [0, 3, 6], lifts: false)
    panel.destroy()
    try unlock.line(containing: "\(file): the last 30 s, redacted (removed)", in: .errors)
    #expect(try replayed(file).count { $0.contains("\"reason\":\"removed\"") } == 1)
    try unlock.signal(SIGTERM)
    #expect(try unlock.wait() == .signal(SIGTERM))
  }
}

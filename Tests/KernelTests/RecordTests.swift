internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct RecordTests {
  private func newFile() throws -> String {
    try ScratchFolder.make() + "/capture"
  }

  @Test func `a recorded swipe replays to its pattern, and unlocks`() throws {
    let fixture = try LockFixture()
    let file = try newFile()
    var panel = try UinputPanel()
    let record = try Program.swipelock(["record", "-o", file, "--json"])
    try record.line(containing: "\"source\"")
    try panel.swipe(dots: LockFixture.right)
    try record.line(containing: "\"up\"")
    try record.signal(SIGINT)
    #expect(try record.wait() == .signal(SIGINT))

    let replay = try Program.swipelock(["replay", "--json", file])
    #expect(try replay.wait() == .status(0))
    #expect(
      replay.output.contains { $0.contains("\"pattern\":\"03678\",\"outcome\":\"complete\"") })
    let told: (String) -> Bool = { !$0.contains("\"source\"") && !$0.contains("\"summary\"") }
    #expect(record.output.filter(told) == replay.output.filter(told))

    let unlock = try fixture.run("unlock", ["--from", file] + fixture.command)
    #expect(try unlock.wait() == .status(0))
    #expect(fixture.wasRun)
  }

  @Test func `a recording is for its owner only and replaces nothing`() throws {
    let file = try newFile()
    let panel = try UinputPanel()
    for status: Int32 in [0, 74] {
      let record = try Program.swipelock(
        ["record", "-o", file, "--for", "0.2", "--panel", panel.path])
      #expect(try record.wait() == .status(status))
    }
    let mode = try Program(["stat", "-c", "%a", file])
    #expect(try mode.wait() == .status(0))
    #expect(mode.output == ["600"])
  }

  @Test func `watch with timings tells them in the end, as JSON too`() throws {
    var panel = try UinputPanel()
    let watch = try Program.swipelock(["watch", "--json", "--timings"])
    try watch.line(containing: "\"source\"")
    try panel.swipe(dots: [0, 1])
    try watch.line(containing: "\"reason\":\"lifted\"")
    try watch.signal(SIGTERM)
    let told = try watch.line(containing: "\"timings\"")
    #expect(told.hasPrefix("{\"type\":\"timings\",\"frames\":10,\"decisions\":0,\"woken\":["))
    #expect(told.contains("\"decision\":null"))
  }

  @Test func `watch tells contacts and never a dot`() throws {
    var panel = try UinputPanel()
    let watch = try Program.swipelock(["watch", "--json"])
    try watch.line(containing: "\"source\"")
    try panel.swipe(dots: LockFixture.right)
    try watch.line(containing: "\"reason\":\"lifted\"")
    try watch.signal(SIGTERM)
    #expect(try watch.wait() == .signal(SIGTERM))
    #expect(watch.output.last?.contains("\"contacts\":1,\"mostAtOnce\":1,\"strokes\":0") == true)
    #expect(!watch.output.contains { $0.contains("\"dot\"") || $0.contains("pattern") })
  }

  @Test func `several panels are not recorded at a guess`() throws {
    let file = try newFile()
    let one = try UinputPanel()
    let other = try UinputPanel(.phone)
    let record = try Program.swipelock(["record", "-o", file])
    #expect(try record.wait() == .status(64))
    #expect(record.errors.joined().contains("several panels"))
    #expect(one.path != other.path)
  }
}

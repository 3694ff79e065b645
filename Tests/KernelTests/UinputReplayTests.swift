internal import Glibc
import KernelSupport
import TestSupport
import Testing
import TouchCaptures
import TouchCore

/// `replay --uinput`: a capture as a panel of the kernel's.
@Suite(.inGuest) struct UinputReplayTests {
  private func capture(_ name: String) -> String {
    #filePath.dropLast("Tests/KernelTests/UinputReplayTests.swift".count) + "Captures/\(name).evemu"
  }

  private func play(_ file: String) throws -> Program {
    try Program.swipelock(["replay", "--uinput", file])
  }

  @Test func `a capture that is replayed into the kernel unlocks`() throws {
    let fixture = try LockFixture()
    let unlock = try fixture.run("unlock", fixture.command)
    try unlock.line(containing: "waiting for one", in: .errors)
    let play = try play(capture("right"))
    #expect(try unlock.wait(within: .seconds(60)) == .status(0))
    #expect(fixture.wasRun)
    #expect(try play.wait() == .status(0))
    #expect(play.output.last?.hasSuffix("events replayed") == true, "\(play.output)")
  }

  @Test
  func `what the kernel makes of a replayed capture is its contacts, one from before in it`()
    throws
  {
    let name = "finger-down-before"
    let play = try play(capture(name))
    let line = try play.line(containing: "/dev/input/event")
    let node = line.split(separator: " ").last.map(String.init) ?? ""
    let file = try ScratchFolder.make() + "/played.evemu"
    let record = try Program.swipelock(["record", "-o", file, "--json", "--panel", node])
    try play.wait()
    try record.line(containing: "is gone", in: .errors)
    try record.signal(SIGTERM)
    try record.wait()

    let original = try Program.swipelock(["replay", "--json", capture(name)])
    #expect(try original.wait() == .status(0))
    let expected = Contacts.told(by: original.output)
    #expect(!expected.isEmpty)
    #expect(Contacts.told(by: record.output) == expected)
  }

  @Test func `a panel that was unplugged in the capture is unplugged, and comes back`() throws {
    let other = try UinputPanel()
    let file = try ScratchFolder.make() + "/unplugged.evemu"
    func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> SourceStep {
      .event(InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
    }
    let frame = [
      event(EventType.abs, AbsCode.mtTrackingID, 3), event(EventType.abs, AbsCode.mtPositionX, 9),
      event(EventType.abs, AbsCode.mtPositionY, 9), event(EventType.syn, SynCode.report, 0),
    ]
    let lift = [
      event(EventType.abs, AbsCode.mtTrackingID, -1), event(EventType.syn, SynCode.report, 0),
    ]
    var writer = try CaptureWriter(creating: file, panel: PanelFixture.phone)
    for step in frame + [.ended(.removed, Timestamp(microseconds: 9))] + frame + lift {
      try writer.write(step)
    }
    try writer.finish()

    let watch = try Program.swipelock(["watch", "--json"])
    try watch.line(containing: other.path)
    let play = try play(file)
    try watch.line(containing: "\"down\"")
    try watch.line(containing: "\"reason\":\"removed\"")
    try watch.line(containing: "\"down\"")
    try watch.line(containing: "\"reason\":\"lifted\"")
    #expect(try play.wait() == .status(0))
  }

  @Test func `without uinput, or the right to it, the sentence says how to get it`() throws {
    let arguments = [Program.swipelockPath, "replay", "--uinput", capture("fast")]
    let hidden = try Program(
      ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /dev && exec \"$@\"", "sh"] + arguments)
    #expect(try hidden.wait() == .status(69))
    #expect(hidden.errors.joined().contains("modprobe uinput"), "\(hidden.errors)")

    let denied = try Program(arguments, user: "65534")
    #expect(try denied.wait() == .status(77))
    #expect(denied.errors.joined().contains("setfacl"), "\(denied.errors)")
  }
}

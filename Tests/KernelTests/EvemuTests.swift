internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct EvemuTests {
  private func capture(_ name: String) -> String {
    #filePath.dropLast("Tests/KernelTests/EvemuTests.swift".count) + "Captures/\(name).evemu"
  }

  @Test(arguments: ["right", "two-fingers", "fast"])
  func `what we recorded is played by evemu and comes out of the kernel as the same contacts`(
    name: String
  ) throws {
    let device = try Program(["evemu-device", capture(name)])
    let line = try device.line(containing: "/dev/input/event")
    let path = "/dev/input/" + (line.split(separator: "/").last.map(String.init) ?? "")
    let node = path.split(separator: "/").last.map(String.init) ?? ""
    try Wait.until("udev to know \(path)") { UdevRecord(ofInputNode: node).isInitialized }

    let file = try ScratchFolder.make() + "/played.evemu"
    let record = try Program.swipelock(["record", "-o", file, "--json", "--panel", path])
    try record.line(containing: "\"source\"")
    let play = try Program(["evemu-play", path], input: capture(name))
    #expect(try play.wait() == .status(0), "\(play.errors)")
    try record.line(containing: "\"stroke\"")
    try record.signal(SIGTERM)
    try record.wait()
    try device.signal(SIGTERM)

    let original = try Program.swipelock(["replay", "--json", capture(name)])
    #expect(try original.wait() == .status(0))
    let expected = Contacts.told(by: original.output)
    #expect(!expected.isEmpty)
    #expect(Contacts.told(by: record.output) == expected)
  }
}

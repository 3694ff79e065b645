internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct EvemuTests {
  private func capture(_ name: String) -> String {
    #filePath.dropLast("Tests/KernelTests/EvemuTests.swift".count) + "Captures/\(name).evemu"
  }

  /// What `--json` tells of contacts, times and numbers of the lines aside.
  private func contacts(_ lines: [String]) -> [String] {
    lines.filter { line in
      ["\"down\"", "\"move\"", "\"up\""].contains { line.contains("\"type\":\($0)") }
    }.map { line in
      let kind = line.prefix { $0 != "," }
      let rest = line.firstRange(of: "\"contact\"").map { line[$0.lowerBound...] } ?? ""
      return "\(kind)\(rest)"
    }
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
    let expected = contacts(original.output)
    #expect(!expected.isEmpty)
    #expect(contacts(record.output) == expected)
  }
}

internal import Glibc
import KernelSupport
import Testing

/// What is left of a stroke in the memory of the lock.
@Suite(.inGuest) struct SecretMemoryTests {
  /// Bytes and digits that stand together nowhere by chance.
  private static let dots = [2, 4, 6, 3, 0, 1, 5, 8]
  private static let bytes = dots.map { UInt8($0) }
  private static let words: [UInt8] = dots.flatMap { dot -> [UInt8] in [UInt8(dot), 0, 0, 0] }
  private static let long: [UInt8] = dots.flatMap { dot -> [UInt8] in
    [UInt8(dot), 0, 0, 0, 0, 0, 0, 0]
  }
  private static let texts = ["24630158", "2,4,6,3,0,1,5,8"]

  /// A range so fine and odd that no position is a number that is there for another reason.
  private static let panel = PanelDescription.square.with { panel in
    panel.x = PanelAxis(1_234_567, 0x3edc_ba97)
    panel.y = PanelAxis(1_234_567, 0x3edc_ba97)
  }

  private struct Traces: Equatable {
    var asBytes = false
    var asNumbers = false
    var asText = false
    /// Which of those that were looked for, by their place.
    var positions: [Int] = []
  }

  private func traces(in process: Int32, of positions: [Int32]) throws -> Traces {
    let memory = try ProcessMemory(of: process)
    try #require(memory.count > 1 << 20)
    return Traces(
      asBytes: memory.contains(Self.bytes),
      asNumbers: memory.contains(Self.words) || memory.contains(Self.long),
      asText: Self.texts.contains { memory.contains(Array($0.utf8)) },
      positions: positions.indices.filter { memory.contains(positions[$0]) })
  }

  /// The x of a sample on the way from each dot to the next, but for the last two: the kernel tells
  /// only what changes, so of each slot the last position stays.
  private func positions() -> [Int32] {
    let centers = Self.dots.dropLast(2).map { Self.panel.center(ofDot: $0) }
    return zip(centers, centers.dropFirst()).filter { $0.x != $1.x }.map { start, end in
      Self.panel.x.value(atPercent: start.x + (end.x - start.x) * 3 / 8)
    }
  }

  @Test(arguments: [[], ["--ring", "20"]])
  func `after an attempt nothing of the stroke is in the lock's memory`(_ options: [String]) throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(Self.panel)
    let unlock = try fixture.lock(options)
    let positions = positions()

    // The control: while it is drawn it must be there, or the search finds nothing.
    try panel.swipe(dots: Self.dots, lifts: false)
    Wait.pause(.milliseconds(500))
    let before = try traces(in: unlock.process, of: positions)
    #expect(before.asBytes)

    try panel.lift()
    try panel.report()
    try unlock.line(containing: "Wrong pattern.")
    Wait.pause(.milliseconds(500))
    let after = try traces(in: unlock.process, of: positions)
    #expect(after == Traces(), "\(after)")
    #expect(try fixture.failures == 1)
  }

  @Test func `a trace that is planted is found`() throws {
    // This very process, which has the dots and positions in ordinary memory.
    let planted = (Self.bytes, Self.words, Self.texts, positions())
    let found = try traces(in: getpid(), of: planted.3)
    #expect(found.asBytes && found.asNumbers && found.asText)
    #expect(found.positions == Array(planted.3.indices))
  }

  private func cores(in folder: String) -> Int {
    TextFile.names(in: folder).count { $0.hasPrefix("core") }
  }

  @Test func `a lock that crashes leaves no core`() throws {
    let fixture = try LockFixture()
    let panel = try UinputPanel()
    let folder = try ScratchFolder.make()
    try TextFile.write("\(folder)/core", to: "/proc/sys/kernel/core_pattern")
    defer { try? TextFile.write("core", to: "/proc/sys/kernel/core_pattern") }
    let start = "ulimit -c unlimited; exec"

    // What has no secrets leaves one.
    let other = try Program(["sh", "-c", "\(start) sleep 60"])
    Wait.pause(.milliseconds(300))
    try other.signal(SIGSEGV)
    #expect(try other.wait() != .status(0))
    #expect(cores(in: folder) == 1)

    let unlock = try Program(
      ["sh", "-c", "\(start) \(Program.swipelockPath) unlock --store \(fixture.folder)"])
    try unlock.line(containing: "Locked.")
    try unlock.signal(SIGSEGV)
    #expect(try unlock.wait() == .signal(SIGSEGV))
    #expect(unlock.errors == [])
    #expect(cores(in: folder) == 1)
    withExtendedLifetime(panel.path) {}
  }
}

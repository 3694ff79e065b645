internal import Glibc
import KernelSupport
import Testing
import TouchCore
import TouchSource

@Suite(.inGuest) struct ReaderGrabTests {
  private func open(_ path: String) throws -> LivePanel {
    try LivePanel.open(PanelFinder().panel(.node(path)))
  }

  @Test func `another sees nothing while a reader has the grab, and all again once it goes`()
    throws
  {
    var panel = try UinputPanel()
    let other = try EvdevReader(panel.path)
    func readGrabbed(_ panel: inout UinputPanel) throws {
      var reader = try open(panel.path)
      try reader.grab()
      try panel.swipe(through: [(10, 10), (20, 20)], steps: 2)
      var seen: [[String]] = []
      for _ in 0..<4 { seen.append(try reader.awaitSummary()) }
      #expect(seen == [["+1@0"], ["1@0"], ["1@0"], ["-1@0 lifted"]])
    }
    try readGrabbed(&panel)
    let leaked = try other.pending()
    #expect(leaked.isEmpty)
    try panel.swipe(through: [(30, 30), (40, 40)], id: 2, steps: 1)
    let after = try other.pending()
    #expect(after.contains(.absolute(0x39, 2)), "the other reader saw \(after)")
  }

  @Test func `a panel that was released is everybody's again`() throws {
    var panel = try UinputPanel()
    let other = try EvdevReader(panel.path)
    var reader = try open(panel.path)
    try reader.grab()
    let finding = try reader.release()
    #expect(finding == nil)
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 1)
    let seen = try other.pending()
    #expect(seen.contains(.absolute(0x39, 1)), "the other reader saw \(seen)")
    let first = try reader.awaitSummary()
    #expect(first == ["+1@0"])
  }

  @Test func `a panel that was kept keeps its grab, and what is down on it is inherited`() throws {
    var panel = try UinputPanel()
    let gone = try UinputPanel(.phone)
    let other = try EvdevReader(panel.path)
    var settings = SeatReader.Settings()
    settings.grabs = true
    func keep() throws -> [CInt] {
      let reader = try SeatReader.open(settings)
      return reader.grabs.map { dup($0.descriptor) }
    }
    let kept = try keep()
    #expect(kept.count == 2)
    gone.destroy()
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 1, lifts: false)
    let meanwhile = try other.pending()
    #expect(meanwhile.isEmpty)

    var reader = try SeatReader.open(settings, from: KeptNodes(adopting: kept))
    let (isGrabbed, downCount) = (reader.isGrabbed, reader.downCount)
    #expect(isGrabbed && downCount == 1)
    try panel.lift()
    try panel.report()
    try panel.swipe(through: [(30, 30), (40, 40)], id: 2, steps: 1)
    var ends: [Bool] = []
    while ends.count < 2 {
      switch try reader.next(until: .soon()) {
      case .frame(let frame):
        ends += frame.changes.filter { $0.kind == .up(.lifted) }.map { $0.contact.isInherited }
      case .deadlinePassed: throw Wait.TimedOut(description: "two lifts; there were \(ends)")
      default: break
      }
    }
    #expect(ends[0])
    let seen = try other.pending()
    #expect(seen.isEmpty)
  }

  @Test func `a grab that failed can be tried again, and then holds`() throws {
    var panel = try UinputPanel()
    let other = try EvdevReader(panel.path)
    try other.grab()
    var reader = try open(panel.path)
    for _ in 0..<2 {
      do throws(SourceError) {
        try reader.grab()
        Issue.record("no error came although another has the grab")
      } catch {
        guard case .grabbed(let node, _) = error else { throw error }
        #expect(node == panel.path)
        #expect(error.description.hasPrefix("\(panel.path) is grabbed by another program: end it"))
      }
    }
    try other.ungrab()
    try reader.grab()
    let isGrabbed = reader.isGrabbed
    #expect(isGrabbed)
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 1)
    let leaked = try other.pending()
    #expect(leaked.isEmpty)
    let first = try reader.awaitSummary()
    #expect(first == ["+1@0"])
  }

  @Test func `a reader that is revoked ends its contacts as revoked, and another reads on`() throws
  {
    var panel = try UinputPanel()
    let other = try EvdevReader(panel.path)
    var reader = try open(panel.path)
    try reader.grab()
    try panel.down(at: (50, 50))
    try panel.report()
    var seen = [try reader.awaitSummary()]
    try reader.revoke()
    for _ in 0..<3 { seen.append(try reader.awaitSummary()) }
    #expect(seen == [["+1@0"], ["-1@0 revoked"], ["gone"], ["gone"]])
    try panel.move(to: (60, 60))
    try panel.report()
    let events = try other.pending()
    #expect(events.contains(.absolute(0x35, 2457)), "the other reader saw \(events)")
  }
}

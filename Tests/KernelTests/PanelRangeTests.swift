import KernelSupport
import TestSupport
import Testing
import TouchCore
import TouchSource

/// Panels whose ranges are changed at the node, as hwdb does; some of them uinput would not begin with.
@Suite(.inGuest) struct PanelRangeTests {
  @Test func `an axis that runs backwards is read so, with the finding`() throws {
    var panel = try UinputPanel()
    try EvdevReader(panel.path).setRange(ofAxis: 0x35, to: PanelAxis(4095, 0, resolution: 20))
    var reader = try LivePanel.open(PanelFinder().panel(.node(panel.path)))
    let reading = reader.reading
    let backwards = AxisRange(minimum: 4095, maximum: 0, resolution: 20)
    #expect(reading.findings == [.invertedAxis(.x, backwards)])
    try panel.down(at: (100, 100))
    try panel.report()
    let frame = try #require(try reader.awaitFrame())
    #expect(summary(frame) == ["+1@0"])
    #expect(frame.findings.isEmpty)
    let contact = try #require(frame.changes.first?.contact)
    #expect(contact.position == DevicePoint(x: 4095, y: 4095))
    let point = try #require(ViewMapping(reading).point(of: contact))
    #expect(point.x == 0 && point.y > 204, "\(point)")
  }

  @Test func `an axis that has one value by now is refused with its name and values`() throws {
    let panel = try UinputPanel()
    try EvdevReader(panel.path).setRange(ofAxis: 0x36, to: PanelAxis(-3, -3))
    let device = try PanelFinder().panel(.node(panel.path))
    do throws(SourceError) {
      _ = try LivePanel.open(device)
      Issue.record("it was opened")
    } catch {
      let text = error.description
      #expect(text.contains("\(panel.path) cannot be read as a touch panel"), "\(text)")
      #expect(text.contains("ABS_MT_POSITION_Y has minimum -3 and maximum -3"), "\(text)")
    }
  }

  @Test func `an axis that no position needs may be as odd as it likes`() throws {
    var panel = try UinputPanel(.phone)
    let node = try EvdevReader(panel.path)
    try node.setRange(ofAxis: 0x3a, to: PanelAxis(9, 9))
    try node.setRange(ofAxis: 0x00, to: PanelAxis(5, -5))
    var reader = try LivePanel.open(PanelFinder().panel(.node(panel.path)))
    try panel.down(at: (50, 50))
    try panel.report()
    let frame = try #require(try reader.awaitFrame())
    #expect(summary(frame) == ["+1@0"])
    let findings = reader.reading.findings
    #expect(findings.isEmpty && frame.findings.isEmpty)
  }

  @Test func `a range that changes under a finger ends its contact, and is read anew`() throws {
    var panel = try UinputPanel()
    var seat = try SeatReader.open()
    try panel.down(at: (50, 50))
    try panel.report()
    var told: [String] = []
    var isChanged = false
    var place = 60.0
    while told.last != "+2@0*", place < 90 {
      switch try seat.next(until: .soon(seconds: 1)) {
      case .frame(let frame):
        told += summary(frame)
        guard told == ["+1@0"] else { continue }
        try EvdevReader(panel.path).setRange(ofAxis: 0x35, to: PanelAxis(0, 9999))
        let name = String(panel.path.split(separator: "/").last ?? "")
        let change = ["udevadm", "trigger", "--action=change", "--sysname-match=\(name)"]
        try Program(change).wait()
      case .panelChanged(let changed):
        isChanged = changed.reading.x.maximum == 9999
      case .panelAdded: continue
      case .deadlinePassed:
        // What is down shows with its next frame; one that comes while the state is asked for is part
        // of the answer, so it takes another.
        place += 1
        try panel.move(to: (place, 60))
        try panel.report()
      case let other: throw Wait.TimedOut(description: "\(told), then \(other)")
      }
    }
    #expect(isChanged)
    // It moves on where udev takes longer than the deadline.
    told.removeAll { $0 == "1@0" }
    #expect(told == ["+1@0", "-1@0 dropped", "+2@0*"])
  }
}

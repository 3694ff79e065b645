import KernelSupport
import TestSupport
import Testing
import TouchCore
import TouchSource

/// Panels over HID that the kernel's own driver, hid-multitouch, reads.
@Suite(.inGuest) struct WindowsTouchTests {
  private func touches(_ count: UInt8, at offset: UInt16, isDown: Bool = true)
    -> [WindowsTouch.Touch]
  {
    (0..<count).map { index in
      WindowsTouch.Touch(
        id: index, x: 200 + 350 * UInt16(index) + offset, y: 1000 + offset, isDown: isDown)
    }
  }

  @Test(arguments: [WindowsTouch.whole, .hybrid])
  func `ten contacts of a Windows panel are ten, in one report or over several`(
    description: WindowsTouch
  ) throws {
    var panel = try UhidPanel(description)
    let device = try PanelFinder().panel(.node(panel.path))
    #expect(device.classification == .udev)
    var reader = try LivePanel.open(device)
    let size = try #require(reader.reading.millimetres)
    #expect(abs(size.width - 292) < 1 && abs(size.height - 195) < 1)

    try panel.send(touches(10, at: 0))
    try panel.send(touches(10, at: 20))
    try panel.send(touches(10, at: 20, isDown: false))
    var seen: [Int: [String]] = [:]
    var places: [Int: DevicePoint] = [:]
    while seen.values.count(where: { $0.last == "up" }) < 10 {
      let frame = try #require(try reader.awaitFrame())
      #expect(frame.findings.isEmpty, "\(frame.findings)")
      for change in frame.changes {
        switch change.kind {
        case .down: seen[change.contact.number, default: []].append("down")
        case .move: seen[change.contact.number, default: []].append("move")
        case .up(let reason):
          seen[change.contact.number, default: []].append(reason == .lifted ? "up" : "\(reason)")
        }
        places[change.contact.number] = change.contact.position
      }
    }
    #expect(seen.count == 10)
    #expect(seen.values.allSatisfy { $0 == ["down", "move", "up"] }, "\(seen)")
    let expected = Set(touches(10, at: 20).map { DevicePoint(x: Int32($0.x), y: Int32($0.y)) })
    #expect(Set(places.values) == expected)
  }

  @Test func `a pattern that is drawn on a Windows panel unlocks, with other fingers down`() throws
  {
    let fixture = try LockFixture()
    var panel = try UhidPanel(.hybrid)
    let unlock = try fixture.lock(["--attempts", "1"])
    // The dots' centres in the largest grid of square cells: 195 mm of the 292.
    let points = LockFixture.right.map { dot -> (Double, Double) in
      let (column, row) = (Double(dot % 3) - 1, Double(dot / 3) - 1)
      let cell = 195.0 / 3
      return (146 + column * cell, 97.5 + row * cell)
    }
    func frame(_ place: (Double, Double), isDown: Bool = true) throws {
      let finger = WindowsTouch.Touch(
        id: 9, x: UInt16(place.0 / 292 * 4095), y: UInt16(place.1 / 195 * 4095), isDown: isDown)
      // The stroke is in the first report, and the others in the second.
      try panel.send([finger] + (isDown && place.0 > 100 ? touches(5, at: 0) : []))
      Wait.pause(.milliseconds(8))
    }
    for (start, end) in zip(points, points.dropFirst()) {
      for step in 0..<10 {
        let share = Double(step) / 10
        try frame(
          (start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share))
      }
    }
    let last = try #require(points.last)
    try frame(last)
    try frame(last, isDown: false)
    #expect(try unlock.wait() == .status(0))
  }
}

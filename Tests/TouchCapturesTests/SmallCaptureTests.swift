import Testing
import TouchCaptures
import TouchCore

@Suite("Small captures")
struct SmallCaptureTests {
  @Test(arguments: SmallCaptures.rows)
  func `a small capture gives what its row says`(row: SmallCaptures.Row) {
    #expect(SmallCaptures.outcome(of: row) == row.expected)
  }

  /// The touch that nearly all of them hold, whatever they are written in.
  @Test(arguments: [
    "evtest-menu.txt", "evtest-prefixed.txt", "evtest-quoted.txt", "evtest-two-runs.txt",
    "records-16.bin", "records-20.bin", "records-24.bin", "revent-0-20.revent",
    "revent-0-24.revent", "revent-0-28.revent", "revent-0-32.revent", "revent-1.revent",
    "revent-2.revent", "evemu-no-version.evemu",
  ])
  func `the same touch is the same in every format`(file: String) throws {
    let replayed = try Replayed("\(SmallCaptures.folder)/\(file)")
    let first = try #require(replayed.changes.first)
    #expect(first.contact.position == DevicePoint(x: 100, y: 200))
    let last = replayed.frames.first { $0.changes.contains { $0.kind == .up(.lifted) } }
    let time = try #require(last?.time)
    #expect(
      time.microseconds(since: replayed.frames[0].time) / 1000 == 100 || file.contains("evemu"))
  }

  @Test func `a description is read whole, whichever recorder wrote it`() throws {
    let panel = try CaptureReader.panel(from: "\(SmallCaptures.folder)/evtest-menu.txt")
    #expect(panel.name == "Little panel")
    #expect(panel.id == DeviceID(bus: 0x18, vendor: 0x4d2, product: 0x162e, version: 1))
    #expect(panel.properties == CodeSet([InputProperty.direct]))
    #expect(
      panel.axes[AbsCode.mtPositionX]
        == AxisRange(minimum: 0, maximum: 799, fuzz: 4, resolution: 10))
    #expect(panel.declares(type: EventType.key, code: KeyCode.btnTouch))
    let android = try CaptureReader.panel(from: "\(SmallCaptures.folder)/getevent-i.txt")
    #expect(android.phys == "i2c/1-0038")
    #expect(android.id == DeviceID(bus: 0x18, vendor: 0x4d2a, product: 0x162e, version: 1))
    #expect(android.axes[AbsCode.mtPositionX] == AxisRange(minimum: -10, maximum: 719))
    #expect(android.codes[EventType.key]?.codes == [0x72, 0x73, 0x14a])
    #expect(android.properties == CodeSet([InputProperty.direct]))
    let named = try CaptureReader.panel(from: "\(SmallCaptures.folder)/getevent-lp.txt")
    #expect(named.codes[EventType.key]?.codes == [0x66, 0x9e, 0x14a])
    let mocked = try CaptureReader.panel(from: "\(SmallCaptures.folder)/umockdev-panel.ioctl")
    #expect(mocked.name == "Little panel")
    #expect(
      mocked.axes[AbsCode.mtPositionX] == AxisRange(minimum: -5, maximum: 799, resolution: 10))
    #expect(mocked.id == panel.id)
    let sysfs = try CaptureReader.panel(from: "\(SmallCaptures.folder)/umockdev-panel.umockdev")
    #expect(sysfs.codes == mocked.codes)
    #expect(sysfs.id == panel.id)
  }

  @Test func `a scan code is hex, and every kind of report keeps its meaning`() throws {
    let (steps, _) = try steps(of: "\(SmallCaptures.folder)/evtest-menu.txt")
    let events = steps.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(events.contains { $0.type == EventType.msc && $0.value == 0xd0042 })
    #expect(events.count { $0.isDropped } == 1)
    let spoken = try CaptureFixture.events("evtest-spoken-names.txt")
    #expect(spoken.last?.code == SynCode.mtReport)
  }

  @Test func `without a time every event is at 0, and with one it is the kernel's`() throws {
    #expect(
      try CaptureFixture.events("getevent-plain.txt").allSatisfy { $0.time.microseconds == 0 })
    for file in ["getevent-old-time.txt", "getevent-t-one-device.txt", "getevent-lt-crlf.txt"] {
      #expect(try CaptureFixture.events(file)[0].time.microseconds == 94_321_440_413)
    }
  }

  @Test func `a contact whose position never came has none`() throws {
    let replayed = try Replayed("\(SmallCaptures.folder)/evtest-no-position.txt")
    #expect(replayed.changes.count == 2)
    #expect(replayed.changes.allSatisfy { $0.contact.position == nil })
  }

  @Test func `how far a finger gets is not judged by ranges that its own events made`() throws {
    // 20 of 21 units in 100 ms are a jump only on a panel of 21 units.
    let replayed = try Replayed("\(SmallCaptures.folder)/evtest-times.txt")
    #expect(replayed.rules.isEmpty)
    #expect(replayed.ends == [.lifted])
  }

  @Test func `of several devices the others are named with their kinds`() throws {
    let source = try ReplaySource(
      opening: "\(SmallCaptures.folder)/getevent-several-devices.txt")
    #expect(source.device.number == 2)
    #expect(source.devices.map(\.node) == ["/dev/input/event1", "/dev/input/event2"])
    #expect(source.devices.map(\.kind) == [.other, .touchPanel])
    #expect("\(source.devices[1])" == "2 little_touchscreen (touch panel)")
  }

  @Test func `a description from another file counts for a device of several`() throws {
    let folder = SmallCaptures.folder
    let source = try ReplaySource(
      opening: "\(folder)/getevent-several-devices.txt", panelFrom: "\(folder)/evtest-menu.txt")
    #expect(source.panel.name == "Little panel")
    #expect(source.device.number == 2)
  }
}

enum CaptureFixture {
  static func events(_ file: String) throws(CaptureError) -> [InputEvent] {
    try steps(of: "\(SmallCaptures.folder)/\(file)").steps.compactMap {
      if case .event(let event) = $0 { event } else { nil }
    }
  }
}

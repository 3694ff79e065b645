import TestSupport
import Testing
import TouchCore

struct FrameAssemblerTests {
  private func script(_ panel: Panel = PanelFixture.phone) throws -> EventScript {
    try EventScript(panel)
  }

  @Test func `a finger goes down, moves and lifts`() throws {
    var script = try script()
    script.down(7, at: 10, 20)
    script.move(to: 30, 40)
    script.lift()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], ["1@0"], ["-1@0 lifted"]])
    #expect(frames[1].changes[0].contact.position == DevicePoint(x: 324, y: 768))
    #expect(frames[2].changes[0].contact.position == DevicePoint(x: 324, y: 768))
    #expect(frames[0].changes[0].contact.trackingID == 7)
  }

  @Test func `an id that changes with no lift is two contacts`() throws {
    var script = try script()
    script.down(7, at: 10, 10)
    script.down(8, at: 90, 90)
    script.lift()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], ["-1@0 replaced", "+2@0"], ["-2@0 lifted"]])
    #expect(frames[1].changes[0].contact.position == DevicePoint(x: 108, y: 192))
  }

  @Test func `a lift and a new id in one frame are two contacts`() throws {
    var script = try script()
    script.down(7, at: 10, 10)
    script.id(-1)
    script.down(8, at: 90, 90)
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted", "+2@0"]])
  }

  @Test func `a contact that begins and ends in one frame is told as both`() throws {
    var script = try script()
    script.id(3)
    script.position(50, 50)
    script.lift()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0!", "-1@0! lifted"]])
    #expect(frames[0].changes[1].contact.position == DevicePoint(x: 540, y: 960))
  }

  @Test func `the same id said twice is one contact`() throws {
    var script = try script()
    script.down(7, at: 10, 10)
    script.down(7, at: 20, 20)
    #expect(frames(script).map(summary) == [["+1@0"], ["1@0"]])
  }

  @Test func `a contact that lands where the last one left has its position`() throws {
    var script = try script()
    script.down(1, at: 50, 50)
    script.lift()
    script.id(2)
    script.report()
    #expect(frames(script)[2].changes[0].contact.position == DevicePoint(x: 540, y: 960))
  }

  @Test func `a contact has no position until both axes were given`() throws {
    var script = try script()
    script.id(1)
    script.abs(AbsCode.mtPositionX, 5)
    script.report()
    script.abs(AbsCode.mtPositionY, 6)
    script.report()
    let frames = frames(script)
    #expect(frames[0].changes[0].contact.position == nil)
    #expect(frames[1].changes[0].contact.position == DevicePoint(x: 5, y: 6))
  }

  @Test func `changes come by slot, whatever the order of the events`() throws {
    var script = try script()
    script.id(2, slot: 3)
    script.position(1, 1, slot: 3)
    script.id(1, slot: 1)
    script.position(2, 2, slot: 1)
    script.report()
    #expect(frames(script).map(summary) == [["+2@1", "+1@3"]])
  }

  @Test func `positions on a free slot make no contact`() throws {
    var script = try script()
    script.move(slot: 2, to: 10, 10)
    #expect(frames(script).map(summary) == [[]])
  }

  @Test func `events for a slot that does not exist go nowhere`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.down(2, slot: 10, at: 50, 50)
    script.abs(AbsCode.mtSlot, -1)
    script.abs(AbsCode.mtPositionX, 77)
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], [], []])
    #expect(frames[1].findings.map(\.rule) == [.slotOutOfRange(10, count: 10)])
    #expect(frames[2].findings.map(\.rule) == [.slotOutOfRange(-1, count: 10)])
  }

  @Test func `a palm ends its contact and stays ended until its id goes`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.report()
    script.abs(AbsCode.mtToolType, ToolType.finger)
    script.move(to: 20, 20)
    script.lift()
    script.down(2, at: 30, 30)
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 palm"], [], [], ["+2@0"]])
  }

  @Test func `a palm whose id goes in the same frame was not lifted`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.lift()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 palm"]])
  }

  @Test func `a contact that begins as a palm is told, and ended at once`() throws {
    var script = try script()
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.down(1, at: 10, 10)
    #expect(frames(script).map(summary) == [["+1@0", "-1@0 palm"]])
  }

  @Test func `a position outside its range is kept and told once a contact`() throws {
    var script = try script()
    script.id(1)
    script.abs(AbsCode.mtPositionX, -361)
    script.abs(AbsCode.mtPositionY, 0)
    script.report()
    script.abs(AbsCode.mtPositionX, -362)
    script.report()
    let frames = frames(script)
    let range = AxisRange(minimum: 0, maximum: 1079)
    #expect(frames[0].findings.map(\.rule) == [.outOfRange(.x, value: -361, range)])
    #expect(frames[0].findings[0].contact == 1)
    #expect(frames[1].findings.isEmpty)
    #expect(frames[1].changes[0].contact.x == -362)
  }

  @Test func `a lift that the kernel made up, by a report of value 1, is no lift`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.id(-1)
    script.emit(EventType.syn, SynCode.report, 1)
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 suspended"]])
  }

  @Test func `unknown events and protocol-A marks change nothing`() throws {
    var script = try script()
    script.emit(EventType.msc, 5, 1234)
    script.emit(EventType.syn, 4, 1)
    script.emit(EventType.syn, SynCode.mtReport, 0)
    script.down(1, at: 1, 1)
    #expect(frames(script).map(summary) == [["+1@0"]])
  }

  @Test(arguments: [KeyCode.btnTouch, KeyCode.btnLeft, KeyCode.btn0])
  func `a single-touch panel is read by its key`(key: UInt16) throws {
    var script = try script(PanelFixture.single(key: key))
    script.emit(EventType.key, key, 1)
    script.abs(AbsCode.x, 100)
    script.abs(AbsCode.y, 200)
    script.report()
    script.abs(AbsCode.x, 110)
    script.report()
    script.emit(EventType.key, key, 0)
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], ["1@0"], ["-1@0 lifted"]])
    #expect(frames[1].changes[0].contact.position == DevicePoint(x: 110, y: 200))
  }

  @Test func `a single-touch key that toggles in one frame is two contacts`() throws {
    var script = try script(PanelFixture.resistive)
    script.abs(AbsCode.x, 100)
    script.abs(AbsCode.y, 100)
    for value: Int32 in [1, 0, 1] { script.emit(EventType.key, KeyCode.btnTouch, value) }
    script.report()
    #expect(frames(script).map(summary) == [["+1@0!", "-1@0! lifted", "+2@0"]])
  }

  @Test func `a single-touch panel without a key is read by its pressure`() throws {
    var script = try script(PanelFixture.single(key: nil))
    script.abs(AbsCode.x, 100)
    script.abs(AbsCode.y, 100)
    script.abs(AbsCode.pressure, 40)
    script.report()
    script.abs(AbsCode.pressure, 0)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted"]])
  }
}

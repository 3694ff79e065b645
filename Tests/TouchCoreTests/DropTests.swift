import TestSupport
import Testing
import TouchCore

struct DropTests {
  private let reading: PanelReading
  private var script: EventScript

  init() throws {
    script = try EventScript(PanelFixture.phone)
    reading = script.reading
  }

  private func table(_ occupied: [(slot: Int, id: Int32)], current: Int32 = 0) -> SlotTable {
    var entries = Array(repeating: SlotTable.Entry(x: 0, y: 0), count: reading.slotCount)
    for (slot, id) in occupied { entries[slot] = SlotTable.Entry(trackingID: id, x: 100, y: 200) }
    return SlotTable(currentSlot: current, entries: entries)
  }

  /// The frames of the script, with `act` called at each drop and report.
  private func play(
    _ script: EventScript, _ act: (inout FrameAssembler, FrameAssembler.Step) -> Void
  ) -> [[String]] {
    var assembler = FrameAssembler(script.reading)
    var told: [[String]] = []
    for event in script.events {
      let step = assembler.feed(event)
      if case .more = step { continue }
      told.append(summary(assembler.frame))
      act(&assembler, step)
    }
    return told
  }

  @Test mutating func `a drop ends every contact as dropped`() throws {
    script.down(1, at: 10, 10)
    script.down(2, slot: 1, at: 20, 20)
    script.dropped()
    let frames = frames(script)
    #expect(frames.map(summary).last == ["-1@0 dropped", "-2@1 dropped"])
    #expect(frames.last?.findings.map(\.rule) == [.dropped])
  }

  @Test mutating func `a drop before any finger was seen ends nothing and is no finding`() throws {
    script.dropped()
    script.report()
    script.down(1, at: 10, 10)
    let frames = frames(script)
    #expect(frames.map(summary) == [[], [], ["+1@0"]])
    let findings = frames.flatMap(\.findings)
    #expect(findings == [])
  }

  @Test mutating func `with no word on the state all up to the next report is skipped`() throws {
    script.down(1, at: 10, 10)
    script.dropped()
    script.down(2, at: 20, 20)
    script.move(to: 30, 30)
    script.down(3, at: 40, 40)
    #expect(
      frames(script).map(summary) == [["+1@0"], ["-1@0 dropped"], [], [], ["+2@0"]])
  }

  @Test mutating func `after a drop an axis that nobody tells is unknown`() throws {
    script.down(1, at: 10, 10)
    script.dropped()
    script.report()
    script.id(2)
    script.abs(AbsCode.mtPositionX, 5)
    script.report()
    #expect(frames(script).last?.changes.first?.contact.position == nil)
  }

  @Test mutating func `what is down after a drop is inherited`() throws {
    script.down(1, at: 10, 10)
    script.dropped()
    script.move(to: 30, 30)
    let table = table([(0, 1)])
    let told = play(script) { assembler, step in
      if case .dropped = step { assembler.adopt(table, isSettled: false) }
    }
    #expect(told == [["+1@0"], ["-1@0 dropped"], ["+2@0*"]])
  }

  @Test mutating func `a contact that begins before the state is confirmed is inherited`() throws {
    script.down(1, at: 10, 10)
    script.dropped()
    script.down(5, slot: 1, at: 20, 20)
    script.lift(slot: 1)
    script.down(6, slot: 1, at: 20, 20)
    let table = table([])
    var reports = 0
    let told = play(script) { assembler, step in
      if case .dropped = step { assembler.adopt(table, isSettled: false) }
      reports += 1
      if reports == 4 { assembler.settle() }
    }
    #expect(
      told == [
        ["+1@0"], ["-1@0 dropped"], ["+2@1*"], ["-2@1* lifted"], ["+3@1"],
      ])
  }

  @Test mutating func `a finger down at open is inherited, a fresh one beside it is not`() throws {
    var assembler = FrameAssembler(reading)
    assembler.adopt(table([(0, 9)]), isSettled: true)
    script.down(10, slot: 1, at: 50, 50)
    for event in script.events { _ = assembler.feed(event) }
    #expect(summary(assembler.frame) == ["+1@0*", "+2@1"])
    #expect(assembler.frame.changes[0].contact.position == DevicePoint(x: 100, y: 200))
  }

  @Test mutating func `taking over the state begins no frame`() throws {
    var assembler = FrameAssembler(reading)
    assembler.adopt(table([(0, 9)]), isSettled: true)
    let isInside = assembler.isInsideFrame
    #expect(!isInside)
    assembler.endAll(.removed, at: Timestamp(microseconds: 5))
    #expect(summary(assembler.frame) == ["+1@0*", "-1@0* removed"])
  }

  @Test mutating func `events without a slot go to the slot that was current at open`() throws {
    var assembler = FrameAssembler(reading)
    assembler.adopt(table([], current: 4), isSettled: true)
    script.down(10, at: 50, 50)
    for event in script.events { _ = assembler.feed(event) }
    #expect(summary(assembler.frame) == ["+1@4"])
  }

  @Test mutating func `the kernel's state is held against what the events built`() throws {
    script.down(1, at: 10, 10)
    var assembler = FrameAssembler(reading)
    for event in script.events { _ = assembler.feed(event) }
    var same = table([(0, 1)])
    same.entries[0].x = EventScript.value(reading.x, 10)
    same.entries[0].y = EventScript.value(reading.y, 10)
    let agreed = [table([(0, 1)]), same, table([])].map { assembler.agrees(with: $0) }
    #expect(agreed == [false, true, false])
  }

  @Test mutating func `a lift in a frame that never came whole is no lift`() throws {
    script.down(1, at: 10, 10)
    script.id(-1)
    var assembler = FrameAssembler(reading)
    for event in script.events { _ = assembler.feed(event) }
    assembler.endAll(.endOfCapture, at: Timestamp(microseconds: 9))
    #expect(summary(assembler.frame) == ["-1@0 endOfCapture"])
  }

  @Test mutating func `a lift that a drop follows in the same frame is no lift`() throws {
    script.down(1, at: 10, 10)
    script.id(-1)
    script.dropped()
    #expect(frames(script).last.map(summary) == ["-1@0 dropped"])
  }

  @Test mutating func `what is wiped in mid-frame is told all the same`() throws {
    script.down(1, at: 10, 10)
    script.id(-1)
    var assembler = FrameAssembler(reading)
    for event in script.events { _ = assembler.feed(event) }
    assembler.wipe()
    let report = InputEvent(
      time: Timestamp(microseconds: 9), type: EventType.syn, code: SynCode.report, value: 0)
    _ = assembler.feed(report)
    #expect(summary(assembler.frame) == ["-1@0 lifted"])
  }

  @Test mutating func `distrust in mid-frame loses no end that the frame held`() throws {
    script.down(1, at: 10, 10)
    script.id(2)
    var assembler = FrameAssembler(reading)
    for event in script.events { _ = assembler.feed(event) }
    assembler.distrust(at: Timestamp(microseconds: 9))
    #expect(summary(assembler.frame) == ["-1@0 replaced", "+2@0", "-2@0 dropped"])
  }

  @Test(arguments: [EndReason.removed, .revoked, .suspended, .timedOut])
  mutating func `a panel that goes ends its contacts for that reason`(reason: EndReason) throws {
    script.down(1, at: 10, 10)
    var assembler = FrameAssembler(reading)
    for event in script.events { _ = assembler.feed(event) }
    assembler.endAll(reason, at: Timestamp(microseconds: 9))
    #expect(summary(assembler.frame) == ["-1@0 \(reason.rawValue)"])
    let downCount = assembler.downCount
    #expect(downCount == 0)
  }
}

import TestSupport
import Testing
import TouchCore

/// Streams that break readers, on panels with slots.
struct OddInputTests {
  private func script(_ panel: Panel = PanelFixture.phone) throws -> EventScript {
    try EventScript(panel)
  }

  @Test func `a lift of nothing, and a lift said twice, are nothing`() throws {
    var script = try script()
    script.lift()
    script.down(1, at: 10, 10)
    script.lift()
    script.lift()
    #expect(frames(script).map(summary) == [[], ["+1@0"], ["-1@0 lifted"], []])
  }

  @Test func `a frame with only one axis keeps the other`() throws {
    var script = try script()
    script.down(1, at: 10, 20)
    script.abs(AbsCode.mtPositionX, 500)
    script.report()
    script.abs(AbsCode.mtPositionY, 600)
    script.report()
    #expect(
      frames(script).map { $0.changes[0].contact.position } == [
        DevicePoint(x: 108, y: 384), DevicePoint(x: 500, y: 384), DevicePoint(x: 500, y: 600),
      ])
  }

  @Test func `a frame with nothing but its report changes nothing`() throws {
    var script = try script()
    script.report()
    script.down(1, at: 10, 10)
    script.report()
    #expect(frames(script).map(summary) == [[], ["+1@0"], []])
  }

  @Test func `BTN_TOUCH that is missing, late or toggles in a frame means nothing beside slots`()
    throws
  {
    for values: [Int32] in [[], [0], [1], [1, 0], [0, 1, 0, 1], [2]] {
      var script = try script()
      script.id(1)
      script.position(10, 10)
      for value in values { script.key(KeyCode.btnTouch, value) }
      script.report()
      for value in values { script.key(KeyCode.btnTouch, value) }
      script.move(to: 20, 20)
      script.lift()
      #expect(frames(script).map(summary) == [["+1@0"], ["1@0"], ["-1@0 lifted"]])
    }
  }

  @Test(arguments: [[Int32(0), 0], [50, 50], [50, 0]])
  func `pressure that is always 0, never 0, or 0 in mid-contact ends nothing`(
    pressures: [Int32]
  ) throws {
    var script = try script()
    script.id(1)
    for (step, pressure) in pressures.enumerated() {
      script.abs(AbsCode.mtPressure, pressure)
      script.move(to: Double(10 + step), 10)
    }
    script.lift()
    #expect(frames(script).map(summary) == [["+1@0"], ["1@0"], ["-1@0 lifted"]])
  }

  @Test func `a size of 0 while down ends nothing`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.abs(AbsCode.mtTouchMajor, 0)
    script.move(to: 20, 20)
    #expect(frames(script).map(summary) == [["+1@0"], ["1@0"]])
  }

  @Test func `a pen on the same node is no contact, and ends none`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    for (key, value) in [(KeyCode.btnToolPen, Int32(1)), (KeyCode.btnTouch, 1)] {
      script.key(key, value)
    }
    script.abs(AbsCode.x, 900)
    script.abs(AbsCode.y, 900)
    script.abs(AbsCode.pressure, 200)
    script.report()
    script.key(KeyCode.btnTouch, 0)
    script.key(KeyCode.btnToolPen, 0)
    script.move(to: 20, 20)
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], [], ["1@0"]])
    #expect(frames[2].changes[0].contact.position == DevicePoint(x: 216, y: 384))
  }

  @Test func `fake multitouch is read by its one position, whatever its other axes say`() throws {
    var panel = PanelFixture.resistive
    for code in UInt16(0x28)...0x3f { panel.axes[code] = AxisRange(minimum: 0, maximum: 255) }
    panel.codes[EventType.abs] = CodeSet(panel.axes.keys.sorted())
    var script = try script(panel)
    script.key(KeyCode.btnTouch, 1)
    script.abs(AbsCode.x, 100)
    script.abs(AbsCode.y, 200)
    script.abs(AbsCode.mtSlot, 40)
    script.abs(AbsCode.mtTrackingID, 200)
    script.abs(AbsCode.mtPositionX, 9)
    script.report()
    let frame = frames(script)[0]
    #expect(summary(frame) == ["+1@0"] && frame.findings == [])
    #expect(frame.changes[0].contact.position == DevicePoint(x: 100, y: 200))
  }

  @Test(arguments: [Int32(1), 10, 100, 256])
  func `of as many slots as there are each holds its contact`(count: Int32) throws {
    let range = AxisRange(minimum: 0, maximum: 999)
    var script = try script(PanelFixture.slots(count, x: range, y: range))
    for slot in 0..<count {
      script.id(1000 + slot, slot: slot)
      script.position(Double(slot % 100), 50, slot: slot)
    }
    script.report()
    for slot in 0..<count { script.id(-1, slot: slot) }
    script.report()
    let frames = frames(script)
    #expect(frames[0].changes.map(\.contact.slot) == Array(0..<Int(count)))
    #expect(frames[1].changes.map(\.kind) == Array(repeating: .up(.lifted), count: Int(count)))
  }

  @Test func `more in one frame than a kernel's ring holds is one frame`() throws {
    var script = try script()
    script.id(1)
    for step in 0..<20_000 { script.position(Double(step % 100), 50) }
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"]])
    #expect(frames[0].changes[0].contact.position == DevicePoint(x: 1068, y: 960))
  }

  /// SYN_TIME_SEC and SYN_TIME_NSEC are of drivers that stamp their events by themselves.
  @Test func `codes of a driver's own clock are no report and no drop`() throws {
    var script = try script()
    script.id(1)
    for code: UInt16 in [1, 4, 5] { script.emit(EventType.syn, code, 123_456) }
    script.position(10, 10)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"]])
  }

  @Test(arguments: [
    // Time 0, time that goes back, a clock that was set, 32-bit seconds that wrap, and the ends.
    [Int64(0), 0, 0], [5_000_000, 4_000_000, 3_999_999], [1_000, 1_700_000_000_000_000, 2_000],
    [4_294_967_295_999_999, 0, 10_000], [-1, 0, 1], [.max, .min, .max],
  ])
  func `times of any kind are told as they are, and end no contact`(times: [Int64]) throws {
    for panel in [PanelFixture.phone, PanelFixture.protocolA(key: true)] {
      var assembler = FrameAssembler(try PanelReading(panel))
      var told: [[String]] = []
      var stamps: [Int64] = []
      for (step, microseconds) in times.enumerated() {
        let time = Timestamp(microseconds: microseconds)
        func feed(_ type: UInt16, _ code: UInt16, _ value: Int32) {
          let event = InputEvent(time: time, type: type, code: code, value: value)
          if case .frame = assembler.feed(event) {
            told.append(summary(assembler.frame))
            stamps.append(assembler.frame.time.microseconds)
          }
        }
        if step == 0 { feed(EventType.key, KeyCode.btnTouch, 1) }
        if panel.axes[AbsCode.mtSlot] != nil { feed(EventType.abs, AbsCode.mtTrackingID, 7) }
        feed(EventType.abs, AbsCode.mtPositionX, Int32(100 + step))
        feed(EventType.abs, AbsCode.mtPositionY, 100)
        feed(EventType.syn, SynCode.mtReport, 0)
        feed(EventType.syn, SynCode.report, 0)
      }
      #expect(told == [["+1@0"], ["1@0"], ["1@0"]])
      #expect(stamps == times)
    }
  }

  @Test func `several drops in a row, and one while the state is unknown, end a contact once`()
    throws
  {
    var script = try script()
    script.down(1, at: 10, 10)
    script.dropped()
    script.dropped()
    script.report()
    script.dropped()
    script.report()
    script.down(2, at: 20, 20)
    let frames = frames(script)
    #expect(
      frames.map(summary) == [["+1@0"], ["-1@0 dropped"], [], [], [], [], ["+2@0"]])
  }

  @Test func `a contact that was lifted and set down again inside a drop is another`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.dropped()
    script.report()
    script.move(to: 90, 90)
    script.lift()
    script.down(1, at: 90, 90)
    #expect(
      frames(script).map(summary)
        == [["+1@0"], ["-1@0 dropped"], [], [], [], ["+2@0"]])
  }
}

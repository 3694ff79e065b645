import TestSupport
import Testing
import TouchCore

struct ProtocolATests {
  private func script(key: Bool = false, hasIDs: Bool = false) throws -> EventScript {
    var script = try EventScript(PanelFixture.protocolA(key: key, hasIDs: hasIDs))
    script.millisecondsPerFrame = 10
    return script
  }

  @Test(arguments: [nil, Int32(0)])
  func `a contact with or without an id begins, moves and lifts by an empty mark`(
    id: Int32?
  ) throws {
    var script = try script(hasIDs: id != nil)
    for x in [10.0, 12, 12] {
      script.contact(x, 20, id: id)
      script.report()
    }
    script.mark()
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], ["1@0"], [], ["-1@0 lifted"]])
    #expect(frames[3].changes[0].contact.position == DevicePoint(x: 129, y: 384))
  }

  @Test func `a contact that is missing from a frame was lifted, the other goes on`() throws {
    var script = try script()
    script.contact(10, 10)
    script.contact(90, 90)
    script.report()
    script.contact(91, 90)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0", "+2@1"], ["-1@0 lifted", "2@1"]])
  }

  @Test func `the down key that goes up lifts everything, whatever the frame still tells`() throws {
    var script = try script(key: true)
    script.contact(10, 10)
    script.key(KeyCode.btnTouch, 1)
    script.report()
    // A controller that posts garbage with the lift.
    script.contact(0, 0)
    script.key(KeyCode.btnTouch, 0)
    script.contact(0, 0)
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0"], ["-1@0 lifted"]])
    #expect(frames[1].changes[0].contact.position == DevicePoint(x: 108, y: 192))
  }

  @Test func `a key that toggles in a frame ends the contact, and another begins`() throws {
    var script = try script(key: true)
    script.contact(10, 10)
    script.key(KeyCode.btnTouch, 1)
    script.report()
    for value: Int32 in [0, 1] { script.key(KeyCode.btnTouch, value) }
    script.contact(10, 10)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted", "+2@0"]])
  }

  @Test func `a frame that speaks of something else lifts nothing`() throws {
    var script = try script(key: true)
    script.contact(10, 10)
    script.key(KeyCode.btnTouch, 1)
    script.report()
    script.report()
    script.key(0x8b, 1)
    script.report()
    script.key(KeyCode.btnTouch, 2)
    script.emit(EventType.syn, SynCode.report, 1)
    script.contact(11, 10)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], [], [], [], ["1@0"]])
  }

  @Test func `a contact nobody spoke of for long has timed out`() throws {
    var script = try script()
    script.contact(10, 10)
    script.report()
    script.wait(milliseconds: 480)
    script.contact(10, 11)
    script.report()
    script.wait(milliseconds: 500)
    script.contact(10, 11)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["1@0"], ["-1@0 timedOut", "+2@0"]])
  }

  @Test func `a panel whose key says that it is touched may be silent`() throws {
    var script = try script(key: true)
    script.contact(10, 10)
    script.key(KeyCode.btnTouch, 1)
    script.report()
    script.wait(milliseconds: 60_000)
    script.contact(10, 11)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["1@0"]])
  }

  @Test(arguments: [nil, Int32(0)])
  func `a lift and a touch elsewhere are two contacts, and the first was not lifted`(
    id: Int32?
  ) throws {
    var script = try script(hasIDs: id != nil)
    script.contact(10, 10, id: id)
    script.report()
    script.contact(90, 90, id: id)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 replaced", "+2@0"]])
  }

  @Test func `what a finger can reach grows with the time between frames, within limits`() throws {
    // 20 longer sides a second: of the shorter one 35.6 % in 10 ms, and twice that after 20 ms.
    for (milliseconds, percent, isSame) in [
      (Int64(-10), 34.0, true), (0, 34, true), (0, 37, false), (10, 70, true), (10, 73, false),
      (100, 70, true), (100, 73, false),
    ] {
      var script = try script()
      script.contact(10, 10)
      script.report()
      script.wait(milliseconds: milliseconds)
      script.contact(10 + percent, 10)
      script.report()
      let told = frames(script).map(summary)[1]
      #expect(told == (isSame ? ["1@0"] : ["-1@0 replaced", "+2@0"]), "\(milliseconds) \(percent)")
    }
  }

  @Test func `millimetres count where both axes know them`() throws {
    var panel = PanelFixture.protocolA()
    panel.axes[AbsCode.mtPositionX]?.resolution = 10
    panel.axes[AbsCode.mtPositionY]?.resolution = 20
    // 3 m/s: 30 mm in 10 ms.
    for (x, y, isSame) in [(295.0, 0.0, true), (305, 0, false), (0, 590, true), (0, 610, false)] {
      var script = try EventScript(panel)
      script.millisecondsPerFrame = 10
      script.contact(10, 10)
      script.report()
      script.contact(10 + x / 10.79, 10 + y / 19.19)
      script.report()
      #expect(frames(script).map(summary)[1].count == (isSame ? 1 : 2), "\(x) \(y)")
    }
  }

  @Test func `the order of the contacts in a frame means nothing`() throws {
    var script = try script()
    script.contact(10, 10)
    script.contact(50, 50)
    script.contact(90, 90)
    script.report()
    script.contact(91, 90)
    script.contact(11, 10)
    script.contact(51, 50)
    script.report()
    let last = frames(script)[1]
    #expect(summary(last) == ["1@0", "2@1", "3@2"])
    #expect(last.changes.map(\.contact.x) == [119, 550, 982])
  }

  @Test func `contacts are told apart by the least sum of distances, not nearest first`() throws {
    var script = try script()
    // In a row, each a bit further on: the nearest to where 2 was is 1's new place.
    script.contact(30, 50)
    script.contact(40, 50)
    script.report()
    script.contact(39, 50)
    script.contact(52, 50)
    script.report()
    #expect(frames(script)[1].changes.map(\.contact.x) == [421, 561])
  }

  @Test func `ids tell contacts apart where they cross`() throws {
    var script = try script(hasIDs: true)
    script.contact(45, 50, id: 3)
    script.contact(55, 50, id: 5)
    script.report()
    script.contact(46, 50, id: 5)
    script.contact(54, 50, id: 3)
    script.report()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0", "+2@1"], ["1@0", "2@1"]])
    #expect(frames[1].changes.map(\.contact.trackingID) == [3, 5])
    #expect(frames[1].changes.map(\.contact.x) == [583, 496])
  }

  @Test func `another id at the same place is another contact`() throws {
    var script = try script(hasIDs: true)
    script.contact(45, 50, id: 3)
    script.report()
    script.contact(45, 50, id: 4)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted", "+2@0"]])
  }

  @Test func `an id of −1, no position or no size means that nothing is there`() throws {
    var panel = PanelFixture.protocolA(hasIDs: true)
    panel.axes[AbsCode.mtTouchMajor] = AxisRange(minimum: 0, maximum: 255)
    for (id, position, major) in [(Int32(-1), true, Int32(9)), (0, false, 9), (0, true, 0)] {
      var script = try EventScript(panel)
      script.abs(AbsCode.mtTouchMajor, 9)
      script.contact(10, 10, id: 0)
      script.report()
      script.abs(AbsCode.mtTouchMajor, major)
      if position {
        script.contact(10, 10, id: id)
      } else {
        script.abs(AbsCode.mtTrackingID, id)
        script.mark()
      }
      script.report()
      #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted"]])
    }
  }

  @Test func `a size that is always 0 says nothing`() throws {
    var panel = PanelFixture.protocolA()
    panel.axes[AbsCode.mtTouchMajor] = AxisRange(minimum: 0, maximum: 0)
    var script = try EventScript(panel)
    script.abs(AbsCode.mtTouchMajor, 0)
    script.contact(10, 10)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"]])
  }

  @Test func `a last contact without its mark counts`() throws {
    var script = try script()
    script.contact(10, 10)
    script.position(90, 90)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0", "+2@1"]])
  }

  @Test func `a palm ends its contact until it is gone`() throws {
    var script = try script()
    script.contact(10, 10)
    script.report()
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.contact(10, 10)
    script.report()
    script.abs(AbsCode.mtToolType, ToolType.finger)
    script.contact(11, 10)
    script.report()
    script.mark()
    script.report()
    script.contact(11, 10)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 palm"], [], [], ["+2@0"]])
  }

  @Test func `of more contacts than 32 the rest is left out, with a finding`() throws {
    var script = try script()
    for index in 0..<40 { script.contact(Double(index), 10) }
    script.report()
    let frame = frames(script)[0]
    #expect(frame.changes.count == 32)
    #expect(frame.findings.map(\.rule) == [.slotOutOfRange(32, count: 32)])
  }
}

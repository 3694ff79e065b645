import TestSupport
import Testing
import TouchCore

/// What the linter finds in protocol A and in single touch.
struct PacketLinterTests {
  /// The phone's panel without slots, as protocol A has it.
  private static let packets: Panel = {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtSlot] = nil
    panel.codes[EventType.abs] = CodeSet([
      AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY,
    ])
    return panel
  }()

  private func findings(
    on panel: Panel = packets, _ write: (inout EventScript) -> Void
  ) throws -> [String] {
    var script = try EventScript(PanelFixture.phone)
    write(&script)
    var linter = ProtocolLinter(panel)
    let found = script.events.flatMap { linter.take(.event($0)) } + linter.finish()
    return found.map { "\($0.event) \($0.rule.name)" }
  }

  private func packet(_ script: inout EventScript, id: Int32? = nil) {
    script.position(10, 10)
    if let id { script.abs(AbsCode.mtTrackingID, id) }
    script.emit(EventType.syn, SynCode.mtReport, 0)
  }

  @Test func `clean frames of protocol A break nothing`() throws {
    let found = try findings { script in
      for _ in 1...2 {
        packet(&script, id: 1)
        packet(&script, id: 2)
        script.report()
      }
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
    }
    #expect(found == [])
  }

  @Test func `a lift with no SYN_MT_REPORT is told as allowed`() throws {
    let found = try findings { script in
      script.emit(EventType.key, KeyCode.btnTouch, 1)
      packet(&script)
      script.report()
      script.emit(EventType.key, KeyCode.btnTouch, 0)
      script.report()
    }
    #expect(found == ["7 liftWithoutReport"])
    #expect(ProtocolRule.liftWithoutReport.isAllowed)
  }

  @Test func `ids with neither slots nor SYN_MT_REPORT are found once`() throws {
    let found = try findings { script in
      for _ in 1...2 {
        script.position(10, 10)
        script.abs(AbsCode.mtTrackingID, 0)
        script.report()
      }
    }
    #expect(found == ["4 idsWithoutSlots", "8 noLift"])
  }

  @Test func `a contact that no SYN_MT_REPORT ends is found`() throws {
    let found = try findings { script in
      packet(&script)
      script.position(20, 20)
      script.report()
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
    }
    #expect(found == ["6 packetWithoutReport"])
  }

  @Test func `an id twice in a frame, and a packet with half a position, are found`() throws {
    let found = try findings { script in
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
      packet(&script, id: 1)
      packet(&script, id: 1)
      script.abs(AbsCode.mtPositionX, 3)
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
    }
    #expect(found == ["10 idUsedTwice", "12 noPosition"])
  }

  @Test func `slots that are not declared are found once, and then read as slots`() throws {
    let found = try findings { script in
      script.select(1)
      script.down(1, slot: 1, at: 10, 10)
      script.down(1, slot: 2, at: 10, 10)
    }
    #expect(found == ["1 slotsUndeclared", "10 idUsedTwice", "10 noLift", "10 noLift"])
  }

  @Test func `a single touch without a position, or without a lift, is found`() throws {
    let found = try findings(on: PanelFixture.resistive) { script in
      script.emit(EventType.key, KeyCode.btnTouch, 1)
      script.abs(AbsCode.x, 50)
      script.report()
      script.emit(EventType.key, KeyCode.btnTouch, 0)
      script.report()
      script.emit(EventType.key, KeyCode.btnTouch, 1)
      script.abs(AbsCode.y, 50)
      script.report()
    }
    #expect(found == ["4 noPosition", "8 noLift"])
  }

  @Test func `a single touch that only pressure tells is linted too`() throws {
    let found = try findings(on: PanelFixture.single(key: nil)) { script in
      script.abs(AbsCode.pressure, 50)
      script.report()
      script.abs(AbsCode.pressure, 0)
      script.report()
    }
    #expect(found == ["3 noPosition"])
  }

  @Test func `events that begin in the middle of a packet break nothing`() throws {
    let found = try findings { script in
      script.abs(AbsCode.mtPositionY, 3)
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
      script.emit(EventType.syn, SynCode.mtReport, 0)
      script.report()
    }
    #expect(found == [])
  }
}

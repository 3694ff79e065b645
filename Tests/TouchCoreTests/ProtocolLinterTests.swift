import TestSupport
import Testing
import TouchCore

/// What each rule of the linter catches, by event scripts.
struct ProtocolLinterTests {
  /// What a script breaks, as `EVENT RULE`.
  private func findings(
    on panel: Panel = PanelFixture.phone, _ write: (inout EventScript) -> Void
  ) throws -> [String] {
    var script = try EventScript(PanelFixture.phone)
    write(&script)
    var linter = ProtocolLinter(panel)
    let found = script.events.flatMap { linter.take(.event($0)) } + linter.finish()
    return found.map { "\($0.event) \($0.rule.name)" }
  }

  @Test func `a clean stream breaks nothing`() throws {
    let found = try findings { script in
      script.emit(EventType.key, KeyCode.btnTouch, 1)
      script.down(1, at: 10, 10)
      script.move(to: 20, 20)
      script.down(2, slot: 1, at: 50, 50)
      script.lift(slot: 0)
      script.down(3, slot: 0, at: 10, 10)
      script.lift(slot: 0)
      script.emit(EventType.key, KeyCode.btnTouch, 0)
      script.lift(slot: 1)
    }
    #expect(found == [])
  }

  @Test func `an id that is used twice is found, one that moves between slots is not`() throws {
    let twice = try findings { script in
      script.down(1, at: 10, 10)
      script.down(1, slot: 1, at: 50, 50)
      script.lift(slot: 0)
      script.lift(slot: 1)
    }
    #expect(twice == ["9 idUsedTwice"])
    let moved = try findings { script in
      script.down(1, at: 10, 10)
      script.id(1, slot: 1)
      script.position(10, 10, slot: 1)
      script.id(-1, slot: 0)
      script.report()
      script.lift(slot: 1)
    }
    #expect(moved == [])
  }

  @Test func `a slot that the panel does not have is found`() throws {
    let found = try findings { script in
      script.select(10)
      script.id(1, slot: 10)
      script.report()
    }
    #expect(found == ["1 slotOutOfRange"])
  }

  @Test func `an axis on a free slot is found once, and not where the id comes after it`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      script.lift()
      for _ in 1...3 { script.move(to: 30, 30) }
      script.position(40, 40)
      script.id(2)
      script.report()
      script.lift()
    }
    #expect(found == ["9 axisOnFreeSlot"])
  }

  @Test func `what was down before the events began is no fault, unless no id ever comes`() throws {
    let down = try findings { script in
      script.move(to: 30, 30)
      script.lift()
    }
    #expect(down == [])
    let never = try findings { script in for _ in 1...3 { script.move(to: 30, 30) } }
    #expect(never == ["9 noTrackingID"])
  }

  @Test func `a lift that never comes, and one of nothing, are found`() throws {
    #expect(try findings { $0.down(1, at: 10, 10) } == ["4 noLift"])
    let nothing = try findings { script in
      script.down(1, at: 10, 10)
      script.lift()
      script.lift()
    }
    #expect(nothing == ["7 liftOfNothing"])
  }

  @Test func `an id below -1 is found`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      script.id(-2)
      script.report()
    }
    #expect(found == ["5 idBelowMinusOne"])
  }

  @Test func `an id that changes with no lift is told as allowed`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      script.id(2)
      script.report()
      script.lift()
    }
    #expect(found == ["5 replaced"])
    #expect(ProtocolRule.replaced(slot: 0, old: 1, new: 2).isAllowed)
    #expect(!ProtocolRule.noLift(began: 1).isAllowed)
  }

  @Test func `coordinates that never came are found, and old ones count`() throws {
    let never = try findings { script in
      script.id(1)
      script.report()
      script.lift()
      script.id(2)
      script.abs(AbsCode.mtPositionX, 5)
      script.report()
      script.lift()
    }
    #expect(never == ["3 noPosition", "8 noPosition"])
    let old = try findings { script in
      script.down(1, at: 10, 10)
      script.lift()
      script.id(2)
      script.report()
      script.lift()
    }
    #expect(old == [])
  }

  @Test func `time that goes back is found, once for each jump`() throws {
    var linter = ProtocolLinter(PanelFixture.phone)
    var rules: [ProtocolRule] = []
    for time: Int64 in [30, 20, 25, 25, 10] {
      let event = InputEvent(
        time: Timestamp(microseconds: time), type: EventType.abs, code: AbsCode.mtPositionX,
        value: 1)
      rules += linter.take(.event(event)).map(\.rule)
    }
    #expect(rules == [.timeBack(microseconds: 10), .timeBack(microseconds: 15)])
  }

  @Test func `a code that is not declared is found once`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      for _ in 1...2 {
        script.abs(0x1d, 15316)
        script.emit(EventType.key, KeyCode.btnStylus, 1)
        script.report()
      }
      script.lift()
    }
    #expect(found == ["5 undeclared", "6 undeclared"])
  }

  @Test func `a value outside its range is found once for a contact and axis`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      for y in [150, 160.0] { script.move(to: 150, y) }
      script.lift()
      script.down(2, at: 150, 10)
      script.lift()
    }
    #expect(found == ["5 outOfRange", "6 outOfRange", "14 outOfRange"])
  }

  @Test func `BTN_TOUCH that disagrees with the contacts is found until they agree`() throws {
    let found = try findings { script in
      script.emit(EventType.key, KeyCode.btnTouch, 1)
      script.report()
      script.down(1, at: 10, 10)
      script.emit(EventType.key, KeyCode.btnTouch, 0)
      script.move(to: 20, 20)
      script.move(to: 30, 20)
      script.lift()
    }
    #expect(found == ["2 touchDisagrees", "10 touchDisagrees"])
  }

  @Test func `an empty frame, and one that is not ended, are found`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      script.report()
      script.id(-1)
    }
    #expect(found == ["5 emptyFrame", "6 frameWithoutReport"])
  }

  @Test func `nothing is said of the contacts that a drop left unknown`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      script.dropped()
      script.move(to: 90, 90)
      script.move(to: 91, 91)
      script.lift()
    }
    #expect(found == [])
  }

  @Test func `a state that the source asked for is believed`() throws {
    var linter = ProtocolLinter(PanelFixture.phone)
    let entry = SlotTable.Entry(trackingID: 4, x: 1, y: 1)
    #expect(linter.take(.state(SlotTable(entries: [entry]), isSettled: true)).isEmpty)
    #expect(linter.finish().map(\.rule) == [.noLift(began: 0)])
  }

  @Test func `slots that begin above 0 are found in the description`() throws {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtSlot]?.minimum = 1
    #expect(try findings(on: panel) { $0.lift() } == ["0 slotsNotFromZero"])
  }

  @Test func `slots beside SYN_MT_REPORT are found once`() throws {
    let found = try findings { script in
      script.down(1, at: 10, 10)
      for _ in 1...2 { script.emit(EventType.syn, SynCode.mtReport, 0) }
      script.lift()
    }
    #expect(found == ["5 mixedProtocols"])
  }

  @Test(arguments: [PanelFixture.phone, PanelFixture.resistive, Panel()])
  func `whatever comes, nothing traps, and each rule has its sentences`(panel: Panel) {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    var linter = ProtocolLinter(panel)
    var rules: Set<String> = []
    for _ in 0..<20_000 {
      let extremes: [Int32] = [.min, -2, -1, 0, 1, 2, 9, 10, .max]
      let codes: [UInt16] = [0, 1, 2, 3, 0x18, 0x2f, 0x34, 0x35, 0x36, 0x39, 0x3b, 0x14a, .max]
      let event = InputEvent(
        time: Timestamp(microseconds: Int64.random(in: .min ... .max, using: &random)),
        type: [0, 0, 1, 3, 3, 3, 3, .max].randomElement(using: &random) ?? 0,
        code: codes.randomElement(using: &random) ?? 0,
        value: extremes.randomElement(using: &random) ?? 0)
      for finding in linter.take(.event(event)) {
        #expect(!finding.rule.text.isEmpty && !finding.rule.consequence.isEmpty)
        rules.insert(finding.rule.name)
      }
    }
    #expect(rules.contains("timeBack") && rules.contains("undeclared"))
  }
}

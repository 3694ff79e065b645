import TestSupport
import Testing
import TouchCore

/// Contacts that do what no finger does: each is a finding with its time, and can draw nothing.
struct FaultyContactTests {
  private func script(_ panel: Panel = PanelFixture.monitor) throws -> EventScript {
    var script = try EventScript(panel)
    script.millisecondsPerFrame = 10
    return script
  }

  private func findings(_ frames: [Frame]) -> [Finding.Rule] {
    frames.flatMap(\.findings).map(\.rule)
  }

  @Test func `a contact that jumps stays one, and can draw nothing from there on`() throws {
    var script = try script()
    script.down(7, at: 10, 10)
    script.move(to: 11, 10)
    script.move(to: 90, 10)
    script.move(to: 91, 10)
    script.lift()
    let frames = frames(script)
    #expect(
      frames.map(summary) == [
        ["+1@0"], ["1@0"], ["1@0!"], ["1@0!"], ["-1@0! lifted"],
      ])
    // 79 % of 292 mm.
    #expect(findings(frames) == [.jump(millimetres: 231, microseconds: 10_000)])
    #expect(frames[2].findings[0].contact == 1)
  }

  @Test func `what a finger moves in the time is no jump`() throws {
    // 3 m/s; 1 % of the width is 2.9 mm. Frames that lie closer than 20 ms may have come late.
    for (milliseconds, percent, isJump) in [
      (Int64(1), 20.0, false), (1, 21, true), (20, 20, false), (20, 21, true), (40, 40, false),
      (40, 42, true), (90, 89, false),
    ] {
      var script = try script()
      script.millisecondsPerFrame = milliseconds
      script.down(7, at: 5, 50)
      script.move(to: 5 + percent, 50)
      #expect(findings(frames(script)).isEmpty == !isJump, "\(milliseconds) \(percent)")
    }
  }

  @Test func `a wrong position that comes with the lift is no part of the stroke`() throws {
    var script = try script()
    script.down(7, at: 10, 10)
    script.move(to: 11, 10)
    script.position(90, 90)
    script.lift()
    let frames = frames(script)
    #expect(summary(frames[2]) == ["-1@0 lifted"])
    #expect(frames[2].changes[0].contact.x == EventScript.value(script.reading.x, 11))
    #expect(frames[2].findings.map(\.rule.name) == ["jump"])
  }

  @Test func `a finger that rested was not on its way meanwhile`() throws {
    var script = try script()
    script.down(7, at: 5, 50)
    script.move(to: 6, 50)
    script.wait(milliseconds: 5000)
    script.move(to: 60, 50)
    #expect(summary(frames(script)[2]) == ["1@0!"])
  }

  @Test func `a slow panel's contact goes as far as its frames lie apart`() throws {
    var script = try script()
    script.millisecondsPerFrame = 100
    for x in [5.0, 45, 85, 45] { script.contactMove(to: x, isFirst: x == 5) }
    #expect(findings(frames(script)) == [])
  }

  @Test func `without a resolution a jump is measured by the panel's longer side`() throws {
    for (percent, isJump) in [(39.0, false), (41, true)] {
      var script = try script(PanelFixture.phone)
      script.down(7, at: 50, 5)
      script.move(to: 50, 5 + percent)
      let rules = findings(frames(script))
      #expect(rules == (isJump ? [.jump(millimetres: nil, microseconds: 10_000)] : []))
    }
  }

  @Test func `where ranges are only those of the events nothing is a jump`() throws {
    var panel = PanelFixture.monitor
    panel.axes[AbsCode.mtPositionX]?.resolution = 0
    panel.guessesPositions = true
    var script = try script(panel)
    script.down(7, at: 0, 0)
    script.move(to: 100, 100)
    #expect(findings(frames(script)) == [])
  }

  @Test func `a jump of a single-touch panel is one as well`() throws {
    var script = try script(PanelFixture.resistive)
    script.key(KeyCode.btnTouch, 1)
    for x: Int32 in [100, 1900] {
      script.abs(AbsCode.x, x)
      script.abs(AbsCode.y, 100)
      script.report()
    }
    script.key(KeyCode.btnTouch, 0)
    script.report()
    #expect(
      frames(script).map(summary)
        == [["+1@0"], ["1@0!"], ["-1@0! lifted"]])
  }

  @Test func `a contact without duration is a ghost`() throws {
    var script = try script()
    script.id(1)
    script.position(50, 50)
    script.lift()
    let frames = frames(script)
    #expect(frames.map(summary) == [["+1@0!", "-1@0! lifted"]])
    #expect(frames[0].findings.map(\.rule) == [.ghost(.noDuration)])
    #expect(frames[0].findings[0].contact == 1)
  }

  @Test func `a contact that begins far beyond the range is a ghost, one a bit beyond is not`()
    throws
  {
    for (x, isGhost) in [(Int32(-2000), false), (-2100, true), (6000, false), (6200, true)] {
      var script = try script()
      script.id(1)
      script.abs(AbsCode.mtPositionX, x)
      script.abs(AbsCode.mtPositionY, 100)
      script.report()
      let frame = frames(script)[0]
      #expect(summary(frame) == [isGhost ? "+1@0!" : "+1@0"])
      #expect(frame.findings.map(\.rule).contains(.ghost(.beyondRange)) == isGhost)
    }
  }

  /// Taps of 30 ms at a place, `periods` milliseconds apart.
  private func taps(_ periods: [Int64], at x: Double = 80, jitter: Double = 0) throws -> EventScript
  {
    var script = try script()
    for (index, period) in ([0] + periods).enumerated() {
      if index > 0 { script.wait(milliseconds: period - 40) }
      script.down(Int32(index), at: x + (index % 2 == 0 ? jitter : -jitter), 20)
      script.wait(milliseconds: 20)
      script.lift()
    }
    return script
  }

  @Test func `taps at one place by the clock are a ghost's, and the next there draws nothing`()
    throws
  {
    var script = try taps([12_864, 12_864, 12_864])
    script.down(90, at: 80, 20)
    script.lift()
    script.down(91, at: 20, 80)
    let frames = frames(script)
    #expect(
      findings(frames) == [.ghost(.periodic(microseconds: 12_864_000)), .ghost(.atGhostPlace)])
    #expect(frames.suffix(3).map(summary) == [["+5@0!"], ["-5@0! lifted"], ["+6@0"]])
  }

  @Test func `taps of a person are no ghosts`() throws {
    // Uneven; even but too fast; even but at places millimetres apart; too few.
    for script in [
      try taps([1000, 1100, 950, 1000, 1100]), try taps([200, 200, 200, 200]),
      try taps([1000, 1000, 1000, 1000], jitter: 1), try taps([1000, 1000]),
    ] { #expect(findings(frames(script)) == []) }
  }

  @Test func `a finger that moves on from a ghost's place clears it of that`() throws {
    var script = try taps([1000, 1000, 1000])
    script.down(90, at: 80, 20)
    script.move(to: 85, 20)
    script.lift()
    script.down(91, at: 80, 20)
    let last = frames(script).suffix(4).map(summary)
    #expect(last == [["+5@0!"], ["5@0!"], ["-5@0! lifted"], ["+6@0"]])
  }

  @Test func `a contact that nothing was heard of for 30 s ends as timed out`() throws {
    var script = try script()
    script.down(1, at: 10, 10)
    script.down(2, slot: 1, at: 50, 50)
    for second in 0..<31 {
      script.wait(milliseconds: 990)
      script.move(slot: 1, to: 50, 50 + Double(second) / 10)
    }
    script.lift(slot: 0)
    let frames = frames(script)
    #expect(frames.flatMap(summary).contains("-1@0 timedOut"))
    #expect(findings(frames) == [.stuck(seconds: 30)])
    #expect(summary(frames[frames.count - 1]) == [])
  }

  @Test func `a finger found at open is not taken for stuck, whatever the time`() throws {
    var script = try script()
    script.wait(milliseconds: 1_000_000)
    script.down(10, slot: 1, at: 50, 50)
    var entries = Array(repeating: SlotTable.Entry(), count: script.reading.slotCount)
    entries[0] = SlotTable.Entry(trackingID: 9, x: 100, y: 100)
    var assembler = FrameAssembler(script.reading)
    assembler.adopt(SlotTable(entries: entries), isSettled: true)
    for event in script.events { _ = assembler.feed(event) }
    #expect(summary(assembler.frame) == ["+1@0*", "+2@1"])
  }
}

extension EventScript {
  fileprivate mutating func contactMove(to x: Double, isFirst: Bool) {
    if isFirst { id(1) }
    move(to: x, 50)
  }
}

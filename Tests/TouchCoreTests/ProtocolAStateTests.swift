import CAllocationCounter
import TestSupport
import Testing
import TouchCore

/// What a panel without slots can tell at open and after a drop, which is its key at most.
struct ProtocolAStateTests {
  private func assembler(key: Bool, down: Bool) throws -> FrameAssembler {
    var assembler = FrameAssembler(try PanelReading(PanelFixture.protocolA(key: key)))
    let entry = SlotTable.Entry(trackingID: down ? 0 : -1)
    assembler.adopt(SlotTable(entries: [entry]), isSettled: true)
    return assembler
  }

  private func told(_ assembler: inout FrameAssembler, _ script: EventScript) -> [[String]] {
    var told: [[String]] = []
    for event in script.events {
      if case .more = assembler.feed(event) { continue }
      told.append(summary(assembler.frame))
    }
    return told
  }

  private func twoFrames(key: Bool) throws -> EventScript {
    var script = try EventScript(PanelFixture.protocolA(key: key))
    script.contact(10, 10)
    script.report()
    script.contact(11, 10)
    script.contact(90, 90)
    script.report()
    return script
  }

  @Test func `with the key down at open the first frame's contacts are inherited`() throws {
    var assembler = try assembler(key: true, down: true)
    let downCount = assembler.downCount
    #expect(downCount == 1)
    #expect(told(&assembler, try twoFrames(key: true)) == [["+1@0*"], ["1@0*", "+2@1"]])
  }

  @Test func `of two contacts that the first frame tells both are inherited`() throws {
    var assembler = try assembler(key: true, down: true)
    var script = try EventScript(PanelFixture.protocolA(key: true))
    script.contact(10, 10)
    script.contact(90, 90)
    script.report()
    #expect(told(&assembler, script) == [["+1@0*", "+2@1*"]])
  }

  @Test func `with the key up at open nothing is inherited`() throws {
    var assembler = try assembler(key: true, down: false)
    #expect(told(&assembler, try twoFrames(key: true)) == [["+1@0"], ["1@0", "+2@1"]])
  }

  @Test func `with no key the first frame's contacts are inherited, the next are not`() throws {
    var assembler = try assembler(key: false, down: true)
    #expect(told(&assembler, try twoFrames(key: false)) == [["+1@0*"], ["1@0*", "+2@1"]])
  }

  @Test func `a contact that is known by the key alone is lifted by it`() throws {
    var assembler = try assembler(key: true, down: true)
    var script = try EventScript(PanelFixture.protocolA(key: true))
    script.key(KeyCode.btnTouch, 0)
    script.report()
    script.contact(10, 10)
    script.report()
    #expect(told(&assembler, script) == [["+1@0*", "-1@0* lifted"], ["+2@0"]])
  }

  @Test func `a capture with no word on the state begins with fresh contacts`() throws {
    #expect(try frames(twoFrames(key: false)).map(summary)[0] == ["+1@0"])
  }

  @Test func `after a drop what is still there is inherited, with or without an answer`() throws {
    for answers in [true, false] {
      var script = try EventScript(PanelFixture.protocolA(key: true))
      script.key(KeyCode.btnTouch, 1)
      script.contact(10, 10)
      script.report()
      script.contact(50, 50)
      script.dropped()
      if !answers { script.report() }
      script.contact(10, 10)
      script.report()
      script.contact(11, 10)
      script.contact(90, 90)
      script.report()
      var assembler = FrameAssembler(script.reading)
      var told: [[String]] = []
      for event in script.events {
        let step = assembler.feed(event)
        if case .more = step { continue }
        if !summary(assembler.frame).isEmpty { told.append(summary(assembler.frame)) }
        if answers, case .dropped = step {
          assembler.adopt(SlotTable(entries: [.init(trackingID: 0)]), isSettled: true)
        }
      }
      #expect(told == [["+1@0"], ["-1@0 dropped"], ["+2@0*"], ["2@0*", "+3@1"]])
    }
  }

  @Test func `the key alone is held against what the events built`() throws {
    let (up, down) = (SlotTable(entries: [.init()]), SlotTable(entries: [.init(trackingID: 0)]))
    var script = try EventScript(PanelFixture.protocolA(key: true))
    script.key(KeyCode.btnTouch, 1)
    script.contact(10, 10)
    script.report()
    var assembler = FrameAssembler(script.reading)
    let before = [up, down].map { assembler.agrees(with: $0) }
    _ = told(&assembler, script)
    let after = [up, down].map { assembler.agrees(with: $0) }
    #expect([before, after] == [[true, false], [false, true]])
  }

  @Test(
    .enabled(if: swipelock_counts_allocations() == 1, "a sanitizer's allocator is not counted"))
  func `after the first frames nothing is allocated`() throws {
    var script = try EventScript(PanelFixture.protocolA())
    for round in 0..<100 {
      for finger in 0..<(round % 32 + 1) { script.contact(Double(finger * 3), Double(round % 90)) }
      if round % 7 == 6 { script.contact(Double.random(in: 0...100), 50) }
      script.report()
      script.mark()
      script.report()
    }
    let events = script.events
    var assembler = FrameAssembler(script.reading)
    var contacts = 0
    func play() {
      for index in events.indices {
        if case .more = assembler.feed(events[index]) { continue }
        contacts += assembler.frame.changes.count
      }
    }
    play()
    let before = swipelock_allocations()
    play()
    let allocations = swipelock_allocations() - before
    #expect(contacts > 1000)
    #expect(allocations == 0)
  }
}

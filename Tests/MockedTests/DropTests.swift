import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct DropTests {
    /// Opens the panel and puts a contact down.
    private func begin(_ scene: inout Scene) throws -> LivePanel {
      var live = try scene.open()
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      _ = live.takeSteps()
      return live
    }

    @Test func `a drop ends the contacts, and what is down then is inherited`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      scene.panel.set(9, x: 10, y: 20, slot: 3)
      scene.play { script in
        script.dropped()
        script.move(to: 60, 60)
      }
      let end = try live.nextFrame()
      #expect(end.map(summary) == ["-1@0 dropped"])
      #expect(end?.findings.map(\.rule) == [.dropped])
      let rest = try framesUntilQuiet(&live)
      #expect(rest.isEmpty)
      let outline = takeOutline(&live)
      #expect(outline == ["read 4", "discarded 3", "state 1"])
      scene.play { $0.move(slot: 3, to: 20, 20) }
      let next = try nextSummary(&live)
      #expect(next == ["+2@3*"])
    }

    @Test func `a contact is fresh again once a second answer agrees`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      scene.play { $0.dropped() }
      _ = try framesUntilQuiet(&live)
      scene.panel.set(20, x: 540, y: 960)
      scene.play { $0.down(20, at: 50.02, 50.02) }
      let unsettled = try nextSummary(&live)
      #expect(unsettled == ["+2@0*"])
      _ = try framesUntilQuiet(&live)
      let outline = takeOutline(&live)
      #expect(outline == ["read 1", "state 0", "read 4", "settled"])
      scene.play { $0.down(21, slot: 1, at: 10, 10) }
      let settled = try nextSummary(&live)
      #expect(settled == ["+3@1"])
    }

    @Test func `events that come while the state is asked for make it asked again`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      let panel = scene.panel
      let asks = Counter()
      // The last question of the first round: the finger has moved, and its event is in the queue.
      panel.onRequest { name, state in
        guard name == "EVIOCGABS", asks.note() == 1 else { return }
        state.slots[0] = SlotTable.Entry(trackingID: 30, x: 777, y: 888)
        panel.write([
          InputEvent(
            time: Timestamp(microseconds: 0), type: EventType.abs, code: AbsCode.mtPositionX,
            value: 777)
        ])
      }
      scene.play { $0.dropped() }
      _ = try framesUntilQuiet(&live)
      #expect(asks.count == 2)
      let states = live.takeSteps().compactMap { step in
        if case .state(let table, false) = step { table.entries[0] } else { nil }
      }
      #expect(states == [SlotTable.Entry(trackingID: 30, x: 777, y: 888)])
    }

    @Test func `a queue that does not stay empty is asked about at the next report`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      let panel = scene.panel
      let asks = Counter()
      panel.onRequest { name, _ in
        guard name == "EVIOCGABS", asks.note() <= 20 else { return }
        panel.write([
          InputEvent(
            time: Timestamp(microseconds: 0), type: EventType.abs, code: AbsCode.mtPositionX,
            value: 1)
        ])
      }
      scene.play { $0.dropped() }
      _ = try framesUntilQuiet(&live)
      #expect(asks.count == 20)
      panel.set(31, x: 5, y: 5)
      scene.play { $0.down(31, at: 1, 1) }
      _ = try framesUntilQuiet(&live)
      #expect(asks.count == 21)
      scene.play { $0.move(to: 2, 2) }
      let next = try nextSummary(&live)
      #expect(next == ["+2@0*"])
    }

    @Test func `contacts end if the answers keep disagreeing with the events`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      scene.play { $0.dropped() }
      _ = try framesUntilQuiet(&live)
      // The state says that the slot is another's all the time.
      scene.panel.set(99, x: 1, y: 1)
      var rules: [Finding.Rule] = []
      for percent in 0..<9 {
        scene.play { script in
          if percent == 0 { script.id(40) }
          script.move(to: Double(percent), 50)
        }
        for frame in try framesUntilQuiet(&live) { rules += frame.findings.map(\.rule) }
      }
      #expect(rules == [.stateDisagrees])
      let outline = takeOutline(&live)
      #expect(outline.filter { $0 == "distrusted" }.count == 1)
      #expect(!outline.contains("settled"))
    }

    @Test func `what was kept makes the same frames again`() throws {
      var scene = try Scene()
      var live = try begin(&scene)
      var frames: [Frame] = []
      scene.panel.set(9, x: 10, y: 20, slot: 3)
      scene.play { script in
        script.move(to: 60, 60)
        script.dropped()
        script.move(to: 70, 60)
      }
      frames += try framesUntilQuiet(&live)
      scene.play { $0.move(slot: 3, to: 20, 20) }
      frames += try framesUntilQuiet(&live)
      scene.unplug()
      frames += try framesUntilQuiet(&live)
      #expect(frames.count == 4)

      var again: [Frame] = []
      var assembler = FrameAssembler(live.reading)
      for event in scene.script.events.prefix(4) { _ = assembler.feed(event) }
      for step in live.takeSteps() where assembler.take(step) { again.append(assembler.frame) }
      #expect(again.map(summary) == frames.map(summary))
      #expect(again.map(\.time) == frames.map(\.time))
    }
  }
}

extension FrameAssembler {
  /// Does a step again.
  ///
  /// - Returns: whether it completed a frame.
  fileprivate mutating func take(_ step: SourceStep) -> Bool {
    switch step {
    case .event(let event):
      if case .more = feed(event) { return false }
      return true
    case .state(let table, let isSettled): adopt(table, isSettled: isSettled)
    case .settled: settle()
    case .distrusted(let time):
      distrust(at: time)
      return true
    case .ended(let reason, let time):
      endAll(reason, at: time)
      return true
    case .readBoundary, .discarded, .range, .counted: break
    }
    return false
  }
}

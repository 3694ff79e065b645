import LockCore
import TestSupport
import Testing
import TouchCore

/// Strokes on a phone's panel whose grid fills its width: the dots are at 1/6, 3/6 and 5/6 of it.
struct LockSessionTests {
  private let panel = PanelFixture.slots(
    x: AxisRange(minimum: 0, maximum: 299), y: AxisRange(minimum: 0, maximum: 299))

  private func play(
    _ script: EventScript, rules: PatternRules = .standard, table: SlotTable? = nil,
    _ look: (borrowing LockSession) -> Void = { _ in }
  ) -> [String] {
    let mapping = ViewMapping(script.reading)
    let grid = DotGrid(rules: rules, area: DotGrid.fitted(rules, in: mapping.view))
    var session = LockSession(on: grid, into: Pattern())
    var assembler = FrameAssembler(script.reading)
    if let table { assembler.adopt(table, isSettled: true) }
    var outcomes: [String] = []
    for event in script.events {
      if case .more = assembler.feed(event) { continue }
      for change in assembler.frame.changes {
        let step = session.take(change, at: mapping.point(of: change.contact))
        guard let outcome = step.outcome else { continue }
        let dots = (0..<session.pattern.count).map { "\(session.pattern[$0].number)" }
        outcomes.append("\(outcome.rawValue) \(dots.joined())")
      }
      look(session)
    }
    return outcomes
  }

  private let ell: [(Double, Double)] = [(17, 17), (17, 83), (83, 83)]

  @Test func `a stroke of enough dots is complete at the lift`() throws {
    var script = try EventScript(panel)
    script.draw(through: ell)
    #expect(play(script) == ["complete 03678"])
  }

  @Test func `fewer dots than the minimum are too short`() throws {
    var script = try EventScript(panel)
    script.draw(through: [(17, 17), (83, 17)])
    #expect(play(script) == ["tooShort 012"])
  }

  @Test func `a touch that reaches no dot is no stroke`() throws {
    var script = try EventScript(panel)
    script.draw(through: [(33, 33), (35, 35)])
    #expect(play(script) == [])
  }

  @Test func `a stroke may begin beside the dots`() throws {
    var script = try EventScript(panel)
    script.draw(through: [(1, 1)] + ell)
    #expect(play(script) == ["complete 03678"])
  }

  @Test func `a second finger neither draws nor ends the stroke`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 17, 50)
    script.down(2, slot: 1, at: 83, 17)
    script.move(slot: 1, to: 50, 50)
    script.lift(slot: 1)
    script.move(to: 17, 83)
    script.move(to: 83, 83)
    script.lift()
    #expect(play(script) == ["complete 03678"])
  }

  @Test func `a second finger does not go on with the first one's stroke`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 83, 17)
    script.down(2, slot: 1, at: 83, 50)
    script.lift()
    script.move(slot: 1, to: 83, 83)
    script.move(slot: 1, to: 17, 83)
    script.lift(slot: 1)
    #expect(play(script) == ["tooShort 012"])
  }

  @Test func `an id that changes in mid-stroke cancels it and begins another`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 17, 83)
    script.down(2, at: 50, 83)
    script.move(to: 83, 83)
    script.lift()
    #expect(play(script) == ["cancelled 036", "tooShort 78"])
  }

  @Test func `a lift and a new id in one frame never join two strokes`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 17, 83)
    script.id(-1)
    script.down(2, at: 50, 83)
    script.move(to: 83, 83)
    script.lift()
    #expect(play(script) == ["tooShort 036", "tooShort 78"])
  }

  @Test func `a drop cancels the stroke and what is still down begins no other`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 17, 83)
    script.dropped()
    script.report()
    script.move(to: 83, 83)
    script.lift()
    #expect(play(script) == ["cancelled 036"])
  }

  @Test func `a finger that was down before draws nothing, a fresh one beside it does`() throws {
    var entries = Array(repeating: SlotTable.Entry(), count: 10)
    entries[0] = SlotTable.Entry(trackingID: 5, x: 50, y: 50)
    var script = try EventScript(panel)
    for (x, y) in ell { script.move(to: x, y) }
    for (index, point) in ell.enumerated() {
      if index == 0 { script.id(6, slot: 1) }
      script.move(slot: 1, to: point.0, point.1)
    }
    script.lift()
    script.lift(slot: 1)
    #expect(play(script, table: SlotTable(entries: entries)) == ["complete 03678"])
  }

  @Test func `a palm cancels`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    for (x, y) in ell { script.move(to: x, y) }
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.report()
    script.lift()
    #expect(play(script) == ["cancelled 03678"])
  }

  @Test func `the most dots complete a stroke, and its finger draws no more`() throws {
    var script = try EventScript(panel)
    script.draw(through: ell + [(83, 17), (17, 17)])
    script.draw(2, through: ell)
    let rules = try PatternRules(maximum: 5)
    #expect(play(script, rules: rules) == ["complete 03678", "complete 03678"])
  }

  @Test func `a stroke over all dots waits for its lift, and a palm still cancels it`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    for (x, y) in [(83, 17), (83, 50), (17, 50), (17, 83), (83, 83)] {
      script.move(to: Double(x), Double(y))
    }
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.report()
    #expect(play(script) == ["cancelled 012543678"])
  }

  @Test func `a contact that lifts on the way takes what its last frame moved over`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.move(to: 17, 83)
    script.position(83, 83)
    script.lift()
    #expect(play(script) == ["complete 03678"])
  }

  @Test func `the live end is there only while somebody draws`() throws {
    var script = try EventScript(panel)
    script.draw(through: ell)
    var ends: [Bool] = []
    _ = play(script) { ends.append($0.liveEnd != nil) }
    #expect(ends == [true, true, true, false])
  }

  @Test func `cancelling leaves nothing behind and its finger begins no other stroke`() throws {
    let script = try EventScript(panel)
    let grid = DotGrid(rules: .standard, area: ViewRect(x: 0, y: 0, width: 300, height: 300))
    var session = LockSession(on: grid, into: Pattern())
    var assembler = FrameAssembler(script.reading)
    var drawing = script
    drawing.down(1, at: 17, 17)
    drawing.move(to: 83, 83)
    for (index, event) in drawing.events.enumerated() {
      guard case .frame = assembler.feed(event) else { continue }
      for change in assembler.frame.changes {
        _ = session.take(
          change, at: change.contact.position.map { ViewPoint(x: Double($0.x), y: Double($0.y)) })
      }
      guard index < 4 else { continue }
      let outcome = session.cancel()
      #expect(outcome == .cancelled)
    }
    let (isEmpty, state) = (session.pattern.isEmpty, session.state)
    #expect(isEmpty)
    #expect(state == .spent(contact: 1))
  }
}

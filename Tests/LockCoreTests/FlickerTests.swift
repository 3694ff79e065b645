import LockCore
import TestSupport
import Testing
import TouchCore

/// A panel that loses a finger in mid-stroke and finds it again.
struct FlickerTests {
  /// Dots at 17, 50 and 83 %; a cell is 33 %.
  private let panel = PanelFixture.slots(
    x: AxisRange(minimum: 0, maximum: 299), y: AxisRange(minimum: 0, maximum: 299))

  /// Down the left side, lost at the lower corner, found so much later and so far off, and on.
  private func script(gap: Int64, distance: Double) throws -> EventScript {
    var script = try EventScript(panel)
    for (index, y) in stride(from: 17.0, through: 83, by: 11).enumerated() {
      if index == 0 { script.id(1) }
      script.move(to: 17, y)
    }
    script.id(-1)
    script.millisecondsPerFrame = gap
    script.report()
    script.millisecondsPerFrame = 50
    script.down(2, at: 17 + distance, 83)
    script.move(to: 50, 83)
    script.move(to: 83, 83)
    script.lift()
    return script
  }

  private struct Played {
    var outcomes: [String] = []
    var findings: [Finding] = []
  }

  private func play(_ script: EventScript, bridges: Bool) -> Played {
    let mapping = ViewMapping(script.reading)
    let grid = DotGrid(rules: .standard, area: DotGrid.fitted(.standard, in: mapping.view))
    var session = LockSession(on: grid, into: Pattern())
    var bridge = FlickerBridge(on: grid)
    var played = Played()
    func draw(_ drawn: FlickerBridge.Drawn?, _ session: inout LockSession) {
      guard let drawn, let outcome = session.take(drawn.change, at: drawn.point).outcome else {
        return
      }
      let dots = (0..<session.pattern.count).map { "\(session.pattern[$0].number)" }.joined()
      played.outcomes.append("\(outcome.rawValue) \(dots)")
    }
    for frame in frames(script) {
      played.findings += frame.findings
      for change in frame.changes {
        let point = mapping.point(of: change.contact)
        guard bridges else {
          draw(.init(change: change, point: point, time: frame.time), &session)
          continue
        }
        let passed = bridge.take(change, at: point, time: frame.time)
        draw(passed.lift, &session)
        draw(passed.change, &session)
        if let finding = passed.finding { played.findings.append(finding) }
      }
    }
    draw(bridge.takeLift(), &session)
    return played
  }

  @Test func `a finger that flickers ends its stroke, with a finding`() throws {
    let played = play(try script(gap: 60, distance: 2), bridges: false)
    #expect(played.outcomes == ["tooShort 036", "tooShort 678"])
    #expect(played.findings.map(\.rule) == [.flicker(after: 1, microseconds: 60_000)])
    #expect(played.findings.first?.contact == 2)
  }

  @Test
  func `where that was asked for it goes on with its stroke, and the finding says what was joined`()
    throws
  {
    let played = play(try script(gap: 60, distance: 2), bridges: true)
    #expect(played.outcomes == ["complete 03678"])
    #expect(played.findings.last?.rule == .bridged(before: 1, microseconds: 60_000))
    #expect(played.findings.last?.contact == 2)
  }

  @Test(arguments: [(Int64(120), 2.0, true), (121, 2, false), (60, 16.5, true), (60, 17, false)])
  func `it is joined within 120 ms and half a cell, and no further`(
    gap: Int64, distance: Double, isJoined: Bool
  ) throws {
    let played = play(try script(gap: gap, distance: distance), bridges: true)
    #expect(played.outcomes.count == (isJoined ? 1 : 2), "\(played.outcomes)")
    #expect(played.findings.contains { $0.rule.name == "bridged" } == isJoined)
  }

  @Test func `what ended otherwise than by a lift is never joined`() throws {
    var script = try EventScript(panel)
    script.draw(1, through: [(17, 17), (17, 50)])
    script.down(2, at: 17, 17)
    script.move(to: 17, 50)
    script.dropped()
    script.report()
    script.down(3, at: 17, 50)
    script.move(to: 83, 50)
    script.lift()
    let played = play(script, bridges: true)
    #expect(played.outcomes == ["tooShort 03", "cancelled 03", "tooShort 345"])
  }

  @Test func `another finger beside it is not taken for it`() throws {
    var script = try EventScript(panel)
    script.down(1, at: 17, 17)
    script.down(9, slot: 1, at: 83, 83)
    script.move(to: 17, 50)
    script.move(to: 17, 83)
    script.lift()
    script.move(slot: 1, to: 50, 83)
    script.lift(slot: 1)
    script.down(2, at: 83, 17)
    script.move(to: 50, 17)
    script.lift()
    #expect(play(script, bridges: true).outcomes == ["tooShort 036", "tooShort 21"])
  }
}

import LockCore
import TestSupport
import Testing
import TouchCore

/// What no finger does makes no pattern and completes none.
struct FaultyStrokeTests {
  private func outcomes(_ script: EventScript) -> [String] {
    let mapping = ViewMapping(script.reading)
    let grid = DotGrid(rules: .standard, area: DotGrid.fitted(.standard, in: mapping.view))
    var session = LockSession(on: grid, into: Pattern())
    var outcomes: [String] = []
    for frame in frames(script) {
      for change in frame.changes {
        let step = session.take(change, at: mapping.point(of: change.contact))
        guard let outcome = step.outcome else { continue }
        let dots = (0..<session.pattern.count).map { "\(session.pattern[$0].number)" }.joined()
        outcomes.append("\(dots) \(outcome.rawValue)")
      }
    }
    return outcomes
  }

  private func script() throws -> EventScript { try EventScript(PanelFixture.phone) }

  // Dots of the phone's grid, in percent.
  private let dots: [(Double, Double)] = [(16.7, 31), (16.7, 50), (16.7, 69), (50, 69), (83.3, 69)]

  @Test func `a jump cancels the stroke, and its rest completes none`() throws {
    var script = try script()
    script.down(1, at: dots[0].0, dots[0].1)
    script.move(to: dots[1].0, dots[1].1)
    script.move(to: dots[2].0, dots[2].1)
    script.millisecondsPerFrame = 1
    script.move(to: 16.7, 69)
    script.move(to: 83.3, 31)
    script.millisecondsPerFrame = 50
    for dot in dots { script.move(to: dot.0, dot.1) }
    script.lift()
    script.draw(2, through: dots)
    #expect(outcomes(script) == [" cancelled", "03678 complete"])
  }

  @Test func `a ghost neither draws nor keeps a finger from drawing`() throws {
    var script = try script()
    script.id(1, slot: 1)
    script.position(50, 50, slot: 1)
    script.id(-1, slot: 1)
    script.report()
    script.draw(2, through: dots)
    script.abs(AbsCode.mtSlot, 0)
    script.id(3)
    script.abs(AbsCode.mtPositionX, -3616)
    script.abs(AbsCode.mtPositionY, 499)
    script.report()
    script.draw(4, slot: 2, through: dots)
    #expect(outcomes(script) == ["03678 complete", "03678 complete"])
  }

  @Test func `a stuck contact keeps nobody from drawing for long`() throws {
    var script = try script()
    script.down(1, slot: 1, at: 50, 50)
    script.draw(2, through: dots)
    script.wait(milliseconds: 31_000)
    script.report()
    script.draw(3, through: dots)
    #expect(outcomes(script) == ["4 cancelled", "03678 complete"])
  }
}

import TestSupport
import Testing
import TouchCore

/// What painting a panel tells.
struct PanelCoverageTests {
  private func coverage(_ script: EventScript) -> PanelCoverage {
    var coverage = PanelCoverage(ViewMapping(script.reading), columns: 4, rows: 2)
    for frame in frames(script) { coverage.take(frame) }
    return coverage
  }

  @Test func `zones that were painted are told from dead ones`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.draw(1, through: [(10, 10), (30, 10), (60, 10), (90, 10)])
    script.draw(2, through: [(60, 90), (90, 90)])
    let coverage = coverage(script)
    #expect(coverage.cells == [true, true, true, true, false, false, true, true])
    #expect(coverage.share == 0.75)
  }

  @Test func `zones are those of the view, and fingers that are down are in it`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.down(1, at: 10, 10)
    script.move(to: 20, 10)
    let turned = ViewMapping(
      script.reading, orientation: .half, view: ViewSize(width: 4, height: 2))
    var coverage = PanelCoverage(turned, columns: 4, rows: 2)
    for frame in frames(script) { coverage.take(frame) }
    #expect(coverage.cells == [false, false, false, false, false, false, false, true])
    let finger = try #require(coverage.down.values.first)
    #expect(abs(finger.x - 0.8) < 0.001 && abs(finger.y - 0.9) < 0.001, "\(finger)")
    script.lift()
    for frame in frames(script) { coverage.take(frame) }
    #expect(coverage.down.isEmpty)
  }

  @Test func `how near contacts came to each edge is told`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.draw(1, through: [(5, 20), (30, 50), (50, 50), (75, 60), (100, 70)])
    let edges = coverage(script).edges
    #expect(abs(edges.left - 0.05) < 0.001 && abs(edges.top - 0.2) < 0.001)
    #expect(abs(edges.right) < 0.001 && abs(edges.bottom - 0.3) < 0.001, "\(edges)")
  }

  @Test func `a finger that rests shows the jitter, one that moves does not`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.down(1, at: 50, 50)
    for step in 0..<20 { script.move(to: 50 + (step % 2 == 0 ? 0.1 : 0), 50) }
    for step in 0..<20 { script.move(to: 50 + Double(step), 50) }
    script.lift()
    let coverage = coverage(script)
    #expect(coverage.rests == 2)
    // A tenth of a percent of 292 mm.
    let jitter = try #require(coverage.jitter)
    #expect(abs(jitter.width - 0.29) < 0.02, "\(jitter)")
    #expect(jitter.height == 0)
  }

  @Test func `a finger that rests with no event in between rests, too`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.down(1, at: 50, 50)
    script.wait(milliseconds: 800)
    script.lift()
    #expect(coverage(script).rests == 1)
    #expect(coverage(script).jitter == ViewSize(width: 0, height: 0))
  }
}

import TestSupport
import Testing
import TouchCore

/// What frames tell of a panel's health.
struct PanelHealthTests {
  private func health(_ script: EventScript) -> PanelHealth {
    var health = PanelHealth()
    for frame in frames(script) { health.take(frame) }
    return health
  }

  private func script(every milliseconds: Int64) throws -> EventScript {
    var script = try EventScript(PanelFixture.monitor)
    script.millisecondsPerFrame = milliseconds
    return script
  }

  @Test(arguments: [(Int64(8), 125.0), (40, 25), (100, 10)])
  func `the report rate is that of a finger that moves, rests aside`(
    milliseconds: Int64, hertz: Double
  ) throws {
    var script = try script(every: milliseconds)
    for id in 1...3 {
      script.down(Int32(id), at: 10, 10)
      for step in 1...10 { script.move(to: 10 + Double(step) / 5, 10) }
      script.wait(milliseconds: 2_000)
      script.move(to: 13, 10)
      script.lift()
      script.wait(milliseconds: 150)
    }
    #expect(health(script).rate.hertz == hertz)
  }

  @Test func `a tap or two tell no report rate`() throws {
    var script = try script(every: 8)
    for id in 1...2 {
      script.down(Int32(id), at: 10, 10)
      script.move(to: 11, 10)
      script.lift()
    }
    #expect(health(script).rate.hertz == nil)
  }

  @Test func `contacts, the newest touch, and faults by rule are counted`() throws {
    var script = try script(every: 10)
    script.down(1, at: 10, 10)
    script.down(2, slot: 1, at: 50, 50)
    script.move(slot: 1, to: 99, 50)
    script.lift(slot: 1)
    script.lift()
    script.dropped()
    script.report()
    let health = health(script)
    #expect(health.contacts == 2 && health.mostAtOnce == 2)
    #expect(health.lastTouch == Timestamp(microseconds: 1_040_000))
    #expect(health.faults.mapValues(\.count) == ["jump": 1, "dropped": 1])
    #expect(health.faults["jump"]?.last.contact == 2)
  }
}

import TestSupport
import Testing
import TouchCore

/// What is done about the noise of a resistive panel, where somebody asked for it.
struct NoiseFilterTests {
  /// A resistive panel of 42…1981 that tells its pressure.
  private var panel: Panel {
    var panel = PanelFixture.resistive
    panel.codes[EventType.abs]?.insert(AbsCode.pressure)
    panel.axes[AbsCode.pressure] = AxisRange(minimum: 0, maximum: 255)
    return panel
  }

  /// Samples as x, y and pressure, a frame each, 10 ms apart; lifted after the last.
  private func script(_ samples: [(x: Int32, y: Int32, pressure: Int32)]) throws -> EventScript {
    var script = try EventScript(panel)
    script.millisecondsPerFrame = 10
    for (index, sample) in samples.enumerated() {
      if index == 0 { script.key(KeyCode.btnTouch, 1) }
      script.abs(AbsCode.x, sample.x)
      script.abs(AbsCode.y, sample.y)
      script.abs(AbsCode.pressure, sample.pressure)
      script.report()
    }
    script.key(KeyCode.btnTouch, 0)
    script.abs(AbsCode.pressure, 0)
    script.report()
    return script
  }

  private func places(_ frames: [Frame]) -> [Int32] {
    frames.flatMap(\.changes).compactMap { $0.contact.position?.x }
  }

  private static let spiky: [(x: Int32, y: Int32, pressure: Int32)] = [
    (1900, 90, 90), (200, 200, 90), (210, 200, 90), (220, 200, 90), (1700, 1900, 90),
    (230, 200, 90), (240, 200, 90),
  ]

  @Test func `by default nothing is filtered, and a spike is a jump`() throws {
    let frames = frames(try script(Self.spiky))
    #expect(places(frames).prefix(2) == [1900, 200])
    #expect(frames.flatMap(\.findings).map(\.rule.name) == ["jump", "jump", "jump"])
  }

  @Test func `the median of three takes out spikes, a first one too`() throws {
    let frames = frames(try script(Self.spiky), NoiseFilters(median: 3))
    #expect(places(frames) == [210, 210, 220, 230, 240, 240])
    #expect(frames.flatMap(\.findings).isEmpty)
    #expect(
      frames.flatMap(summary).first == "+1@0" && frames.flatMap(summary).last == "-1@0 lifted")
  }

  @Test func `a tap too short for a median is told when it is over, and is no ghost`() throws {
    let frames = frames(try script([(200, 200, 90), (202, 200, 90)]), NoiseFilters(median: 5))
    #expect(frames.map(summary) == [[], [], ["+1@0", "-1@0 lifted"]])
    #expect(frames.flatMap(\.findings).isEmpty)
  }

  @Test func `what is too light neither begins a contact nor moves one`() throws {
    let frames = frames(
      try script([(1500, 90, 10), (200, 200, 60), (204, 200, 61), (1000, 900, 20), (208, 200, 62)]),
      NoiseFilters(leastPressure: 40))
    #expect(places(frames) == [200, 204, 208, 208])
    #expect(frames.flatMap(\.findings).isEmpty)
  }

  @Test func `a contact that was always too light is told with its rule, and can draw nothing`()
    throws
  {
    let frames = frames(
      try script([(1500, 90, 10), (1510, 90, 20)]), NoiseFilters(leastPressure: 40))
    #expect(frames.map(summary) == [[], [], ["+1@0!", "-1@0! lifted"]])
    #expect(frames.flatMap(\.findings).map(\.rule) == [.ghost(.tooLight(least: 40))])
  }

  @Test func `a panel that tells no pressure is not filtered by it`() throws {
    var script = try EventScript(PanelFixture.phone)
    script.draw(through: [(10, 10), (12, 12)])
    #expect(frames(script, NoiseFilters(leastPressure: 40)) == frames(script))
  }
}

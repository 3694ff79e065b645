import TestSupport
import Testing
import TouchCore

/// Panels whose description lies or leaves things out: each axis is judged by itself.
struct OddPanelTests {
  private let good = AxisRange(minimum: 0, maximum: 999)

  private func read(_ panel: Panel, x: Int32, y: Int32) throws -> ViewPoint? {
    var script = try EventScript(panel)
    script.id(1)
    script.abs(AbsCode.mtPositionX, x)
    script.abs(AbsCode.mtPositionY, y)
    script.report()
    let mapping = ViewMapping(script.reading, view: ViewSize(width: 100, height: 100))
    return frames(script)[0].changes.first.flatMap { mapping.point(of: $0.contact) }
  }

  @Test func `a negative minimum is where the view begins`() throws {
    let range = AxisRange(minimum: -32768, maximum: 32767)
    let panel = PanelFixture.slots(x: range, y: range)
    #expect(try read(panel, x: -32768, y: 0) == ViewPoint(x: 0, y: 50))
  }

  @Test func `a range beyond 2^30 has its middle in the middle`() throws {
    let range = AxisRange(minimum: .min, maximum: .max)
    let panel = PanelFixture.slots(x: range, y: range)
    #expect(try read(panel, x: .min, y: 0) == ViewPoint(x: 0, y: 50))
    let end = try #require(try read(panel, x: .max, y: .max))
    #expect(end.x <= 100)
  }

  @Test(arguments: [-3616, -1, 1000, Int32.max, .min])
  func `a position outside its range is kept where it is`(x: Int32) throws {
    let point = try #require(try read(PanelFixture.slots(x: good, y: good), x: x, y: 500))
    #expect(abs(point.x - Double(x) / 10) < 0.001)
    #expect(point.y == 50)
  }

  @Test(arguments: [(Int32(0), Int32(0)), (10, 0), (0, 10)])
  func `with a resolution on no axis or on one the size is unknown`(x: Int32, y: Int32) throws {
    let range = AxisRange(minimum: 0, maximum: 999)
    var panel = PanelFixture.slots(x: range, y: range)
    panel.axes[AbsCode.mtPositionX]?.resolution = x
    panel.axes[AbsCode.mtPositionY]?.resolution = y
    #expect(try PanelReading(panel).millimetres == nil)
  }

  @Test func `slots need no ABS_X and no ABS_Y beside them, nor do they mind an odd one`() throws {
    var panel = PanelFixture.phone
    #expect(!panel.declares(type: EventType.abs, code: AbsCode.x))
    panel.axes[AbsCode.x] = AxisRange(minimum: 7, maximum: 7)
    #expect(try PanelReading(panel).touchProtocol == .slots)
  }

  @Test func `ABS_X without ABS_Y is no position, and neither is one contact axis`() {
    for (code, missing) in [(AbsCode.x, AbsCode.y), (AbsCode.y, AbsCode.x)] {
      let panel = Panel(
        codes: [EventType.key: CodeSet([KeyCode.btnTouch])], axes: [code: good])
      #expect(throws: PanelError.axisMissing(missing)) { try PanelReading(panel) }
    }
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtPositionY] = nil
    panel.codes[EventType.abs] = CodeSet([AbsCode.mtPositionX])
    #expect(throws: PanelError.noPosition) { try PanelReading(panel) }
  }

  @Test func `ABS_X and ABS_Y without contact axes are single touch`() throws {
    #expect(
      try PanelReading(PanelFixture.resistive).touchProtocol
        == .singleTouch(.key(KeyCode.btnTouch)))
  }

  @Test func `pressure that can only be 0 tells no contact`() {
    var panel = PanelFixture.single(key: nil)
    panel.axes[AbsCode.pressure] = AxisRange(minimum: 0, maximum: 0)
    #expect(throws: PanelError.noDownSignal) { try PanelReading(panel) }
  }

  @Test func `a key tells the contact of a panel whose pressure never gets to 0`() throws {
    var panel = PanelFixture.resistive
    panel.axes[AbsCode.pressure] = AxisRange(minimum: 0, maximum: 255)
    var script = try EventScript(panel)
    script.key(KeyCode.btnTouch, 1)
    script.abs(AbsCode.x, 100)
    script.abs(AbsCode.y, 100)
    script.abs(AbsCode.pressure, 30)
    script.report()
    script.key(KeyCode.btnTouch, 0)
    script.report()
    #expect(frames(script).map(summary) == [["+1@0"], ["-1@0 lifted"]])
  }
}

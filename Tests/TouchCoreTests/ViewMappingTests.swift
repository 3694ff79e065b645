import TestSupport
import Testing
import TouchCore

struct ViewMappingTests {
  private func reading(_ panel: Panel) throws -> PanelReading { try PanelReading(panel) }

  @Test func `a view of the axes' own size maps whole numbers to themselves`() throws {
    let mapping = ViewMapping(
      try reading(PanelFixture.phone), view: ViewSize(width: 1080, height: 1920))
    for x: Int32 in [0, 1, 277, 575, 1079] {
      #expect(mapping.map(DevicePoint(x: x, y: x)) == ViewPoint(x: Double(x), y: Double(x)))
    }
  }

  @Test func `without a view the panel's millimetres are it`() throws {
    let mapping = ViewMapping(try reading(PanelFixture.monitor))
    #expect(mapping.unit == .millimetres)
    #expect(abs(mapping.view.width - 292.57) < 0.01)
    #expect(abs(mapping.view.height - 195.05) < 0.01)
    let middle = mapping.map(DevicePoint(x: 2048, y: 2048))
    #expect(abs(middle.x - 146.29) < 0.01)
    #expect(abs(middle.y - 97.52) < 0.01)
  }

  @Test func `without a resolution the view is in device units and says so`() throws {
    let mapping = ViewMapping(try reading(PanelFixture.phone))
    #expect(mapping.unit == .deviceUnits)
    #expect(mapping.view == ViewSize(width: 1080, height: 1920))
  }

  @Test func `one resolution of two is as good as none`() throws {
    var panel = PanelFixture.monitor
    panel.axes[AbsCode.mtPositionY]?.resolution = 0
    #expect(ViewMapping(try reading(panel)).unit == .deviceUnits)
  }

  @Test(arguments: [
    (Orientation.upright, 0.0, 0.0), (.quarter, 1920.0, 0.0), (.half, 1080.0, 1920.0),
    (.threeQuarters, 0.0, 1080.0),
  ])
  func `a turn takes the first corner where libinput takes it`(
    orientation: Orientation, x: Double, y: Double
  ) throws {
    let mapping = ViewMapping(try reading(PanelFixture.phone), orientation: orientation)
    #expect(mapping.map(DevicePoint(x: 0, y: 0)) == ViewPoint(x: x, y: y))
    #expect(mapping.view.width == (orientation.swapsAxes ? 1920 : 1080))
  }

  @Test func `four quarter turns are none`() {
    var matrix = CalibrationMatrix.identity
    for _ in 0..<4 { matrix = matrix.followed(by: Orientation.quarter.matrix) }
    #expect(matrix == .identity)
  }

  @Test func `the calibration comes before the turn`() throws {
    let leftHalf = try #require(CalibrationMatrix("0.5 0 0 0 1 0"))
    let mapping = ViewMapping(
      try reading(PanelFixture.phone), calibration: leftHalf, orientation: .quarter,
      view: ViewSize(width: 100, height: 100))
    let corner = mapping.map(DevicePoint(x: 1080, y: 0))
    #expect(abs(corner.x - 100) < 1e-9)
    #expect(abs(corner.y - 50) < 1e-9)
  }

  @Test func `ranges of any size and sign do not trap`() throws {
    let wide = AxisRange(minimum: .min, maximum: .max, resolution: 1)
    let mapping = ViewMapping(try reading(PanelFixture.slots(x: wide, y: wide)))
    #expect(mapping.map(DevicePoint(x: .min, y: .max)).x == 0)
    let negative = AxisRange(minimum: -2048, maximum: 2047)
    let half = ViewMapping(
      try reading(PanelFixture.slots(x: negative, y: negative)),
      view: ViewSize(width: 2, height: 2))
    #expect(half.map(DevicePoint(x: 0, y: -2048)) == ViewPoint(x: 1, y: 0))
  }

  @Test(arguments: [
    "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 x 0", "0 0 0 0 0 0", "nan 0 0 0 1 0",
    "1e308 0 0 0 1 0",
  ])
  func `a calibration that is no map of the panel is refused`(text: String) {
    #expect(CalibrationMatrix(text) == nil)
  }
}

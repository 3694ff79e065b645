import TestSupport
import Testing
import TouchCore

struct PanelReadingTests {
  private let good = AxisRange(minimum: 0, maximum: 999)

  @Test func `a panel with slots is read by them`() throws {
    let reading = try PanelReading(PanelFixture.phone)
    #expect(reading.touchProtocol == .slots)
    #expect(reading.slotCount == 10)
  }

  @Test(arguments: [(Int32(0), 1), (9, 10), (99, 100), (255, 256), (4000, 1024), (-5, 1)])
  func `slots are as many as declared, within the kernel's limit`(
    maximum: Int32, count: Int
  ) throws {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtSlot] = AxisRange(minimum: 0, maximum: maximum)
    #expect(try PanelReading(panel).slotCount == count)
  }

  @Test func `an axis that runs backwards is a finding, not a refusal`() throws {
    let backwards = AxisRange(minimum: 999, maximum: 0)
    let reading = try PanelReading(PanelFixture.slots(x: backwards, y: good))
    #expect(reading.findings == [.invertedAxis(.x, backwards)])
    let mapping = ViewMapping(reading, view: ViewSize(width: 1000, height: 1000))
    #expect(mapping.map(DevicePoint(x: 999, y: 0)).x == 0)
    #expect(mapping.map(DevicePoint(x: 0, y: 0)).x == 999)
  }

  @Test func `an empty axis that a position needs is refused with the axis and its values`() {
    let empty = AxisRange(minimum: 7, maximum: 7)
    let panel = PanelFixture.slots(x: good, y: empty)
    #expect(throws: PanelError.axisEmpty(AbsCode.mtPositionY, empty)) {
      try PanelReading(panel)
    }
    let sentence = PanelError.axisEmpty(AbsCode.mtPositionY, empty).description
    #expect(sentence.contains("ABS_MT_POSITION_Y has minimum 7 and maximum 7"))
  }

  @Test func `an empty axis that no position needs is ignored`() throws {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtPressure] = AxisRange(minimum: 0, maximum: 0)
    panel.axes[AbsCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 0)
    #expect(try PanelReading(panel).findings.isEmpty)
  }

  @Test func `slots that are only the whole range of axes are no slots`() throws {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtSlot - 1] = good
    panel.axes[AbsCode.x] = good
    panel.axes[AbsCode.y] = good
    #expect(try PanelReading(panel).touchProtocol == .singleTouch(.key(KeyCode.btnTouch)))
  }

  @Test func `a panel of positions without slots is read by protocol A`() throws {
    var panel = PanelFixture.phone
    panel.axes[AbsCode.mtSlot] = nil
    panel.codes[EventType.abs] = CodeSet([AbsCode.mtPositionX, AbsCode.mtPositionY])
    let key = KeyCode.btnTouch
    #expect(try PanelReading(panel).touchProtocol == .protocolA(key: key))
    panel.codes[EventType.key] = nil
    #expect(try PanelReading(panel).touchProtocol == .protocolA(key: nil))
  }

  @Test func `a device without position axes is refused`() {
    #expect(throws: PanelError.noPosition) { try PanelReading(Panel()) }
    #expect(throws: PanelError.axisMissing(AbsCode.y)) {
      var panel = PanelFixture.resistive
      panel.axes[AbsCode.y] = nil
      return try PanelReading(panel)
    }
  }

  @Test func `a device that never tells when a finger is down is refused`() {
    #expect(throws: PanelError.noDownSignal) {
      var panel = PanelFixture.resistive
      panel.codes[EventType.key] = nil
      return try PanelReading(panel)
    }
  }
}

import CEvdev
import Testing
import TouchCore

struct EventCodeTests {
  @Test func `every constant is the kernel header's`() {
    let pairs: [(UInt16, Int32)] = [
      (EventType.syn, EV_SYN), (EventType.key, EV_KEY), (EventType.rel, EV_REL),
      (EventType.abs, EV_ABS), (EventType.msc, EV_MSC),
      (SynCode.report, SYN_REPORT), (SynCode.mtReport, SYN_MT_REPORT),
      (SynCode.dropped, SYN_DROPPED),
      (KeyCode.btn0, BTN_0), (KeyCode.btnLeft, BTN_LEFT), (KeyCode.btnToolPen, BTN_TOOL_PEN),
      (KeyCode.btnToolFinger, BTN_TOOL_FINGER), (KeyCode.btnTouch, BTN_TOUCH),
      (KeyCode.btnStylus, BTN_STYLUS),
      (AbsCode.x, ABS_X), (AbsCode.y, ABS_Y), (AbsCode.pressure, ABS_PRESSURE),
      (AbsCode.mtSlot, ABS_MT_SLOT), (AbsCode.mtTouchMajor, ABS_MT_TOUCH_MAJOR),
      (AbsCode.mtPositionX, ABS_MT_POSITION_X), (AbsCode.mtPositionY, ABS_MT_POSITION_Y),
      (AbsCode.mtToolType, ABS_MT_TOOL_TYPE), (AbsCode.mtTrackingID, ABS_MT_TRACKING_ID),
      (AbsCode.mtPressure, ABS_MT_PRESSURE), (AbsCode.mtOrientation, ABS_MT_ORIENTATION),
      (AbsCode.mtDistance, ABS_MT_DISTANCE),
      (InputProperty.pointer, INPUT_PROP_POINTER), (InputProperty.direct, INPUT_PROP_DIRECT),
    ]
    for (ours, theirs) in pairs { #expect(Int32(ours) == theirs) }
    let tools = [
      (ToolType.finger, Int32(MT_TOOL_FINGER)), (ToolType.pen, Int32(MT_TOOL_PEN)),
      (ToolType.palm, Int32(MT_TOOL_PALM)),
    ]
    for (ours, theirs) in tools { #expect(ours == theirs) }
  }

  @Test func `a code set is the kernel's bitmap`() {
    let set = CodeSet([0x35, 0x36, 0x39, 0x2f])
    #expect(set.bytes == [0, 0, 0, 0, 0, 0x80, 0x60, 0x02])
    #expect(set.codes == [0x2f, 0x35, 0x36, 0x39])
    #expect(CodeSet(bytes: set.bytes) == set)
    #expect(!set.contains(0x3a) && !set.contains(0x7fff))
  }

  @Test func `times saturate instead of trapping`() {
    #expect(Timestamp(seconds: .max, microseconds: 5).microseconds == .max)
    #expect(Timestamp(seconds: .min, microseconds: 0).microseconds == .min)
    let (early, late) = (Timestamp(microseconds: .min), Timestamp(microseconds: .max))
    #expect(late.microseconds(since: early) == .max)
    #expect(early.microseconds(since: late) == .min)
  }
}

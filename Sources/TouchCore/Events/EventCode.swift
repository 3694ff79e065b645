// The few constants of linux/input-event-codes.h that the reader needs, under the kernel's names. A
// test holds each against the header, since this module imports nothing.

/// Event types (`EV_…`).
public enum EventType {
  public static let syn: UInt16 = 0x00
  public static let key: UInt16 = 0x01
  public static let rel: UInt16 = 0x02
  public static let abs: UInt16 = 0x03
  public static let msc: UInt16 = 0x04
}

/// Codes of `EV_SYN` (`SYN_…`).
public enum SynCode {
  public static let report: UInt16 = 0
  public static let mtReport: UInt16 = 2
  public static let dropped: UInt16 = 3
}

/// Codes of `EV_KEY` that say that something touches (`BTN_…`), or what kind of device it is.
public enum KeyCode {
  public static let btn0: UInt16 = 0x100
  public static let btnLeft: UInt16 = 0x110
  public static let btnToolPen: UInt16 = 0x140
  public static let btnToolFinger: UInt16 = 0x145
  public static let btnTouch: UInt16 = 0x14a
  public static let btnStylus: UInt16 = 0x14b
}

/// Codes of `EV_ABS` (`ABS_…`).
public enum AbsCode {
  public static let x: UInt16 = 0x00
  public static let y: UInt16 = 0x01
  public static let pressure: UInt16 = 0x18
  public static let mtSlot: UInt16 = 0x2f
  public static let mtTouchMajor: UInt16 = 0x30
  public static let mtOrientation: UInt16 = 0x34
  public static let mtPositionX: UInt16 = 0x35
  public static let mtPositionY: UInt16 = 0x36
  public static let mtToolType: UInt16 = 0x37
  public static let mtTrackingID: UInt16 = 0x39
  public static let mtPressure: UInt16 = 0x3a
  public static let mtDistance: UInt16 = 0x3b
}

/// Values of `ABS_MT_TOOL_TYPE` (`MT_TOOL_…`).
public enum ToolType {
  public static let finger: Int32 = 0
  public static let pen: Int32 = 1
  public static let palm: Int32 = 2
}

/// Device properties (`INPUT_PROP_…`).
public enum InputProperty {
  public static let pointer: UInt16 = 0x00
  public static let direct: UInt16 = 0x01
}

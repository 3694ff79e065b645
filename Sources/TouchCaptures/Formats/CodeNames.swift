import TouchCore

/// The names of event types and codes, as linux/input-event-codes.h has them and evtest, getevent and
/// libinput print them. Of the keys it holds those that touch devices have.
enum CodeNames {
  static func type(_ name: String) -> UInt16? { types[name] }

  static func code(_ name: String, of type: UInt16) -> UInt16? {
    switch type {
    case EventType.syn: syn[name]
    case EventType.abs: abs[name]
    case EventType.key: keys[name]
    case EventType.rel: rel[name]
    case EventType.msc: msc[name]
    default: nil
    }
  }

  /// The type whose codes are named so, where a description lost the line that says it.
  static func type(ofCode name: String) -> UInt16? {
    let prefixes: [(String, UInt16)] = [
      ("ABS_", EventType.abs), ("BTN_", EventType.key), ("KEY_", EventType.key),
      ("REL_", EventType.rel), ("MSC_", EventType.msc), ("SYN_", EventType.syn),
    ]
    return prefixes.first { name.hasPrefix($0.0) }?.1
  }

  /// The name of an axis; its number where it has none.
  static func abs(_ code: UInt16) -> String {
    abs.first { $0.value == code }?.key ?? "ABS 0x\(String(code, radix: 16))"
  }

  static func property(_ name: String) -> UInt16? { properties[name] }

  private static let types: [String: UInt16] = [
    "EV_SYN": 0x00, "EV_KEY": 0x01, "EV_REL": 0x02, "EV_ABS": 0x03, "EV_MSC": 0x04, "EV_SW": 0x05,
    "EV_LED": 0x11, "EV_SND": 0x12, "EV_REP": 0x14, "EV_FF": 0x15, "EV_PWR": 0x16,
    "EV_FF_STATUS": 0x17,
  ]

  private static let syn: [String: UInt16] = [
    "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3, "SYN_TIME_SEC": 4,
    "SYN_TIME_NSEC": 5,
  ]

  private static let abs: [String: UInt16] = [
    "ABS_X": 0x00, "ABS_Y": 0x01, "ABS_Z": 0x02, "ABS_RX": 0x03, "ABS_RY": 0x04, "ABS_RZ": 0x05,
    "ABS_THROTTLE": 0x06, "ABS_RUDDER": 0x07, "ABS_WHEEL": 0x08, "ABS_GAS": 0x09, "ABS_BRAKE": 0x0a,
    "ABS_HAT0X": 0x10, "ABS_HAT0Y": 0x11, "ABS_HAT1X": 0x12, "ABS_HAT1Y": 0x13, "ABS_HAT2X": 0x14,
    "ABS_HAT2Y": 0x15, "ABS_HAT3X": 0x16, "ABS_HAT3Y": 0x17, "ABS_PRESSURE": 0x18,
    "ABS_DISTANCE": 0x19, "ABS_TILT_X": 0x1a, "ABS_TILT_Y": 0x1b, "ABS_TOOL_WIDTH": 0x1c,
    "ABS_VOLUME": 0x20, "ABS_PROFILE": 0x21, "ABS_MISC": 0x28, "ABS_RESERVED": 0x2e,
    "ABS_MT_SLOT": 0x2f, "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31,
    "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
    "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TOOL_TYPE": 0x37,
    "ABS_MT_BLOB_ID": 0x38, "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_PRESSURE": 0x3a,
    "ABS_MT_DISTANCE": 0x3b, "ABS_MT_TOOL_X": 0x3c, "ABS_MT_TOOL_Y": 0x3d,
  ]

  private static let rel: [String: UInt16] = [
    "REL_X": 0x00, "REL_Y": 0x01, "REL_Z": 0x02, "REL_RX": 0x03, "REL_RY": 0x04, "REL_RZ": 0x05,
    "REL_HWHEEL": 0x06, "REL_DIAL": 0x07, "REL_WHEEL": 0x08, "REL_MISC": 0x09,
    "REL_WHEEL_HI_RES": 0x0b, "REL_HWHEEL_HI_RES": 0x0c,
  ]

  private static let msc: [String: UInt16] = [
    "MSC_SERIAL": 0, "MSC_PULSELED": 1, "MSC_RAW": 3, "MSC_SCAN": 4,
    "MSC_TIMESTAMP": 5,
  ]

  private static let properties: [String: UInt16] = [
    "INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": 1, "INPUT_PROP_BUTTONPAD": 2,
    "INPUT_PROP_SEMI_MT": 3, "INPUT_PROP_TOPBUTTONPAD": 4, "INPUT_PROP_POINTING_STICK": 5,
    "INPUT_PROP_ACCELEROMETER": 6,
  ]

  private static let keys: [String: UInt16] = [
    "BTN_MISC": 0x100, "BTN_0": 0x100, "BTN_1": 0x101, "BTN_2": 0x102, "BTN_3": 0x103,
    "BTN_4": 0x104, "BTN_5": 0x105, "BTN_6": 0x106, "BTN_7": 0x107, "BTN_8": 0x108, "BTN_9": 0x109,
    "BTN_MOUSE": 0x110, "BTN_LEFT": 0x110, "BTN_RIGHT": 0x111, "BTN_MIDDLE": 0x112,
    "BTN_SIDE": 0x113, "BTN_EXTRA": 0x114, "BTN_FORWARD": 0x115, "BTN_BACK": 0x116,
    "BTN_TASK": 0x117, "BTN_JOYSTICK": 0x120, "BTN_TRIGGER": 0x120, "BTN_GAMEPAD": 0x130,
    "BTN_A": 0x130, "BTN_SOUTH": 0x130, "BTN_B": 0x131, "BTN_EAST": 0x131, "BTN_DIGI": 0x140,
    "BTN_TOOL_PEN": 0x140, "BTN_TOOL_RUBBER": 0x141, "BTN_TOOL_BRUSH": 0x142,
    "BTN_TOOL_PENCIL": 0x143, "BTN_TOOL_AIRBRUSH": 0x144, "BTN_TOOL_FINGER": 0x145,
    "BTN_TOOL_MOUSE": 0x146, "BTN_TOOL_LENS": 0x147, "BTN_TOOL_QUINTTAP": 0x148,
    "BTN_STYLUS3": 0x149, "BTN_TOUCH": 0x14a, "BTN_STYLUS": 0x14b, "BTN_STYLUS2": 0x14c,
    "BTN_TOOL_DOUBLETAP": 0x14d, "BTN_TOOL_TRIPLETAP": 0x14e, "BTN_TOOL_QUADTAP": 0x14f,
    "KEY_ESC": 0x01, "KEY_ENTER": 0x1c, "KEY_F1": 0x3b, "KEY_HOME": 0x66, "KEY_UP": 0x67,
    "KEY_LEFT": 0x69, "KEY_RIGHT": 0x6a, "KEY_DOWN": 0x6c, "KEY_MUTE": 0x71,
    "KEY_VOLUMEDOWN": 0x72, "KEY_VOLUMEUP": 0x73, "KEY_POWER": 0x74, "KEY_MENU": 0x8b,
    "KEY_SLEEP": 0x8e, "KEY_WAKEUP": 0x8f, "KEY_BACK": 0x9e, "KEY_HOMEPAGE": 0xac,
    "KEY_SEARCH": 0xd9, "KEY_CAMERA": 0xd4, "KEY_APPSELECT": 0x244, "KEY_BRIGHTNESSDOWN": 0xe0,
    "KEY_BRIGHTNESSUP": 0xe1, "KEY_PLAYPAUSE": 0xa4, "KEY_NEXTSONG": 0xa3,
    "KEY_PREVIOUSSONG": 0xa5, "KEY_UNKNOWN": 0xf0,
  ]
}

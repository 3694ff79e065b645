public import TouchCore

/// What a device of a capture is, by udev's rules (`builtin input_id`) as far as a capture tells what
/// they ask.
public enum DeviceKind: String, Sendable {
  case touchPanel = "touch panel"
  case touchpad
  case pen
  case mouse
  /// It has no position, or nobody told of one.
  case other = "no touch device"

  public init(_ panel: Panel) {
    func has(_ type: UInt16, _ codes: UInt16...) -> Bool {
      codes.allSatisfy { panel.declares(type: type, code: $0) }
    }
    let hasContacts =
      has(EventType.abs, AbsCode.mtPositionX, AbsCode.mtPositionY)
      || has(EventType.abs, AbsCode.mtTrackingID)
    let hasPosition = has(EventType.abs, AbsCode.x, AbsCode.y)
    let isDirect = panel.properties.contains(InputProperty.direct)
    let isPen = has(EventType.key, KeyCode.btnToolPen) || has(EventType.key, KeyCode.btnStylus)
    let isPointer =
      has(EventType.key, KeyCode.btnToolFinger) || panel.properties.contains(InputProperty.pointer)
    if hasContacts || hasPosition {
      if isPen {
        self = .pen
      } else if isPointer && !isDirect {
        self = .touchpad
      } else {
        // A position that nothing says to be touched is a joystick's or an accelerometer's.
        self = hasContacts || Self.tellsDown(panel) ? .touchPanel : .other
      }
    } else {
      self = has(EventType.rel, 0, 1) ? .mouse : .other
    }
  }

  private static func tellsDown(_ panel: Panel) -> Bool {
    [KeyCode.btnTouch, KeyCode.btnLeft, KeyCode.btn0].contains {
      panel.declares(type: EventType.key, code: $0)
    } || panel.declares(type: EventType.abs, code: AbsCode.pressure)
  }

  /// How near it is to what a replay wants: the touch panel, else what has contacts too.
  var rank: Int {
    switch self {
    case .touchPanel: 3
    case .touchpad: 2
    case .pen: 1
    case .mouse, .other: 0
    }
  }

  /// What is to be said of a replay of such a device.
  var findings: [Finding.Rule] {
    switch self {
    case .touchpad: [.touchpad]
    case .pen: [.pen]
    case .touchPanel, .mouse, .other: []
    }
  }
}

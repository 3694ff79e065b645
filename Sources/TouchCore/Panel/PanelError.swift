/// Why a panel cannot be read.
public enum PanelError: Error, Hashable, Sendable {
  /// It has no pair of position axes.
  case noPosition
  /// The axis that a position needs is not described.
  case axisMissing(UInt16)
  /// The axis that a position needs has one value only.
  case axisEmpty(UInt16, AxisRange)
  /// Nothing tells when the finger is down: no BTN_TOUCH, BTN_LEFT or BTN_0, and no pressure.
  case noDownSignal
}

extension PanelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noPosition:
      "it has no position axes (ABS_MT_POSITION_X and _Y, or ABS_X and ABS_Y): not a touch panel"
    case .axisMissing(let code):
      "axis \(Self.name(code)) is not described; give a description with --panel-from"
    case .axisEmpty(let code, let range):
      "axis \(Self.name(code)) has minimum \(range.minimum) and maximum \(range.maximum), so it "
        + "can tell no position; correct it with an EVDEV_ABS_ entry of udev's hwdb"
    case .noDownSignal:
      "nothing tells when a finger is down: it has neither BTN_TOUCH, BTN_LEFT, BTN_0 nor "
        + "ABS_PRESSURE"
    }
  }

  private static func name(_ code: UInt16) -> String {
    switch code {
    case AbsCode.x: "ABS_X"
    case AbsCode.y: "ABS_Y"
    case AbsCode.mtPositionX: "ABS_MT_POSITION_X"
    case AbsCode.mtPositionY: "ABS_MT_POSITION_Y"
    default: "ABS 0x\(String(code, radix: 16))"
    }
  }
}

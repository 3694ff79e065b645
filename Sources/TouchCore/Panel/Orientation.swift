/// The clockwise quarter turns from the panel to what is shown on it.
public enum Orientation: Int, CaseIterable, Sendable {
  case upright = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The turn as a map of normalized coordinates, as libinput's documentation of its calibration
  /// matrix gives it.
  public var matrix: CalibrationMatrix {
    switch self {
    case .upright: .identity
    case .quarter: CalibrationMatrix(0, -1, 1, 1, 0, 0)
    case .half: CalibrationMatrix(-1, 0, 1, 0, -1, 1)
    case .threeQuarters: CalibrationMatrix(0, 1, 0, -1, 0, 1)
    }
  }

  /// Whether width and height change places.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

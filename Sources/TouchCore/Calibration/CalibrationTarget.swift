/// Where a person touches for a calibration, in this order.
public enum CalibrationTarget: Int, CaseIterable, Sendable {
  case topLeft
  case topRight
  case bottomRight
  case bottomLeft
  case centre

  /// Its place on what is shown, normalized (0…1 on each axis). A tenth from the edges, as far out as a
  /// finger's middle gets on a panel with a frame.
  public var place: ViewPoint {
    switch self {
    case .topLeft: ViewPoint(x: 0.1, y: 0.1)
    case .topRight: ViewPoint(x: 0.9, y: 0.1)
    case .bottomRight: ViewPoint(x: 0.9, y: 0.9)
    case .bottomLeft: ViewPoint(x: 0.1, y: 0.9)
    case .centre: ViewPoint(x: 0.5, y: 0.5)
    }
  }
}

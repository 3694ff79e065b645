/// A position in view space: x to the right, y down, in the view's units.
public struct ViewPoint: Hashable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of the view, in its units.
public struct ViewSize: Hashable, Sendable, BitwiseCopyable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The map from device units to view space: normalize, calibrate, turn, scale.
public struct ViewMapping: Hashable, Sendable {
  /// Where the view's size comes from.
  public enum Unit: Hashable, Sendable {
    /// It was given.
    case given
    /// The axes tell their resolution, so the view is in millimetres.
    case millimetres
    /// The axes do not: the view is in their own units, and its aspect may be wrong.
    case deviceUnits
  }

  public let view: ViewSize
  public let unit: Unit

  // One affine map of raw values; composed once, since it runs for every sample.
  private let map: CalibrationMatrix

  /// - Parameter view: the size after turning, or nil for millimetres where the panel knows them,
  ///   else the axes' own units.
  public init(
    _ reading: PanelReading, calibration: CalibrationMatrix = .identity,
    orientation: Orientation = .upright, view given: ViewSize? = nil
  ) {
    let (x, y) = (reading.x, reading.y)
    var size = reading.millimetres ?? ViewSize(width: x.span, height: y.span)
    if orientation.swapsAxes { size = ViewSize(width: size.height, height: size.width) }
    view = given ?? size
    unit = given != nil ? .given : reading.millimetres != nil ? .millimetres : .deviceUnits

    let m = calibration.followed(by: orientation.matrix)
    // A value that is its axis's minimum is 0, inverted or not; each is divided by its span last,
    // so that a view of the axis's own size maps whole numbers to themselves.
    let a = m.a * view.width / x.span * x.direction
    let b = m.b * view.width / y.span * y.direction
    let d = m.d * view.height / x.span * x.direction
    let e = m.e * view.height / y.span * y.direction
    let (x0, y0) = (Double(x.minimum), Double(y.minimum))
    map = CalibrationMatrix(
      a, b, m.c * view.width - a * x0 - b * y0, d, e, m.f * view.height - d * x0 - e * y0)
  }

  /// The view's point for a position in device units.
  public func map(_ position: DevicePoint) -> ViewPoint {
    let (x, y) = (Double(position.x), Double(position.y))
    return ViewPoint(x: map.a * x + map.b * y + map.c, y: map.d * x + map.e * y + map.f)
  }

  /// The view's point of a contact, nil while it has none, or none that is finite.
  public func point(of contact: Contact) -> ViewPoint? {
    guard let position = contact.position else { return nil }
    let point = map(position)
    // An overflow is no position: what compares with nothing must hit nothing.
    return point.x.isFinite && point.y.isFinite ? point : nil
  }
}

/// What the kernel's `struct input_absinfo` says of one axis, its value aside.
public struct AxisRange: Hashable, Sendable, BitwiseCopyable {
  public var minimum: Int32
  public var maximum: Int32
  /// The noise that the kernel filters, in device units.
  public var fuzz: Int32
  /// The dead zone, in device units.
  public var flat: Int32
  /// Device units a millimetre; 0 where the device does not tell.
  public var resolution: Int32

  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// What the range is worth, for an axis that a position needs.
  public enum Verdict: String, Sendable {
    /// A position can be had.
    case usable
    /// The minimum is above the maximum: the axis is read as running the other way.
    case inverted
    /// The minimum is the maximum: no position can be had.
    case empty
  }

  public var verdict: Verdict {
    if minimum < maximum { return .usable }
    return minimum > maximum ? .inverted : .empty
  }

  /// The number of values on the axis. A value covers one unit, so that the last one ends at 1
  /// when normalized (libinput's convention).
  public var span: Double { Double(abs(Int64(maximum) - Int64(minimum)) + 1) }

  /// The axis's length in millimetres, where the device tells its resolution.
  public var millimetres: Double? { resolution > 0 ? span / Double(resolution) : nil }

  /// +1, or −1 for an inverted axis.
  var direction: Double { verdict == .inverted ? -1 : 1 }

  public func contains(_ value: Int32) -> Bool {
    value >= min(minimum, maximum) && value <= max(minimum, maximum)
  }
}

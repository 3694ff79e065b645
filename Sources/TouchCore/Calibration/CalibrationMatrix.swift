/// An affine map of normalized coordinates (0…1 on each axis): the first two rows of a 3 × 3 matrix,
/// in the order of libinput's LIBINPUT_CALIBRATION_MATRIX.
///
///     x' = a·x + b·y + c
///     y' = d·x + e·y + f
public struct CalibrationMatrix: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var e: Double
  public var f: Double

  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// Reads six numbers with blanks between; nil if they are not six numbers of at most a million, or if they map
  /// the panel onto a line.
  public init?(_ text: some StringProtocol) {
    let numbers = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { Double($0) }
    let values = numbers.compactMap { $0 }
    guard values.count == 6, numbers.count == 6, values.allSatisfy({ abs($0) <= 1e6 }) else {
      return nil
    }
    self.init(values[0], values[1], values[2], values[3], values[4], values[5])
    guard a * e - b * d != 0 else { return nil }
  }

  /// The map that applies this one first and `next` after it.
  public func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
      next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
  }
}

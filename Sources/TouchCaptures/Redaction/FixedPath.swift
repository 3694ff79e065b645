import TouchCore

/// The one path of every redacted contact: from a quarter to three quarters of the width, halfway down.
/// On the standard grid it meets too few dots for an attempt.
struct FixedPath {
  /// The frames between down and up.
  static let moves = 16

  private let x: AxisRange
  private let y: AxisRange

  init(_ reading: PanelReading) {
    (x, y) = (reading.x, reading.y)
  }

  /// The position of a frame; 0 is the down, `moves` + 1 the up.
  subscript(index: Int) -> DevicePoint {
    let (steps, start) = (Int64(Self.moves + 1), Int64(Self.moves + 1))
    return DevicePoint(
      x: Self.value(x, start + 2 * Int64(index), of: 4 * steps), y: Self.value(y, 1, of: 2))
  }

  /// The time of a frame between down and up.
  static func time(_ index: Int, from down: Timestamp, to up: Timestamp) -> Timestamp {
    let span = up.microseconds(since: down)
    return Timestamp(microseconds: down.microseconds + span / Int64(moves + 1) * Int64(index))
  }

  private static func value(_ range: AxisRange, _ part: Int64, of whole: Int64) -> Int32 {
    let length = Int64(range.maximum) - Int64(range.minimum)
    return Int32(Int64(range.minimum) + length * part / whole)
  }
}

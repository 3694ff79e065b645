/// How far one finger gets on a panel in a given time: what is farther is another finger, or none.
struct FingerReach {
  /// Millimetres a second. Six times the fastest of 311 recorded unlock strokes of ten people (0.48
  /// m/s on a phone 65 mm wide), and 1.8 times what libinput takes for a jump (20 mm in 12 ms).
  private static let millimetres = 3_000.0
  /// The same where the axes have no resolution, in longer sides of the panel a second: what it is on a
  /// panel of 7 inches, and on any one three times the fastest of these strokes.
  private static let longerSides = 20.0

  /// Frames that lie closer were held up on their way, and their times tell nothing.
  private static let shortestTime: Int64 = 10_000
  /// Of a longer gap, the finger rested for the rest: a panel reports what moves 50 times a second.
  private static let longestTime: Int64 = 20_000

  private let perUnitX: Double
  private let perUnitY: Double
  private let perSecond: Double

  init(_ reading: PanelReading) {
    if reading.millimetres != nil {
      perUnitX = 1 / Double(reading.x.resolution)
      perUnitY = 1 / Double(reading.y.resolution)
      perSecond = Self.millimetres
    } else {
      let side = max(reading.x.span, reading.y.span)
      (perUnitX, perUnitY) = (1 / side, 1 / side)
      perSecond = Self.longerSides
    }
  }

  func squaredDistance(_ one: DevicePoint, _ other: DevicePoint) -> Double {
    let x = (Double(one.x) - Double(other.x)) * perUnitX
    let y = (Double(one.y) - Double(other.y)) * perUnitY
    return x * x + y * y
  }

  /// The square of the reach between two frames that lie that far apart.
  func squared(after microseconds: Int64) -> Double {
    let time = min(max(microseconds, Self.shortestTime), Self.longestTime)
    let reach = perSecond * Double(time) / 1_000_000
    return reach * reach
  }
}

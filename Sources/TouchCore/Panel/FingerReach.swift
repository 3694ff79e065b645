/// How far one finger gets on a panel in a given time: what is farther is another finger, or none.
///
/// Distances are in millimetres, or in longer sides of the panel where its resolution is unknown.
struct FingerReach {
  /// Millimetres a second. Six times the fastest of 311 recorded unlock strokes of ten people (0.48
  /// m/s on a phone 65 mm wide), and 1.8 times what libinput takes for a jump (20 mm in 12 ms).
  private static let millimetres = 3_000.0
  /// The same where the axes have no resolution, in longer sides of the panel a second: what it is on a
  /// panel of 7 inches, and on any one three times the fastest of these strokes.
  private static let longerSides = 20.0

  /// Where no distance is known a finger may get anywhere.
  private static let anywhere = 1e12

  /// Frames that lie closer were held up on their way, and their times tell nothing.
  private static let shortestTime: Int64 = 10_000
  /// Of a longer gap, the finger rested for the rest: a panel reports what moves 50 times a second.
  private static let longestTime: Int64 = 20_000

  private let perUnitX: Double
  private let perUnitY: Double
  private let perSecond: Double
  private let isInMillimetres: Bool
  private let nearSquared: Double

  init(_ reading: PanelReading) {
    isInMillimetres = reading.millimetres != nil
    if isInMillimetres {
      perUnitX = 1 / Double(reading.x.resolution)
      perUnitY = 1 / Double(reading.y.resolution)
      perSecond = Self.millimetres
    } else {
      let side = max(reading.x.span, reading.y.span)
      (perUnitX, perUnitY) = (1 / side, 1 / side)
      perSecond = reading.knowsDistances ? Self.longerSides : Self.anywhere
    }
    let near = perSecond * Double(Self.longestTime) / 1_000_000
    nearSquared = near * near
  }

  func squaredDistance(_ one: DevicePoint, _ other: DevicePoint) -> Double {
    let x = (Double(one.x) - Double(other.x)) * perUnitX
    let y = (Double(one.y) - Double(other.y)) * perUnitY
    return x * x + y * y
  }

  /// The square of the reach between two frames that lie that far apart.
  func squared(after microseconds: Int64) -> Double {
    squaredDistance(in: min(microseconds, Self.longestTime))
  }

  /// Whether no finger gets from one position to the other in that time.
  ///
  /// - Parameter interval: the time between the two positions before, nil if there were none. A finger
  ///   that rested did not move all the time since.
  func isJump(
    from one: DevicePoint, to other: DevicePoint, in microseconds: Int64, after interval: Int64?
  ) -> Bool {
    let steady = interval.map { $0.multipliedReportingOverflow(by: 2).partialValue }
    let moving = max(min(microseconds, steady ?? microseconds), Self.longestTime)
    return squaredDistance(one, other) > squaredDistance(in: moving)
  }

  /// Whether it gets there in the shortest time that is held against a jump.
  func isNear(_ one: DevicePoint, _ other: DevicePoint) -> Bool {
    squaredDistance(one, other) <= nearSquared
  }

  private func squaredDistance(in microseconds: Int64) -> Double {
    let reach = perSecond * Double(max(microseconds, Self.shortestTime)) / 1_000_000
    return reach * reach
  }

  /// The panel's shorter side, in the unit of distances.
  func shorterSide(_ reading: PanelReading) -> Double {
    min(reading.x.span * perUnitX, reading.y.span * perUnitY)
  }

  /// Whether two positions are one place to a controller: within a millimetre, or a 200th of the longer
  /// side.
  func isSamePlace(_ one: DevicePoint, _ other: DevicePoint) -> Bool {
    let unit = isInMillimetres ? 1.0 : 1.0 / 200
    return squaredDistance(one, other) <= unit * unit
  }

  /// The distance in millimetres, where they are known.
  func millimetres(_ one: DevicePoint, _ other: DevicePoint) -> Int? {
    isInMillimetres ? Int(squaredDistance(one, other).squareRoot()) : nil
  }
}

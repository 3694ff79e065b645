public import TouchCore

/// Writes the events of a panel. Positions are percent of the panel.
public struct EventScript {
  public private(set) var events: [InputEvent] = []
  public let reading: PanelReading
  private var time = Timestamp(microseconds: 1_000_000)
  private var slot: Int32 = 0
  /// By how much time goes on with a frame; enough for a finger to get anywhere.
  public var millisecondsPerFrame: Int64 = 50

  public init(_ panel: Panel) throws {
    reading = try PanelReading(panel)
  }

  public mutating func emit(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  public mutating func abs(_ code: UInt16, _ value: Int32) { emit(EventType.abs, code, value) }

  public mutating func select(_ slot: Int32) {
    guard slot != self.slot else { return }
    self.slot = slot
    abs(AbsCode.mtSlot, slot)
  }

  public mutating func id(_ id: Int32, slot: Int32 = 0) {
    select(slot)
    abs(AbsCode.mtTrackingID, id)
  }

  public mutating func position(_ x: Double, _ y: Double, slot: Int32 = 0) {
    select(slot)
    abs(AbsCode.mtPositionX, Self.value(reading.x, x))
    abs(AbsCode.mtPositionY, Self.value(reading.y, y))
  }

  /// Ends the frame.
  public mutating func report() {
    emit(EventType.syn, SynCode.report, 0)
    wait(milliseconds: millisecondsPerFrame)
  }

  public mutating func dropped() { emit(EventType.syn, SynCode.dropped, 0) }

  /// Lets time go by.
  public mutating func wait(milliseconds: Int64) {
    time = Timestamp(microseconds: time.microseconds + 1000 * milliseconds)
  }

  public mutating func key(_ code: UInt16, _ value: Int32) { emit(EventType.key, code, value) }

  /// One contact of a protocol-A frame.
  public mutating func contact(_ x: Double, _ y: Double, id: Int32? = nil) {
    abs(AbsCode.mtPositionX, Self.value(reading.x, x))
    abs(AbsCode.mtPositionY, Self.value(reading.y, y))
    if let id { abs(AbsCode.mtTrackingID, id) }
    mark()
  }

  /// The end of a contact of a protocol-A frame; alone, the word that there is none.
  public mutating func mark() { emit(EventType.syn, SynCode.mtReport, 0) }

  // Whole frames.

  public mutating func down(_ id: Int32, slot: Int32 = 0, at x: Double, _ y: Double) {
    self.id(id, slot: slot)
    position(x, y, slot: slot)
    report()
  }

  public mutating func move(slot: Int32 = 0, to x: Double, _ y: Double) {
    position(x, y, slot: slot)
    report()
  }

  public mutating func lift(slot: Int32 = 0) {
    id(-1, slot: slot)
    report()
  }

  /// Draws through the points at one sample a point.
  public mutating func draw(_ id: Int32 = 1, slot: Int32 = 0, through points: [(Double, Double)]) {
    for (index, point) in points.enumerated() {
      if index == 0 { self.id(id, slot: slot) }
      move(slot: slot, to: point.0, point.1)
    }
    lift(slot: slot)
  }

  /// The device units of a percentage of the axis.
  public static func value(_ range: AxisRange, _ percent: Double) -> Int32 {
    let length = Double(range.maximum) - Double(range.minimum)
    return Int32((Double(range.minimum) + length * percent / 100).rounded())
  }
}

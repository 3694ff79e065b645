import CBaseline
import TestSupport
import TouchCore

/// Fingers on a panel of protocol B: the first draws patterns, the others wander.
struct FingerStream {
  static let wanted: [UInt8] = [0, 3, 6, 7, 8]
  /// What the first finger draws, in turns.
  static let patterns: [[Int]] = [
    [0, 3, 6, 7, 8], [2, 4, 6, 7], [0, 5, 6, 1, 8], [4, 1, 3, 7, 5], [8, 4, 2, 1],
  ]
  /// What people take from dot to dot (research on 311 strokes: 260 ms), at 125 frames a second.
  private static let framesPerLeg = 32
  private static let microsecondsPerFrame: Int64 = 8000

  let panel: Panel
  private(set) var events: [InputEvent] = []
  private var random = SeededRandom(seed: 20_261_130)
  private var time: Int64 = 1_000_000
  private var id: Int32 = 0

  /// - Parameter atLeast: events; a stroke that has begun is brought to its end.
  init(slots: Int, atLeast count: Int) {
    panel = PanelFixture.slots(
      Int32(slots), x: AxisRange(minimum: 0, maximum: 4095, resolution: 20),
      y: AxisRange(minimum: 0, maximum: 4095, resolution: 20))
    events.reserveCapacity(count + 400 * slots)
    var stroke = 0
    while events.count < count {
      draw(Self.patterns[stroke % Self.patterns.count], slots)
      stroke += 1
    }
  }

  private static func center(_ dot: Int) -> (x: Double, y: Double) {
    (4096.0 * (Double(dot % 3) + 0.5) / 3, 4096.0 * (Double(dot / 3) + 0.5) / 3)
  }

  private mutating func draw(_ dots: [Int], _ slots: Int) {
    let aims = dots.map { dot in
      let center = Self.center(dot)
      return (x: center.x + 60 * random.normal(), y: center.y + 60 * random.normal())
    }
    let homes = (0..<slots).map { _ in
      (
        x: Double.random(in: 300..<3700, using: &random),
        y: Double.random(in: 300..<3700, using: &random)
      )
    }
    report(at: aims[0], homes, 0, begins: true)
    for (leg, (from, to)) in zip(aims, aims.dropFirst()).enumerated() {
      for frame in 1...Self.framesPerLeg {
        let passed = Double(frame) / Double(Self.framesPerLeg)
        // The share of the way at the least jerk (Flash and Hogan 1985).
        let share = passed * passed * passed * (10 - 15 * passed + 6 * passed * passed)
        let place = (x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        report(at: place, homes, leg * Self.framesPerLeg + frame, begins: false)
      }
    }
    for slot in 0..<slots {
      emit(EventType.abs, AbsCode.mtSlot, Int32(slot))
      emit(EventType.abs, AbsCode.mtTrackingID, -1)
    }
    emit(EventType.syn, SynCode.report, 0)
    time += 20 * Self.microsecondsPerFrame
  }

  private mutating func report(
    at place: (x: Double, y: Double), _ homes: [(x: Double, y: Double)], _ frame: Int, begins: Bool
  ) {
    for slot in homes.indices {
      emit(EventType.abs, AbsCode.mtSlot, Int32(slot))
      if begins {
        emit(EventType.abs, AbsCode.mtTrackingID, id)
        id = (id + 1) & 0xffff
      }
      // To and fro, two units a frame, so that the kernel has news of each finger.
      let step = Double(2 * abs((frame + slot) % 64 - 32))
      let point = slot == 0 ? place : (x: homes[slot].x + step, y: homes[slot].y - step)
      emit(EventType.abs, AbsCode.mtPositionX, Int32(point.x.rounded()))
      emit(EventType.abs, AbsCode.mtPositionY, Int32(point.y.rounded()))
    }
    emit(EventType.syn, SynCode.report, 0)
    time += Self.microsecondsPerFrame
  }

  private mutating func emit(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    let time = Timestamp(microseconds: time)
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}

extension input_event {
  /// As the kernel hands it out.
  init(_ event: InputEvent) {
    self.init()
    time.tv_sec = Int(event.time.microseconds / 1_000_000)
    time.tv_usec = Int(event.time.microseconds % 1_000_000)
    (type, code, value) = (event.type, event.code, event.value)
  }
}

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
  private static let microsecondsPerFrame: Int64 = 8000
  /// 205 mm, square.
  private static let range = AxisRange(minimum: 0, maximum: 65535, resolution: 320)

  let panel: Panel
  private(set) var events: [InputEvent] = []
  private(set) var strokes = 0
  private var random = SeededRandom(seed: 20_261_130)
  private var time: Int64 = 1_000_000
  private var id: Int32 = 0
  private let framesPerLeg: Int
  private let emulates: Bool

  /// - Parameters:
  ///   - count: the events that there are at least; a stroke that has begun is brought to its end.
  ///   - framesPerLeg: from dot to dot; 32 are 256 ms of 125 Hz.
  ///   - emulates: whether the first finger is told by ABS_X, ABS_Y and BTN_TOUCH as well, as the
  ///     kernel's drivers do.
  init(slots: Int, atLeast count: Int, framesPerLeg: Int = 32, emulates: Bool = false) {
    var panel = PanelFixture.slots(Int32(slots), x: Self.range, y: Self.range)
    if emulates {
      panel.axes[AbsCode.x] = Self.range
      panel.axes[AbsCode.y] = Self.range
      panel.codes[EventType.abs] = CodeSet(panel.axes.keys.sorted())
    }
    self.panel = panel
    self.framesPerLeg = framesPerLeg
    self.emulates = emulates
    events.reserveCapacity(count + 400 * slots)
    while events.count < count {
      draw(Self.patterns[strokes % Self.patterns.count], slots)
      strokes += 1
    }
  }

  /// The strokes that draw what is wanted.
  var rightStrokes: Int { (strokes + Self.patterns.count - 1) / Self.patterns.count }
  var frames: Int { events.count { $0.isReport } }

  private static func center(_ dot: Int) -> (x: Double, y: Double) {
    (65536.0 * (Double(dot % 3) + 0.5) / 3, 65536.0 * (Double(dot / 3) + 0.5) / 3)
  }

  private mutating func draw(_ dots: [Int], _ slots: Int) {
    let aims = dots.map { dot in
      let center = Self.center(dot)
      return (x: center.x + 960 * random.normal(), y: center.y + 960 * random.normal())
    }
    let homes = (0..<slots).map { _ in
      (
        x: Double.random(in: 5000..<60_000, using: &random),
        y: Double.random(in: 5000..<60_000, using: &random)
      )
    }
    report(at: aims[0], homes, 0)
    for (leg, (from, to)) in zip(aims, aims.dropFirst()).enumerated() {
      for frame in 1...framesPerLeg {
        let passed = Double(frame) / Double(framesPerLeg)
        // The share of the way at the least jerk (Flash and Hogan 1985).
        let share = passed * passed * passed * (10 - 15 * passed + 6 * passed * passed)
        let place = (x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        report(at: place, homes, leg * framesPerLeg + frame)
      }
    }
    for slot in 0..<slots {
      emit(EventType.abs, AbsCode.mtSlot, Int32(slot))
      emit(EventType.abs, AbsCode.mtTrackingID, -1)
    }
    if emulates { emit(EventType.key, KeyCode.btnTouch, 0) }
    endFrame()
    time += 20 * Self.microsecondsPerFrame
  }

  private mutating func report(
    at place: (x: Double, y: Double), _ homes: [(x: Double, y: Double)], _ frame: Int
  ) {
    // A few units to and fro, so that the kernel has news of each finger in each frame.
    let tremor = Double(frame & 1)
    for slot in homes.indices {
      emit(EventType.abs, AbsCode.mtSlot, Int32(slot))
      if frame == 0 {
        emit(EventType.abs, AbsCode.mtTrackingID, id)
        id = (id + 1) & 0x7fff
      }
      let step = Double(2 * abs((frame + slot) % 64 - 32))
      let point = slot == 0 ? place : (x: homes[slot].x + step, y: homes[slot].y - step)
      emit(EventType.abs, AbsCode.mtPositionX, Int32((point.x + tremor).rounded()))
      emit(EventType.abs, AbsCode.mtPositionY, Int32((point.y - tremor).rounded()))
    }
    if emulates {
      if frame == 0 { emit(EventType.key, KeyCode.btnTouch, 1) }
      emit(EventType.abs, AbsCode.x, Int32((place.x + tremor).rounded()))
      emit(EventType.abs, AbsCode.y, Int32((place.y - tremor).rounded()))
    }
    endFrame()
    time += Self.microsecondsPerFrame
  }

  private mutating func endFrame() { emit(EventType.syn, SynCode.report, 0) }

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

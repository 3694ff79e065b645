import CBaseline
import LockCore
import TouchCore

/// The whole way in memory: the kernel's events, frames, view space, dots, decision.
struct Chain: ~Copyable {
  private var assembler: FrameAssembler
  private let mapping: ViewMapping
  private var session: LockSession
  private var wanted = Pattern()
  private(set) var frames = 0
  private(set) var right = 0
  private(set) var wrong = 0
  private(set) var hash = Hash()

  init(_ reading: PanelReading) {
    assembler = FrameAssembler(reading)
    mapping = ViewMapping(reading)
    let area = DotGrid.fitted(.standard, in: mapping.view)
    session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
    for dot in FingerStream.wanted { wanted.append(Dot(Int(dot))) }
  }

  mutating func take(_ events: borrowing Span<input_event>) {
    for index in events.indices {
      let event = events[index]
      let time = Timestamp(
        seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec))
      let step = assembler.feed(
        InputEvent(time: time, type: event.type, code: event.code, value: event.value))
      if case .more = step { continue }
      takeFrame()
    }
  }

  private mutating func takeFrame() {
    frames += 1
    for index in assembler.frame.changes.indices {
      let change = assembler.frame.changes[index]
      let point = mapping.point(of: change.contact)
      hash.mix(change.kind.number)
      hash.mix(change.contact.number)
      hash.mix(point?.x.bitPattern ?? 0)
      hash.mix(point?.y.bitPattern ?? 0)
      let step = session.take(change, at: point)
      for position in step.newDots { hash.mix(UInt64(session.pattern[position].number)) }
      if step.outcome == .complete { decide() }
    }
  }

  private mutating func decide() {
    let isRight = session.pattern.isSame(as: wanted)
    if isRight { right += 1 } else { wrong += 1 }
    hash.mix(isRight ? 1 : 0)
    session.forget()
  }
}

extension ContactChange.Kind {
  /// As the baseline numbers it.
  fileprivate var number: UInt64 {
    switch self {
    case .down: 1
    case .move: 2
    case .up: 3
    }
  }
}

/// The same by hand in C.
struct BaselineChain: ~Copyable {
  private var baseline = CBaseline.baseline()

  init(_ reading: PanelReading) {
    let view = ViewMapping(reading).view
    let area = DotGrid.fitted(.standard, in: view)
    let grid = baseline_grid(
      x: area.x, y: area.y, width: area.width, height: area.height,
      hit: DotGrid.standardHitFactor, wide: DotGrid.standardWideFactor)
    let wanted = FingerStream.wanted
    unsafe baseline_begin(
      &baseline, Int32(reading.slotCount), Self.axis(reading.x, view.width),
      Self.axis(reading.y, view.height), grid, wanted, Int32(wanted.count))
  }

  private static func axis(_ range: AxisRange, _ view: Double) -> baseline_axis {
    baseline_axis(minimum: Double(range.minimum), span: range.span, view: view)
  }

  mutating func take(_ events: borrowing Span<input_event>) {
    unsafe events.withUnsafeBufferPointer { events in
      unsafe baseline_take(&baseline, events.baseAddress, events.count)
    }
  }

  var hash: Hash { Hash(baseline.hash) }
  var right: Int { baseline.right }
}

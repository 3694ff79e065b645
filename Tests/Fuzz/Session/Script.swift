import LockCore
import TouchCore

/// Bytes as a panel, rules, and what happens on it; most of it what panels do, some of it anything.
struct Script {
  enum Step {
    case event(InputEvent)
    /// SYN_DROPPED, and the answer to what is down.
    case drop(Timestamp, SlotTable, isSettled: Bool)
    case end(Timestamp)
    case settle
    /// The answers keep disagreeing.
    case distrust(Timestamp)
    /// What was used up is overwritten.
    case wipe
    /// The program gives the stroke up, or forgets what was drawn.
    case cancel
    case forget
  }

  /// What is done about noise; the second recogniser knows nothing of it.
  let filters: NoiseFilters
  /// Whether zones are square; the second recogniser knows circles only.
  let isSquare: Bool

  let panel: Panel
  let rules: PatternRules
  private var bytes: ArraySlice<UInt8>
  private var pending: [Step] = []
  private var time: Int64 = 1_000_000
  private let isSlotted: Bool
  private let slots: Int32 = 3

  init?(_ input: [UInt8]) {
    guard input.count > 2, input.count <= 4096 else { return nil }
    let kind = input[0] % 4
    isSlotted = kind == 0 || kind == 3
    panel = Self.panel(kind, slots: slots)
    let minimum = 2 + Int(input[1] >> 1) % 4
    let maximum = input[1] & 0x30 == 0 ? minimum + 1 : nil
    let rules = try? PatternRules(
      fillsPassedDots: input[1] & 1 == 0, minimum: minimum, maximum: maximum)
    guard let rules else { return nil }
    self.rules = rules
    isSquare = input[1] & 0xc0 == 0x80
    filters = input[1] & 0xc0 == 0xc0 ? NoiseFilters(median: 3, leastPressure: 1) : .none
    bytes = input[2...]
  }

  private static func panel(_ kind: UInt8, slots: Int32) -> Panel {
    let range = AxisRange(minimum: 0, maximum: 899)
    var axes: [UInt16: AxisRange] = [AbsCode.mtPositionX: range, AbsCode.mtPositionY: range]
    switch kind {
    case 1: axes = [AbsCode.x: range, AbsCode.y: range]
    case 2: break
    default:
      axes[AbsCode.mtSlot] = AxisRange(minimum: 0, maximum: slots - 1)
      axes[AbsCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 65535)
    }
    return Panel(codes: [EventType.key: CodeSet([KeyCode.btnTouch])], axes: axes)
  }

  mutating func next() -> Step? {
    if !pending.isEmpty { return pending.removeFirst() }
    guard let operation = bytes.popFirst(), let argument = bytes.popFirst() else { return nil }
    perform(operation, argument)
    return pending.isEmpty ? next() : pending.removeFirst()
  }

  private mutating func perform(_ operation: UInt8, _ argument: UInt8) {
    switch operation % 16 {
    case 0: emit(EventType.abs, AbsCode.mtSlot, Int32(argument % 4))
    case 1: emit(EventType.abs, AbsCode.mtTrackingID, argument == 0 ? -1 : Int32(argument % 8))
    case 2, 3: place(Int32(argument % 9))
    case 4: emit(EventType.abs, isSlottedX, Int32(argument) * 4 - 60)
    case 5: emit(EventType.abs, isSlottedX + 1, Int32(argument) * 4 - 60)
    case 6, 7: report(after: 40)
    case 8: report(after: Int64(argument) * 4)
    case 9: emit(EventType.key, KeyCode.btnTouch, Int32(argument % 3))
    case 10: emit(EventType.syn, SynCode.mtReport, 0)
    case 11: drop(argument)
    case 12: emit(EventType.abs, AbsCode.mtToolType, Int32(argument % 3))
    case 13:
      let (code, value) = (bytes.popFirst() ?? 0, bytes.popFirst() ?? 0)
      emit(UInt16(argument % 5), UInt16(code), Int32(Int8(bitPattern: value)))
    case 14:
      switch argument % 8 {
      case 7: pending.append(.distrust(now))
      case 6: pending.append(.wipe)
      case 5: pending.append(.forget)
      case 4: pending.append(.cancel)
      default: pending.append(argument % 2 == 0 ? .settle : .end(now))
      }
    default: emit(EventType.syn, SynCode.report, Int32(argument % 2))
    }
  }

  private var now: Timestamp { Timestamp(microseconds: time) }

  /// The code of the x axis; the y axis has the next.
  private var isSlottedX: UInt16 {
    panel.axes[AbsCode.x] == nil ? AbsCode.mtPositionX : AbsCode.x
  }

  private mutating func emit(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    pending.append(.event(InputEvent(time: now, type: type, code: code, value: value)))
  }

  private mutating func place(_ dot: Int32) {
    emit(EventType.abs, isSlottedX, dot % 3 * 300 + 150)
    emit(EventType.abs, isSlottedX + 1, dot / 3 * 300 + 150)
  }

  private mutating func report(after milliseconds: Int64) {
    time += 1000 * milliseconds
    emit(EventType.syn, SynCode.report, 0)
  }

  private mutating func drop(_ argument: UInt8) {
    guard argument % 4 != 0 else { return emit(EventType.syn, SynCode.dropped, 0) }
    let count = isSlotted ? Int(slots) : 1
    let entries = (0..<count).map { slot in
      let isDown = argument >> (3 + slot) & 1 == 1
      return SlotTable.Entry(
        trackingID: isDown ? Int32(slot + 1) : -1, x: Int32(argument), y: 450)
    }
    let table = SlotTable(currentSlot: Int32(argument % 3), entries: entries)
    pending.append(.drop(now, table, isSettled: argument & 4 != 0))
  }
}

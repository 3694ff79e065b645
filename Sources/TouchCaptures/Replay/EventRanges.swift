import TouchCore

/// What the events of a capture without a header tell of their panel: the codes that occur, and the
/// smallest and largest value of each axis.
struct EventRanges {
  // The kernel's counts (KEY_CNT, ABS_CNT); what is beyond cannot come from a device.
  private static let keyCount: UInt16 = 0x300
  private static let axisCount: UInt16 = 0x40

  private var keys = CodeSet()
  private var axes: [UInt16: AxisRange] = [:]
  private var hasSlotlessContacts = false

  mutating func take(_ event: InputEvent) {
    switch event.type {
    case EventType.key where event.code < Self.keyCount:
      keys.insert(event.code)
    case EventType.abs where event.code < Self.axisCount:
      let value = event.value
      let known = axes[event.code] ?? AxisRange(minimum: value, maximum: value)
      axes[event.code] = AxisRange(
        minimum: min(known.minimum, value), maximum: max(known.maximum, value))
    case EventType.syn where event.code == SynCode.mtReport:
      hasSlotlessContacts = true
    default:
      break
    }
  }

  var panel: Panel {
    var axes = axes
    // The kernel sends a slot only when it changes, so one finger alone may never name one.
    if axes[AbsCode.mtTrackingID] != nil, !hasSlotlessContacts {
      let last = axes[AbsCode.mtSlot]?.maximum ?? 0
      axes[AbsCode.mtSlot] = AxisRange(minimum: 0, maximum: max(0, last))
    }
    for code in [AbsCode.x, AbsCode.y, AbsCode.mtPositionX, AbsCode.mtPositionY] {
      // A finger that never moved on the axis still has a position.
      if let range = axes[code], range.minimum == range.maximum, range.maximum < .max {
        axes[code]?.maximum += 1
      }
    }
    var codes = [EventType.abs: CodeSet(axes.keys.sorted())]
    if !keys.isEmpty { codes[EventType.key] = keys }
    return Panel(
      properties: CodeSet([InputProperty.direct]), codes: codes, axes: axes)
  }
}

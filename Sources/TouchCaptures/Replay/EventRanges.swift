import TouchCore

/// What the events of a device tell of it: the codes that occur, and the smallest and largest value of
/// each axis.
struct EventRanges {
  // The kernel's counts (KEY_CNT, REL_CNT, ABS_CNT); what is beyond cannot come from a device.
  private static let keyCount: UInt16 = 0x300
  private static let relCount: UInt16 = 0x10
  private static let axisCount: UInt16 = 0x40
  private static let positions = [
    AbsCode.x, AbsCode.y, AbsCode.mtPositionX, AbsCode.mtPositionY,
  ]

  /// The line of the first event; 0 without one.
  private(set) var firstLine = 0
  private var keys = CodeSet()
  private var wheels = CodeSet()
  private var axes: [UInt16: AxisRange] = [:]
  private var hasSlotlessContacts = false

  var hasEvents: Bool { firstLine > 0 }

  mutating func take(_ event: InputEvent, line: Int) {
    if firstLine == 0 { firstLine = line }
    switch event.type {
    case EventType.key where event.code < Self.keyCount:
      keys.insert(event.code)
    case EventType.rel where event.code < Self.relCount:
      wheels.insert(event.code)
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

  func uses(_ axis: UInt16) -> Bool { axes[axis] != nil }

  /// Whether an event or the panel's description ever tells a position.
  func hasPosition(_ panel: Panel) -> Bool {
    [(AbsCode.mtPositionX, AbsCode.mtPositionY), (AbsCode.x, AbsCode.y)].contains {
      uses($0.0) || uses($0.1)
    } || !hasEvents
  }

  /// Whether the events are of a protocol that the description does not have: a piece of it is lost.
  func contradicts(_ panel: Panel) -> Bool {
    let describesContacts =
      panel.declares(type: EventType.abs, code: AbsCode.mtPositionX)
      && panel.declares(type: EventType.abs, code: AbsCode.mtPositionY)
    if uses(AbsCode.mtTrackingID), !describesContacts { return true }
    return uses(AbsCode.mtSlot) && !panel.declares(type: EventType.abs, code: AbsCode.mtSlot)
  }

  /// The panel with what its description lacks: ranges of axes that the events use, and their keys.
  func completing(_ described: Panel?) -> Panel {
    var panel = described ?? Panel()
    for (code, range) in completeAxes(described) where panel.axes[code] == nil {
      panel.axes[code] = range
      if Self.positions.contains(code) { panel.guessesPositions = true }
      panel.codes[EventType.abs, default: CodeSet()].insert(code)
    }
    for key in keys.codes { panel.codes[EventType.key, default: CodeSet()].insert(key) }
    for wheel in wheels.codes { panel.codes[EventType.rel, default: CodeSet()].insert(wheel) }
    if described?.axes.isEmpty ?? true, DeviceKind(panel) == .touchPanel {
      panel.properties.insert(InputProperty.direct)
    }
    return panel
  }

  private func completeAxes(_ described: Panel?) -> [UInt16: AxisRange] {
    var axes = axes
    let hasContacts = axes[AbsCode.mtTrackingID] != nil
    // The kernel sends a slot only when it changes, so one finger alone may never name one. Who
    // describes ids and no slot means it.
    let isDescribed = described?.declares(type: EventType.abs, code: AbsCode.mtTrackingID) ?? false
    let mayOmitSlot = hasContacts && !hasSlotlessContacts && !isDescribed
    if mayOmitSlot || axes[AbsCode.mtSlot] != nil {
      let last = axes[AbsCode.mtSlot]?.maximum ?? 0
      axes[AbsCode.mtSlot] = AxisRange(minimum: 0, maximum: max(0, last))
    }
    // −1 is the end of a contact, and no id.
    if let range = axes[AbsCode.mtTrackingID] {
      axes[AbsCode.mtTrackingID] = AxisRange(minimum: 0, maximum: max(0, range.maximum))
    }
    // Contacts that never told where they are have no position, and are contacts all the same.
    if hasContacts {
      for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] where axes[code] == nil {
        axes[code] = AxisRange(minimum: 0, maximum: 1)
      }
    }
    for code in [AbsCode.x, AbsCode.y, AbsCode.mtPositionX, AbsCode.mtPositionY] {
      // A finger that never moved on the axis still has a position.
      if let range = axes[code], range.minimum == range.maximum, range.maximum < .max {
        axes[code]?.maximum += 1
      }
    }
    return axes
  }
}

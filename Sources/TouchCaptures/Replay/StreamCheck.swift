import TouchCore

/// Looks at the events of a capture for what it does not tell, and for what had to be assumed.
struct StreamCheck {
  private let panel: Panel
  private let hasSlots: Bool
  private var newest: Timestamp?
  private var frameTime: Timestamp?
  private var saidTimesDiffer = false
  private var saidAxes = CodeSet()
  // Whether the capture begins in mid-touch, told by what its first contacts lack.
  private var isBeginningKnown = false
  private var slot: Int32 = 0
  private var beganSlots: Set<Int32> = []
  private var positionedSlots: Set<Int32> = []

  /// The most slots that are looked at; no panel has more.
  private static let slotLimit = Int32(PanelReading.maximumSlots)

  init(_ panel: Panel, _ reading: PanelReading) {
    self.panel = panel
    hasSlots = reading.touchProtocol == .slots
  }

  /// The state was told, so nothing is missing from the beginning.
  mutating func noteState() { isBeginningKnown = true }

  mutating func take(_ event: InputEvent, line: Int, into remarks: inout RemarkLog) {
    checkTime(event, line, &remarks)
    if event.type == EventType.abs, event.code < 0x40,
      !panel.declares(type: EventType.abs, code: event.code), !saidAxes.contains(event.code)
    {
      saidAxes.insert(event.code)
      remarks.add(.undeclaredAxis(event.code), line: line)
    }
    if !isBeginningKnown { checkBeginning(event, line, &remarks) }
  }

  private mutating func checkTime(
    _ event: InputEvent, _ line: Int, _ remarks: inout RemarkLog
  ) {
    if let newest, event.time < newest {
      remarks.add(.timeGoesBack(newest.microseconds(since: event.time)), line: line)
    } else if let frameTime, event.time != frameTime, !saidTimesDiffer {
      saidTimesDiffer = true
      remarks.add(.timesDiffer, line: line)
    }
    newest = event.time
    frameTime = event.isReport || event.isDropped ? nil : (frameTime ?? event.time)
  }

  /// A slot that was positioned, or left, before anything took it.
  private mutating func checkBeginning(
    _ event: InputEvent, _ line: Int, _ remarks: inout RemarkLog
  ) {
    var isMidTouch = false
    switch (event.type, event.code) {
    case (EventType.key, KeyCode.btnTouch):
      isMidTouch = event.value == 0 && beganSlots.isEmpty
      if event.value == 1, !hasSlots { isBeginningKnown = true }
    case (EventType.abs, AbsCode.mtSlot):
      slot = event.value
    case (EventType.abs, AbsCode.mtTrackingID)
    where hasSlots && (0..<Self.slotLimit).contains(slot):
      isMidTouch = event.value < 0 && !beganSlots.contains(slot)
      beganSlots.insert(slot)
    case (EventType.abs, AbsCode.mtPositionX), (EventType.abs, AbsCode.mtPositionY):
      if hasSlots, (0..<Self.slotLimit).contains(slot) { positionedSlots.insert(slot) }
    case (EventType.syn, SynCode.report):
      isMidTouch = !positionedSlots.isSubset(of: beganSlots)
      positionedSlots.removeAll(keepingCapacity: true)
    default:
      break
    }
    guard isMidTouch else { return }
    isBeginningKnown = true
    remarks.add(.beginsInMidTouch, line: line)
  }
}

// The rules as sentences for a person: what the events do, and what is made of it.
extension ProtocolRule {
  /// What the events do.
  public var text: String {
    switch self {
    case .undeclared(let type, let code):
      "\(Self.name(type, code)) is not among the codes that the panel declares"
    case .slotsUndeclared:
      "slots are used, and the panel does not declare ABS_MT_SLOT"
    case .slotsNotFromZero(let minimum):
      "ABS_MT_SLOT has minimum \(minimum), which must be 0"
    case .slotOutOfRange(let slot, let count):
      "slot \(slot) does not exist (the panel has 0 to \(count - 1))"
    case .mixedProtocols:
      "SYN_MT_REPORT, which is protocol A's, from a panel with slots, which are protocol B's"
    case .idsWithoutSlots:
      "tracking ids with neither slots (protocol B) nor SYN_MT_REPORT (protocol A)"
    case .idUsedTwice(let id):
      "two contacts that are down have the tracking id \(id)"
    case .idBelowMinusOne(let id):
      "tracking id \(id): the one value that frees a slot is -1"
    case .replaced(let slot, let old, let new):
      "in slot \(slot) tracking id \(old) becomes \(new) with no -1 between"
    case .axisOnFreeSlot(let slot):
      "an axis of a contact for slot \(slot), which has none"
    case .noTrackingID(let slot):
      "axes came for slot \(slot), and never a tracking id"
    case .liftOfNothing(let slot):
      "tracking id -1 for slot \(slot), which is free"
    case .noPosition(let axes, let began):
      "\(axes.names) never came for the contact\(Self.origin(began))"
    case .noLift(let began):
      "the events end while a contact is down\(Self.origin(began, "; it began"))"
    case .packetWithoutReport:
      "a contact that no SYN_MT_REPORT ends"
    case .liftWithoutReport:
      "the last contact goes with no SYN_MT_REPORT"
    case .outOfRange(let code, let value, let range):
      "\(Self.name(EventType.abs, code)) is \(value), and its range \(range.minimum) to \(range.maximum)"
    case .touchDisagrees(let isDown, let contacts):
      "BTN_TOUCH is \(isDown ? 1 : 0), and the contacts that touch are \(contacts)"
    case .timeBack(let microseconds):
      "the time goes back by \(microseconds) µs"
    case .emptyFrame:
      "SYN_REPORT with nothing before it"
    case .frameWithoutReport(let events):
      "the events end in the middle of a frame, \(events) after the last SYN_REPORT"
    }
  }

  /// What is made of it.
  public var consequence: String {
    switch self {
    case .undeclared: "taken for what its code says, or passed over"
    case .slotsUndeclared: "read as protocol A"
    case .slotsNotFromZero: "read from slot 0 on"
    case .slotOutOfRange: "what follows for it is ignored"
    case .mixedProtocols: "SYN_MT_REPORT is ignored"
    case .idsWithoutSlots: "read as protocol A, with one contact in each frame"
    case .idUsedTwice: "read as two contacts"
    case .idBelowMinusOne: "read as -1"
    case .replaced:
      "the protocol allows it; read as two contacts, where libevdev and libinput read one"
    case .axisOnFreeSlot: "kept for the next contact in that slot"
    case .noTrackingID: "read as no contact"
    case .liftOfNothing: "ignored"
    case .noPosition: "a contact with no position, which draws nothing"
    case .noLift: "it ends with the capture, and counts as no stroke"
    case .packetWithoutReport: "what it holds is taken at SYN_REPORT"
    case .liftWithoutReport: "the protocol allows it beside BTN_TOUCH; read as a lift"
    case .outOfRange: "kept as it is"
    case .touchDisagrees: "the contacts are believed where they have slots, else the key"
    case .timeBack: "times are kept as they are, frames in their order"
    case .emptyFrame: "a frame that tells nothing"
    case .frameWithoutReport: "taken as far as it goes, and no lift in it counts"
    }
  }

  private static func origin(_ began: Int, _ verb: String = " that began") -> String {
    began > 0 ? "\(verb) at event \(began)" : ""
  }

  private static func name(_ type: UInt16, _ code: UInt16) -> String {
    let known: [UInt16: String] = [
      AbsCode.x: "ABS_X", AbsCode.y: "ABS_Y", AbsCode.pressure: "ABS_PRESSURE",
      AbsCode.mtTouchMajor: "ABS_MT_TOUCH_MAJOR", AbsCode.mtPositionX: "ABS_MT_POSITION_X",
      AbsCode.mtPositionY: "ABS_MT_POSITION_Y", AbsCode.mtToolType: "ABS_MT_TOOL_TYPE",
      AbsCode.mtTrackingID: "ABS_MT_TRACKING_ID", AbsCode.mtPressure: "ABS_MT_PRESSURE",
    ]
    if type == EventType.abs { return known[code] ?? "ABS 0x\(String(code, radix: 16))" }
    return "type 0x\(String(type, radix: 16)) code 0x\(String(code, radix: 16))"
  }
}

extension ProtocolRule.PositionAxes {
  fileprivate var names: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .both: "x and y"
    }
  }
}

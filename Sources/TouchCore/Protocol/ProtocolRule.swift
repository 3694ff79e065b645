/// A rule of the kernel's multitouch protocol, or of the panel's own description, and how events
/// broke it.
///
/// The rules are those of Documentation/input/multi-touch-protocol.rst, and what evdev promises to its
/// readers (drivers/input/evdev.c and input.c), Linux 6.12. A number of an event counts from 1.
public enum ProtocolRule: Hashable, Sendable {
  /// An event that the panel does not declare, and that the kernel would not have let through; said
  /// once for a code.
  case undeclared(type: UInt16, code: UInt16)
  /// Slots are used and ABS_MT_SLOT is not declared; said once.
  case slotsUndeclared
  /// The minimum of ABS_MT_SLOT must be 0.
  case slotsNotFromZero(minimum: Int32)
  case slotOutOfRange(Int32, count: Int)
  /// SYN_MT_REPORT, which is protocol A's, beside slots, which are protocol B's; said once.
  case mixedProtocols
  /// Tracking ids come with neither a slot nor a SYN_MT_REPORT; said once.
  case idsWithoutSlots
  /// Two contacts that are down have one id.
  case idUsedTwice(Int32)
  /// −1 is the one value that says that a slot is free.
  case idBelowMinusOne(Int32)
  /// A slot got another id with no −1 between. The protocol allows it.
  case replaced(slot: Int, old: Int32, new: Int32)
  /// An axis of a contact came for a slot that has none; said once until one begins.
  case axisOnFreeSlot(Int)
  /// Axes came for the slot, and never a tracking id.
  case noTrackingID(slot: Int)
  /// A slot that is free was freed.
  case liftOfNothing(slot: Int)
  /// A contact ended, or the events did, and that axis was never given.
  case noPosition(PositionAxes, began: Int)
  /// The events end while a contact is down.
  case noLift(began: Int)
  /// A contact of protocol A was not ended by SYN_MT_REPORT; said once.
  case packetWithoutReport
  /// The last contact of protocol A went with no SYN_MT_REPORT. The protocol allows it where BTN_TOUCH
  /// or ABS_PRESSURE tells.
  case liftWithoutReport
  /// A value outside the range that is declared; said once for a contact and axis.
  case outOfRange(code: UInt16, value: Int32, AxisRange)
  /// BTN_TOUCH says something else than the contacts do; said once until they agree again.
  case touchDisagrees(isDown: Bool, contacts: Int)
  case timeBack(microseconds: Int64)
  /// A SYN_REPORT with nothing before it, which evdev does not hand on.
  case emptyFrame
  /// The events end in the middle of a frame.
  case frameWithoutReport(events: Int)

  /// The axes of a position.
  public enum PositionAxes: String, Sendable {
    case x
    case y
    case both
  }
}

/// A place in a stream of events where it breaks the protocol.
public struct ProtocolFinding: Hashable, Sendable {
  /// The number of the event, from 1; 0 for the panel's description.
  public let event: Int
  public let time: Timestamp
  public let rule: ProtocolRule
}

extension ProtocolRule {
  /// Whether the kernel's text allows it: it is told since readers differ about it.
  public var isAllowed: Bool {
    switch self {
    case .replaced, .liftWithoutReport: true
    default: false
    }
  }

  /// The rule's name in JSON.
  public var name: String {
    switch self {
    case .undeclared: "undeclared"
    case .slotsUndeclared: "slotsUndeclared"
    case .slotsNotFromZero: "slotsNotFromZero"
    case .slotOutOfRange: "slotOutOfRange"
    case .mixedProtocols: "mixedProtocols"
    case .idsWithoutSlots: "idsWithoutSlots"
    case .idUsedTwice: "idUsedTwice"
    case .idBelowMinusOne: "idBelowMinusOne"
    case .replaced: "replaced"
    case .axisOnFreeSlot: "axisOnFreeSlot"
    case .noTrackingID: "noTrackingID"
    case .liftOfNothing: "liftOfNothing"
    case .noPosition: "noPosition"
    case .noLift: "noLift"
    case .packetWithoutReport: "packetWithoutReport"
    case .liftWithoutReport: "liftWithoutReport"
    case .outOfRange: "outOfRange"
    case .touchDisagrees: "touchDisagrees"
    case .timeBack: "timeBack"
    case .emptyFrame: "emptyFrame"
    case .frameWithoutReport: "frameWithoutReport"
    }
  }
}

/// Holds a panel's events against the kernel's multitouch protocol and the panel's own description.
///
/// It judges no position and joins no contacts: what the assembler makes of the events is another
/// matter, so that a fault of either shows. Of what was down before the events began, or is unknown
/// after a drop, nothing is said. Its memory does not grow with the stream.
public struct ProtocolLinter: Sendable {
  /// How contacts are told.
  enum Mode {
    /// Protocol B.
    case slots
    /// Protocol A: each contact in full in every frame.
    case packets
    /// ABS_X, ABS_Y and a key.
    case single
  }

  /// The number of events so far.
  public private(set) var eventCount = 0

  private(set) var panel: Panel
  var mode: Mode
  var slots: [LintedSlot] = []
  /// The slot that events are for; nil while it is one that the panel does not have.
  var currentSlot: Int? = 0
  var packets = LintedPackets()
  /// What BTN_TOUCH, or a single-touch panel's own key, said last; nil if it is unknown.
  var isTouching: Bool?
  /// Whether it was released in this frame.
  var wasReleased = false
  var saidTouchDisagrees = false
  /// The axes of no slot whose range was said to have been left, a bit for each code.
  var saidOutOfRange: UInt64 = 0
  var found: [ProtocolFinding] = []

  private var time = Timestamp(microseconds: .min)
  private var eventsInFrame = 0
  /// Whether a frame ended, so that the next one is whole.
  private(set) var sawReport = false
  private var isLost = false
  private var saidCodes: Set<UInt32> = []
  /// By rule name, for those that are said once.
  private var said: Set<String> = []

  public init(_ panel: Panel) {
    self.panel = panel
    let isFake = panel.declaresAxis(AbsCode.mtSlot) && panel.declaresAxis(AbsCode.mtSlot - 1)
    if isFake {
      mode = .single
    } else if panel.declaresAxis(AbsCode.mtSlot) {
      mode = .slots
      let declared = panel.axes[AbsCode.mtSlot].map { Int($0.maximum) + 1 } ?? 1
      makeSlots(declared)
    } else {
      let positions = [AbsCode.mtPositionX, AbsCode.mtPositionY]
      mode = positions.contains(where: panel.declaresAxis) ? .packets : .single
      if mode == .single { makeSlots(1) }
    }
  }

  mutating func makeSlots(_ count: Int) {
    let count = max(1, min(count, PanelReading.maximumSlots))
    slots = Array(repeating: LintedSlot(), count: count)
  }

  /// Takes what a source read or did next; returns what it broke.
  public mutating func take(_ step: SourceStep) -> [ProtocolFinding] {
    found.removeAll()
    if eventCount == 0 { checkDescription() }
    switch step {
    case .event(let event): take(event)
    case .state(let table, _): adopt(table)
    case .ended, .distrusted: forget()
    case .range(let axis, let range): panel.axes[axis] = range
    case .settled, .readBoundary, .discarded, .counted: break
    }
    return found
  }

  /// Says that the events are over; returns what they left open.
  public mutating func finish() -> [ProtocolFinding] {
    found.removeAll()
    if eventsInFrame > 0, !isLost { note(.frameWithoutReport(events: eventsInFrame)) }
    switch mode {
    case .slots, .single: finishSlots()
    case .packets: if packets.contacts > 0 { note(.noLift(began: packets.began)) }
    }
    return found
  }

  private mutating func take(_ event: InputEvent) {
    eventCount += 1
    if event.time < time {
      note(.timeBack(microseconds: time.microseconds(since: event.time)), at: event.time)
    }
    time = event.time
    if event.isDropped {
      forget()
      isLost = true
      return
    }
    if isLost {
      isLost = !event.isReport
      return
    }
    checkDeclared(event)
    if event.isReport {
      endFrame()
      return
    }
    eventsInFrame += 1
    switch event.type {
    case EventType.abs: takeAxis(event)
    case EventType.key: takeKey(event)
    case EventType.syn where event.code == SynCode.mtReport: takePacketEnd()
    default: break
    }
  }

  private mutating func takeAxis(_ event: InputEvent) {
    if event.code == AbsCode.mtSlot, mode == .packets {
      noteOnce(.slotsUndeclared)
      mode = .slots
      makeSlots(PanelReading.maximumSlots)
    }
    switch mode {
    case .slots: takeSlotAxis(event)
    case .packets: takePacketAxis(event)
    case .single: takeSingleAxis(event)
    }
  }

  private mutating func endFrame() {
    if eventsInFrame == 0, sawReport { note(.emptyFrame) }
    switch mode {
    case .slots: endSlotFrame()
    case .packets: endPacketFrame()
    case .single: break
    }
    (eventsInFrame, sawReport, wasReleased) = (0, true, false)
  }

  private mutating func takePacketEnd() {
    switch mode {
    case .packets: endPacket()
    case .slots: noteOnce(.mixedProtocols)
    case .single: break
    }
  }

  /// What was known of the contacts is so no more.
  private mutating func forget() {
    for index in slots.indices { slots[index] = LintedSlot() }
    packets = LintedPackets()
    isTouching = nil
    (eventsInFrame, sawReport, wasReleased, saidTouchDisagrees) = (0, false, false, false)
  }

  // MARK: - What is found

  mutating func note(_ rule: ProtocolRule, at moment: Timestamp? = nil) {
    let moment = moment ?? (eventCount == 0 ? Timestamp(microseconds: 0) : time)
    found.append(ProtocolFinding(event: eventCount, time: moment, rule: rule))
  }

  mutating func noteOnce(_ rule: ProtocolRule) {
    if said.insert(rule.name).inserted { note(rule) }
  }

  private mutating func checkDescription() {
    guard said.insert("").inserted, let range = panel.axes[AbsCode.mtSlot] else { return }
    if mode == .slots, range.minimum != 0 { note(.slotsNotFromZero(minimum: range.minimum)) }
  }

  private mutating func checkDeclared(_ event: InputEvent) {
    let isDeclared =
      event.type == EventType.syn || panel.declares(type: event.type, code: event.code)
      // A description that says nothing of a type is incomplete; an axis always has a range.
      || event.type != EventType.abs && panel.codes[event.type] == nil
    // Slots have a rule of their own.
    guard !isDeclared, event.type != EventType.abs || event.code != AbsCode.mtSlot else { return }
    // Beyond EV_MAX and KEY_MAX (input-event-codes.h) no kernel sends one: a file may, and it is not
    // remembered.
    let isPossible = event.type <= 0x1f && event.code <= 0x2ff
    let key = UInt32(event.type) << 16 | UInt32(event.code)
    guard !isPossible || saidCodes.insert(key).inserted else { return }
    note(.undeclared(type: event.type, code: event.code))
  }
}

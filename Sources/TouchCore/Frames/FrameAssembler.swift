/// Turns the events of one panel into frames. It reads no clock, asks no device and, after the first
/// frames, allocates nothing.
///
/// Protocols A and B as Documentation/input/multi-touch-protocol.rst of the kernel tells them, and
/// single touch. What it adds is strictness: contacts are never joined. An id that changes with no −1
/// between, −1 and a new id in one frame, a drop: each ends one contact and begins another.
public struct FrameAssembler: ~Copyable {
  /// What an event led to.
  public enum Step {
    /// The frame goes on.
    case more
    /// `frame` is complete.
    case frame
    /// The kernel dropped events. `frame` tells the contacts that ended by it. The caller either
    /// hands in the state by `adopt(_:isSettled:)` before the next event, or goes on feeding: then
    /// all up to the next SYN_REPORT is skipped, and what the slots hold is unknown.
    case dropped
  }

  /// What is known of the panel's state.
  enum Knowledge {
    /// All of it: events build on it.
    case known
    /// Asked for after a drop and not yet confirmed: contacts that begin are inherited.
    case unsettled
    /// Events were dropped: skipping up to the next SYN_REPORT.
    case lost
  }

  /// The newest frame; complete when `feed(_:)` says so, and until the next event.
  public internal(set) var frame: Frame
  /// The panel's judged description.
  public let reading: PanelReading
  /// What is done about noise; to be set before the first event.
  public var filters = NoiseFilters.none
  /// The number of contacts that began so far, those before this assembler included.
  public internal(set) var contactCount: Int
  /// The number of contacts that are down.
  public internal(set) var downCount = 0

  var slots: Slots
  /// The slot that events are for; nil while it is one that the panel does not have.
  var currentSlot: Int? = 0
  var knowledge = Knowledge.known
  var isFrameComplete = true
  /// The slots that this frame's events were for, or whose contacts it must tell of, lie between these;
  /// between two frames those that the next must tell of.
  var firstTouched = Int.max
  var lastTouched = -1
  /// The slot of the newest change of the frame, and whether they are all in order.
  var lastTold = 0
  var isSorted = true
  let hasSlots: Bool
  let downSignal: PanelReading.DownSignal?
  let isProtocolA: Bool
  /// The key of a protocol-A panel that is up when nothing is down.
  let reportKey: UInt16?
  var reports: ContactReports
  var matcher: ContactMatcher
  let reach: FingerReach
  var ghosts: GhostMemory
  var flickers: FlickerMemory
  /// The newest event's time.
  var now = Timestamp(microseconds: 0)
  /// When contacts were looked over for stuck ones last.
  var lastLook: Timestamp?
  private var contactsBefore: Int

  /// - Parameters:
  ///   - panel: the number that the frames bear.
  ///   - contactsBefore: the number of contacts that the source counted before.
  public init(_ reading: PanelReading, panel: Int = 0, contactsBefore: Int = 0) {
    self.reading = reading
    self.contactsBefore = contactsBefore
    contactCount = contactsBefore
    slots = Slots(count: reading.slotCount)
    frame = Frame(time: Timestamp(microseconds: 0), panel: panel)
    frame.changes.reserveCapacity(2 * reading.slotCount)
    frame.findings.reserveCapacity(4)
    reports = ContactReports(reading)
    reach = FingerReach(reading)
    ghosts = GhostMemory(reach)
    flickers = FlickerMemory(reading, reach)
    (hasSlots, downSignal, reportKey, isProtocolA) =
      switch reading.touchProtocol {
      case .slots: (true, nil, nil, false)
      case .singleTouch(let signal): (false, signal, nil, false)
      case .protocolA(let key): (false, nil, key, true)
      }
    let most = isProtocolA ? ContactReports.most : 0
    matcher = ContactMatcher(mostRows: most, mostColumns: 2 * most)
  }

  /// Whether a frame has begun and is not complete.
  public var isInsideFrame: Bool { !isFrameComplete }

  /// Whether the state was asked for after a drop and nothing has confirmed it yet.
  public var isUnsettled: Bool { knowledge == .unsettled }

  /// Whether any contact was seen, live or in a table.
  private var sawContact: Bool { contactCount > contactsBefore }

  /// Counts on from `count`, where several panels count their contacts together.
  package mutating func continueCount(from count: Int) {
    precondition(count >= contactCount, "a number would be given twice")
    contactsBefore += count - contactCount
    contactCount = count
  }

  /// Takes the next event.
  public mutating func feed(_ event: InputEvent) -> Step {
    now = event.time
    if event.type == EventType.abs, knowledge != .lost {
      if isFrameComplete { startFrame() }
      frame.time = event.time
      feedAxis(event)
      return .more
    }
    return feedOther(event)
  }

  private mutating func feedOther(_ event: InputEvent) -> Step {
    if event.isDropped { return drop(at: event.time) }
    if knowledge == .lost {
      guard event.isReport else { return .more }
      startFrame()
      for index in slots.indices { slots[index].forget() }
      knowledge = .known
      finish(at: event.time)
      return .frame
    }
    if isFrameComplete { startFrame() }
    frame.time = event.time
    switch event.type {
    case EventType.key:
      if case .key(let key) = downSignal, key == event.code, event.value != 2 {
        feedDownSignal(event.value != 0)
      } else if reportKey == event.code, event.value != 2 {
        feedReportKey(isDown: event.value != 0)
      }
    case EventType.syn where event.code == SynCode.mtReport:
      if isProtocolA { closeReport(at: event.time) }
    case EventType.syn where event.code == SynCode.report:
      if isProtocolA { matchReports(at: event.time) }
      while firstTouched <= lastTouched {
        update(firstTouched, at: event.time)
        firstTouched += 1
      }
      if downCount > 0 { endStuck(at: event.time) }
      // The kernel's own lifts, when a device is unplugged, inhibited or suspended, end in a report
      // of value 1 (`input_dev_release_keys` in drivers/input/input.c, Linux 6.12).
      if event.value != 0 { replaceLifts(by: .suspended) }
      finish(at: event.time)
      return .frame
    default:
      break
    }
    return .more
  }

  /// A drop from before any contact was seen (changing the clock of a queue that is not empty makes
  /// one) ends nothing and is no finding.
  private mutating func drop(at time: Timestamp) -> Step {
    if isFrameComplete { startFrame() }
    replaceLifts(by: .dropped)
    if sawContact { frame.findings.append(Finding(time: time, rule: .dropped)) }
    endLive(.dropped)
    finish(at: time)
    reports.mayHoldInherited = sawContact
    knowledge = .lost
    return .dropped
  }
}

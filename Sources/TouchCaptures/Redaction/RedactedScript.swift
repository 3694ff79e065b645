import TouchCore

/// Writes the steps for moments: the events that would have made them.
struct RedactedScript: ~Copyable {
  /// A contact that is down.
  private struct Walker {
    let contact: Int
    let slot: Int
    let down: Timestamp
    /// Unknown for one that is down for too long.
    let up: Timestamp?
    /// The next frame between its down and its up.
    var index = 1

    /// When that is due; nil if there is no more.
    var due: Timestamp? {
      guard let up, up > down, index <= FixedPath.moves else { return nil }
      return FixedPath.time(index, from: down, to: up)
    }
  }

  private let touchProtocol: PanelReading.TouchProtocol
  private let slotCount: Int
  private let path: FixedPath
  private let hasTouchKey: Bool
  private let pressure: Int32
  private var walkers: [Walker] = []
  /// The slots whose last contact was a palm.
  private var palms: Set<Int> = []
  /// Whether the state was told and not confirmed: contacts that begin are inherited.
  private var isUnsettled = false
  /// Whether what was known is lost, so that a state must be told before the next contact.
  private var isLost = false
  /// What BTN_TOUCH said last.
  private var isTouchTold = false
  /// The slots that a state told of and whose contacts have still to be told by a frame.
  private var told: Set<Int> = []
  private var steps: [RedactedStep] = []

  init(_ panel: Panel, _ reading: PanelReading) {
    touchProtocol = reading.touchProtocol
    slotCount = reading.slotCount
    path = FixedPath(reading)
    hasTouchKey = panel.declares(type: EventType.key, code: KeyCode.btnTouch)
    pressure = max(1, panel.axes[AbsCode.pressure]?.maximum ?? 1)
  }

  mutating func takeSteps() -> [RedactedStep] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// Writes one frame, and those of contacts that are due before it.
  ///
  /// - Parameter ends: when the contacts of the moments to come end, as far as it is known.
  mutating func write(_ moments: ArraySlice<RedactedMoment>, ends: [Int: Timestamp]) {
    guard let first = moments.first else { return }
    walk(until: first.time)
    tellState(moments, ends: ends)
    var frameEnd = FrameEnd.none
    for moment in moments {
      switch moment.kind {
      case .down(let isInherited):
        begin(moment, isInherited, ends)
        frameEnd = max(frameEnd, .report)
      case .up(let reason): frameEnd = max(frameEnd, end(moment, reason))
      case .dropped: frameEnd = .dropped
      case .distrusted: frameEnd = .distrusted
      case .fault: break
      }
    }
    finish(frameEnd, at: first.time)
  }

  /// What ends a frame's events; the stronger one wins.
  private enum FrameEnd: Comparable {
    case none
    case report
    case suspension
    case ended(EndReason)
    case distrusted
    case dropped

    private var strength: Int {
      switch self {
      case .none: 0
      case .report: 1
      case .suspension: 2
      case .ended: 3
      case .distrusted: 4
      case .dropped: 5
      }
    }

    static func < (one: FrameEnd, other: FrameEnd) -> Bool { one.strength < other.strength }

    init(_ reason: EndReason) {
      switch reason {
      case .lifted, .palm, .replaced, .endOfCapture: self = .report
      case .suspended: self = .suspension
      case .dropped, .removed, .revoked, .timedOut: self = .ended(reason)
      }
    }
  }

  private mutating func finish(_ end: FrameEnd, at time: Timestamp) {
    switch end {
    case .none: break
    case .report, .suspension:
      tellTouch(time)
      emit(time, EventType.syn, SynCode.report, end == .report ? 0 : 1)
    case .ended(let reason): steps.append(.step(.ended(reason, time)))
    case .distrusted: steps.append(.step(.distrusted(time)))
    case .dropped: emit(time, EventType.syn, SynCode.dropped, 0)
    }
    if end > .suspension { (isLost, isUnsettled, isTouchTold) = (end >= .distrusted, false, false) }
  }

  // MARK: - State

  /// Tells the contacts that were down before the source saw them, since no event could.
  private mutating func tellState(_ moments: ArraySlice<RedactedMoment>, ends: [Int: Timestamp]) {
    var table = SlotTable(entries: Array(repeating: SlotTable.Entry(), count: slotCount))
    var isTelling = isLost
    for moment in moments {
      guard case .down(isInherited: true) = moment.kind, walkers.isEmpty, !isUnsettled,
        table.entries.indices.contains(moment.slot),
        table.entries[moment.slot].trackingID < 0
      else { continue }
      let place = path[0]
      let id = isSingleTouch ? 0 : moment.trackingID
      table.entries[moment.slot] = SlotTable.Entry(trackingID: id, x: place.x, y: place.y)
      isTelling = true
    }
    let hasContacts = moments.contains { if case .down = $0.kind { true } else { false } }
    guard isTelling, hasContacts else { return }
    steps.append(.step(.state(table, isSettled: false)))
    (isLost, isUnsettled) = (false, true)
    told = Set(table.entries.indices.filter { table.entries[$0].trackingID >= 0 })
  }

  // MARK: - Contacts

  private mutating func begin(
    _ moment: RedactedMoment, _ isInherited: Bool, _ ends: [Int: Timestamp]
  ) {
    if !isInherited, isUnsettled {
      steps.append(.step(.settled))
      isUnsettled = false
    }
    select(moment.slot, moment.time)
    if told.remove(moment.slot) != nil {
      isTouchTold = true
    } else {
      press(moment)
    }
    place(0, moment.time)
    walkers.append(
      Walker(
        contact: moment.contact, slot: moment.slot, down: moment.time, up: ends[moment.contact]))
  }

  private mutating func press(_ moment: RedactedMoment) {
    switch touchProtocol {
    case .slots:
      emit(moment.time, EventType.abs, AbsCode.mtTrackingID, moment.trackingID)
      if palms.remove(moment.slot) != nil {
        emit(moment.time, EventType.abs, AbsCode.mtToolType, ToolType.finger)
      }
    case .singleTouch(.key(let key)): emit(moment.time, EventType.key, key, 1)
    case .singleTouch(.pressure):
      emit(moment.time, EventType.abs, AbsCode.pressure, pressure)
    }
  }

  private mutating func end(_ moment: RedactedMoment, _ reason: EndReason) -> FrameEnd {
    guard let index = walkers.firstIndex(where: { $0.contact == moment.contact }) else {
      return .none
    }
    walkers.remove(at: index)
    switch reason {
    case .lifted, .palm, .suspended, .endOfCapture:
      select(moment.slot, moment.time)
      place(FixedPath.moves + 1, moment.time)
      if reason == .endOfCapture {
        // It stays down.
        isTouchTold = false
      } else {
        release(moment, isPalm: reason == .palm)
      }
    // The next id in the slot ends it, or what ends the frame does.
    case .replaced, .dropped, .removed, .revoked, .timedOut: break
    }
    return FrameEnd(reason)
  }

  private mutating func release(_ moment: RedactedMoment, isPalm: Bool) {
    switch touchProtocol {
    case .slots:
      if isPalm {
        palms.insert(moment.slot)
        emit(moment.time, EventType.abs, AbsCode.mtToolType, ToolType.palm)
      }
      emit(moment.time, EventType.abs, AbsCode.mtTrackingID, -1)
    case .singleTouch(.key(let key)): emit(moment.time, EventType.key, key, 0)
    case .singleTouch(.pressure): emit(moment.time, EventType.abs, AbsCode.pressure, 0)
    }
  }

  /// Writes the frames between down and up that are due before the moment.
  private mutating func walk(until time: Timestamp) {
    while true {
      var next: (index: Int, due: Timestamp)?
      for index in walkers.indices {
        guard let due = walkers[index].due, due < next?.due ?? time else { continue }
        next = (index, due)
      }
      guard let (index, due) = next else { return }
      select(walkers[index].slot, due)
      place(walkers[index].index, due)
      emit(due, EventType.syn, SynCode.report, 0)
      walkers[index].index += 1
    }
  }

  // MARK: - Events

  private var isSingleTouch: Bool { touchProtocol != .slots }

  private mutating func select(_ slot: Int, _ time: Timestamp) {
    if !isSingleTouch { emit(time, EventType.abs, AbsCode.mtSlot, Int32(slot)) }
  }

  /// Writes both axes of a position on the path.
  private mutating func place(_ index: Int, _ time: Timestamp) {
    let position = path[index]
    let (x, y) =
      isSingleTouch ? (AbsCode.x, AbsCode.y) : (AbsCode.mtPositionX, AbsCode.mtPositionY)
    emit(time, EventType.abs, x, position.x)
    emit(time, EventType.abs, y, position.y)
  }

  /// Writes BTN_TOUCH of a panel with slots that has it, where it changes.
  private mutating func tellTouch(_ time: Timestamp) {
    guard hasTouchKey, !isSingleTouch, isTouchTold == walkers.isEmpty else { return }
    isTouchTold.toggle()
    emit(time, EventType.key, KeyCode.btnTouch, isTouchTold ? 1 : 0)
  }

  private mutating func emit(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    steps.append(.step(.event(InputEvent(time: time, type: type, code: code, value: value))))
  }
}

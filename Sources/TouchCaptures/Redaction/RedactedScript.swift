import TouchCore

/// Writes the steps for moments: the events that would have made them.
struct RedactedScript: ~Copyable {
  /// A contact that is down.
  struct Walker {
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

  /// Nil where contacts have slots.
  let downSignal: PanelReading.DownSignal?
  private let slotCount: Int
  let path: FixedPath
  let hasTouchKey: Bool
  let pressure: Int32
  var walkers: [Walker] = []
  /// The slots whose last contact was a palm.
  var palms: Set<Int> = []
  /// Whether the state was told and not confirmed: contacts that begin are inherited.
  var isUnsettled = false
  /// Whether what was known is lost, so that a state must be told before the next contact.
  private var isLost = false
  /// What BTN_TOUCH said last.
  var isTouchTold = false
  /// The slots that a state told of and whose contacts have still to be told by a frame.
  var told: Set<Int> = []
  var steps: [RedactedStep] = []

  init(_ panel: Panel, _ reading: PanelReading) {
    if case .singleTouch(let signal) = reading.touchProtocol {
      downSignal = signal
    } else {
      downSignal = nil
    }
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
    let moments = inOrderOfEvents(moments)
    tellState(moments)
    if moments.contains(where: { $0.kind == .up(.timedOut) }) { timeOut(at: first.time) }
    var frameEnd = FrameEnd.none
    for moment in moments {
      switch moment.kind {
      case .down(let isInherited):
        begin(moment, isInherited, ends)
        frameEnd = max(frameEnd, .report)
      case .up(let reason):
        let isFollowed = moments.contains {
          $0.kind.isDown && $0.slot == moment.slot && $0.contact > moment.contact
        }
        frameEnd = max(frameEnd, end(moment, reason, isFollowed: isFollowed))
      case .dropped: frameEnd = .dropped
      case .distrusted: frameEnd = .distrusted
      case .fault: break
      }
    }
    // A capture that ended in the middle of a frame does so still.
    let isCutOff =
      moments.contains { $0.kind.isDown } && moments.contains { $0.kind == .up(.endOfCapture) }
    if !isCutOff { finish(frameEnd, at: first.time) }
  }

  /// Whoever times contacts out does so with all that are down, and others may begin after it.
  private mutating func timeOut(at time: Timestamp) {
    walkers.removeAll()
    steps.append(.step(.ended(.timedOut, time)))
    isTouchTold = false
  }

  /// A frame tells its moments by slot; contacts are numbered in the order of the events.
  private func inOrderOfEvents(_ moments: ArraySlice<RedactedMoment>) -> [RedactedMoment] {
    let begun = Set(moments.lazy.filter { $0.kind.isDown }.map(\.contact))
    func place(_ moment: RedactedMoment) -> Int {
      begun.contains(moment.contact) ? moment.contact : 0
    }
    return moments.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .map(\.element)
  }

  /// What ends a frame's events; the stronger one wins.
  enum FrameEnd: Comparable {
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
    if end > .suspension { (isLost, isTouchTold) = (end >= .distrusted, false) }
    // It comes back as a panel of which all is known.
    if case .ended(.removed) = end { isUnsettled = false }
  }

  // MARK: - State

  /// Tells the contacts that were down before the source saw them, since no event could.
  private mutating func tellState(_ moments: [RedactedMoment]) {
    var table = SlotTable(entries: Array(repeating: SlotTable.Entry(), count: slotCount))
    var (isTelling, next) = (isLost, 0)
    // A table numbers its contacts by slot; one that came later, or in a slot before, came by events.
    for moment in moments where walkers.isEmpty && !isUnsettled {
      guard case .down(isInherited: true) = moment.kind else { continue }
      guard table.entries.indices.contains(moment.slot), moment.slot >= next else { break }
      let id = downSignal == nil ? moment.trackingID : 0
      table.entries[moment.slot] = SlotTable.Entry(trackingID: id, x: path[0].x, y: path[0].y)
      (isTelling, next) = (true, moment.slot + 1)
    }
    guard isTelling, moments.contains(where: { $0.kind.isDown }) else { return }
    steps.append(.step(.state(table, isSettled: false)))
    (isLost, isUnsettled) = (false, true)
    told = Set(table.entries.indices.filter { table.entries[$0].trackingID >= 0 })
  }
}

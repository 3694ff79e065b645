import TouchCore

// The events of a contact.
extension RedactedScript {
  mutating func begin(
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
    switch downSignal {
    case nil:
      emit(moment.time, EventType.abs, AbsCode.mtTrackingID, moment.trackingID)
      if palms.remove(moment.slot) != nil {
        emit(moment.time, EventType.abs, AbsCode.mtToolType, ToolType.finger)
      }
    case .key(let key): emit(moment.time, EventType.key, key, 1)
    case .pressure: emit(moment.time, EventType.abs, AbsCode.pressure, pressure)
    }
  }

  /// - Parameter isFollowed: whether another contact begins in its slot in the same frame.
  mutating func end(
    _ moment: RedactedMoment, _ reason: EndReason, isFollowed: Bool
  ) -> FrameEnd {
    guard let index = walkers.firstIndex(where: { $0.contact == moment.contact }) else {
      return .none
    }
    walkers.remove(at: index)
    switch reason {
    case .lifted, .palm, .suspended, .endOfCapture:
      select(moment.slot, moment.time)
      place(FixedPath.moves + 1, moment.time)
      // What is down at the end stays so.
      if reason == .endOfCapture, !isFollowed {
        isTouchTold = false
      } else {
        release(moment, isPalm: reason == .palm)
      }
    case .replaced:
      // The next id in the slot ends it. Protocol A may give that another slot: then it is a lift.
      guard !isFollowed else { break }
      select(moment.slot, moment.time)
      release(moment, isPalm: false)
    // What ends the frame ends it too.
    case .dropped, .removed, .revoked, .timedOut:
      guard isFollowed else { break }
      select(moment.slot, moment.time)
      release(moment, isPalm: false)
    }
    return FrameEnd(reason)
  }

  private mutating func release(_ moment: RedactedMoment, isPalm: Bool) {
    switch downSignal {
    case nil:
      if isPalm {
        palms.insert(moment.slot)
        emit(moment.time, EventType.abs, AbsCode.mtToolType, ToolType.palm)
      }
      emit(moment.time, EventType.abs, AbsCode.mtTrackingID, -1)
    case .key(let key): emit(moment.time, EventType.key, key, 0)
    case .pressure: emit(moment.time, EventType.abs, AbsCode.pressure, 0)
    }
  }

  /// Writes the frames between down and up that are due before the moment.
  mutating func walk(until time: Timestamp) {
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

  private var isSingleTouch: Bool { downSignal != nil }

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
  mutating func tellTouch(_ time: Timestamp) {
    guard hasTouchKey, !isSingleTouch, isTouchTold == walkers.isEmpty else { return }
    isTouchTold.toggle()
    emit(time, EventType.key, KeyCode.btnTouch, isTouchTold ? 1 : 0)
  }

  mutating func emit(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    steps.append(.step(.event(InputEvent(time: time, type: type, code: code, value: value))))
  }
}

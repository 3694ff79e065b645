// How an event changes a slot, and how a slot's change becomes part of the frame.
extension FrameAssembler {
  @inline(always)
  mutating func feedAxis(_ event: InputEvent) {
    if hasSlots {
      feedSlotAxis(event)
    } else if isProtocolA {
      reports.take(event.code, event.value)
    } else {
      feedSingleAxis(event)
    }
  }

  private mutating func feedSlot(_ event: InputEvent) {
    select(event.value)
    if currentSlot == nil {
      frame.findings.append(
        Finding(time: event.time, rule: .slotOutOfRange(event.value, count: slots.count)))
    }
  }

  @inline(always)
  private mutating func feedSlotAxis(_ event: InputEvent) {
    if event.code == AbsCode.mtSlot { return feedSlot(event) }
    guard let index = currentSlot else { return }
    switch event.code {
    case AbsCode.mtPositionX: slots[index].set(.x, event.value, at: now)
    case AbsCode.mtPositionY: slots[index].set(.y, event.value, at: now)
    case AbsCode.mtTrackingID:
      feedTrackingID(event.value, index)
      slots[index].lastNews = now
    case AbsCode.mtPressure: slots[index].set(.pressure, event.value, at: now)
    case AbsCode.mtTouchMajor: slots[index].set(.major, event.value, at: now)
    case AbsCode.mtToolType: slots[index].set(.tool, event.value, at: now)
    default: return
    }
    include(index)
  }

  private mutating func feedSingleAxis(_ event: InputEvent) {
    switch event.code {
    case AbsCode.x: slots[0].set(.x, event.value, at: now)
    case AbsCode.y: slots[0].set(.y, event.value, at: now)
    case AbsCode.pressure:
      slots[0].set(.pressure, event.value, at: now)
      if downSignal == .pressure { feedDownSignal(event.value > 0) }
    default: return
    }
    include(0)
  }

  private mutating func feedTrackingID(_ id: Int32, _ index: Int) {
    guard id >= 0 else {
      end(index, slots[index].contact.tool == ToolType.palm ? .palm : .lifted)
      slots[index].free()
      return
    }
    guard id != slots[index].trackingID else { return }
    end(index, .replaced)
    begin(id, inSlot: index, isInherited: knowledge == .unsettled)
  }

  mutating func feedDownSignal(_ isDown: Bool) {
    if !isDown {
      end(0, .lifted)
      slots[0].free()
    } else if slots[0].phase == .free {
      begin(Int32(truncatingIfNeeded: contactCount), inSlot: 0, isInherited: isUnsettled)
    }
    touch(0)
  }

  /// Makes the slot current; none if the panel does not have it, so that its events go nowhere.
  mutating func select(_ slot: Int32) {
    currentSlot = slots.indices.contains(Int(slot)) ? Int(slot) : nil
  }

  mutating func begin(_ id: Int32, inSlot index: Int, isInherited: Bool) {
    contactCount += 1
    downCount += 1
    slots[index].begin(
      Contact(number: contactCount, slot: index, trackingID: id, isInherited: isInherited))
    touch(index)
  }

  /// Ends the slot's contact if it has one, and tells of it; one that began in this very frame is
  /// told to have begun first, so that the shortest tap is not lost; so is one that filters held back.
  mutating func end(_ index: Int, _ reason: EndReason) {
    guard slots[index].isLive else { return }
    if slots[index].phase == .began {
      if reason == .lifted || reason == .replaced, !slots[index].contact.isInherited {
        noteUntold(index)
      }
      noteRange(index, at: now)
      append(.down, index)
    }
    if reason == .lifted, slots[index].isDirty, let last = noteJump(index) {
      // Controllers that post a wrong position with the lift: it is no part of the stroke.
      append(.up(reason), last)
    } else {
      if reason == .lifted { noteTap(index) }
      noteRange(index, at: now)
      append(.up(reason), index)
    }
    let told = frame.changes[frame.changes.count - 1].contact
    if reason == .lifted, told.mayDraw {
      flickers.note(told, at: now)
    }
    slots[index].end()
    downCount -= 1
  }

  @inline(always)
  mutating func append(_ kind: ContactChange.Kind, _ index: Int) {
    append(kind, slots[index].contact)
  }

  @inline(always)
  private mutating func append(_ kind: ContactChange.Kind, _ contact: Contact) {
    if contact.slot < lastTold { isSorted = false }
    lastTold = contact.slot
    frame.changes.append(ContactChange(kind: kind, contact: contact))
  }

  mutating func touch(_ index: Int) {
    slots[index].lastNews = now
    include(index)
  }

  /// Makes the frame tell of the slot, if there is something to tell.
  private mutating func include(_ index: Int) {
    firstTouched = min(firstTouched, index)
    lastTouched = max(lastTouched, index)
  }

  // MARK: - The frame

  mutating func startFrame() {
    frame.changes.removeAll(keepingCapacity: true)
    (lastTold, isSorted) = (0, true)
    if !frame.findings.isEmpty { frame.findings.removeAll(keepingCapacity: true) }
    isFrameComplete = false
  }

  mutating func finish(at time: Timestamp) {
    if isProtocolA { reports.clear() }
    sortBySlot()
    (firstTouched, lastTouched) = (.max, -1)
    frame.time = time
    isFrameComplete = true
  }

  /// Tells what the frame did to the slot.
  mutating func update(_ index: Int, at time: Timestamp) {
    if filters == .none, slots[index].isPlainMove(in: reading, by: reach) {
      append(.move, index)
      slots[index].announce(at: time)
      return
    }
    guard slots[index].isLive else { return }
    let isNew = slots[index].phase == .began
    guard isNew || slots[index].isDirty else { return }
    if filters != .none, !slots[index].pass(filters) { return }
    if !isNew { markJump(index) }
    noteRange(index, at: time)
    if slots[index].contact.tool == ToolType.palm {
      end(index, .palm)
    } else {
      if isNew {
        noteGhostPlace(index)
        noteFlicker(index)
      }
      append(isNew ? .down : .move, index)
      slots[index].announce(at: time)
    }
  }

  private mutating func noteRange(_ index: Int, at time: Timestamp) {
    let number = slots[index].contact.number
    if let x = slots[index].contact.x, !reading.x.contains(x), !slots[index].saidOutOfRangeX {
      slots[index].saidOutOfRangeX = true
      let rule = Finding.Rule.outOfRange(.x, value: x, reading.x)
      frame.findings.append(Finding(time: time, contact: number, rule: rule))
    }
    if let y = slots[index].contact.y, !reading.y.contains(y), !slots[index].saidOutOfRangeY {
      slots[index].saidOutOfRangeY = true
      let rule = Finding.Rule.outOfRange(.y, value: y, reading.y)
      frame.findings.append(Finding(time: time, contact: number, rule: rule))
    }
  }

  mutating func endLive(_ reason: EndReason) {
    for index in slots.indices {
      end(index, reason)
      slots[index].free()
    }
  }

  /// No lift counts in a frame that never came whole.
  mutating func replaceLifts(by reason: EndReason) {
    for index in frame.changes.indices where frame.changes[index].kind == .up(.lifted) {
      frame.changes[index] = ContactChange(
        kind: .up(reason), contact: frame.changes[index].contact)
    }
  }

  /// A stable insertion sort: the changes come nearly sorted, and are few.
  private mutating func sortBySlot() {
    guard !isSorted else { return }
    for position in 1..<frame.changes.count {
      var index = position
      while index > 0, frame.changes[index - 1].contact.slot > frame.changes[index].contact.slot {
        frame.changes.swapAt(index - 1, index)
        index -= 1
      }
    }
  }
}

// Protocol B, and the one contact of a single-touch panel, which is linted as a slot of its own.
extension ProtocolLinter {
  mutating func takeSlotAxis(_ event: InputEvent) {
    if event.code == AbsCode.mtSlot {
      currentSlot = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil
      if currentSlot == nil { note(.slotOutOfRange(event.value, count: slots.count)) }
      return
    }
    guard event.code > AbsCode.mtSlot else {
      checkRange(event, slot: nil)
      return
    }
    guard let index = currentSlot else { return }
    if event.code == AbsCode.mtTrackingID {
      takeTrackingID(event, index)
      return
    }
    if !slots[index].isLive { slots[index].noteStrayAxis() }
    switch event.code {
    case AbsCode.mtPositionX: slots[index].hasX = true
    case AbsCode.mtPositionY: slots[index].hasY = true
    case AbsCode.mtDistance: slots[index].isHovering = event.value > 0
    default: break
    }
    checkRange(event, slot: index)
  }

  private mutating func takeTrackingID(_ event: InputEvent, _ index: Int) {
    let id = event.value
    if id < -1 { note(.idBelowMinusOne(id)) }
    guard id >= 0 else {
      switch slots[index].phase {
      case .live: end(index)
      case .free: note(.liftOfNothing(slot: index))
      case .unknown: break
      }
      slots[index].free()
      return
    }
    if slots[index].isLive {
      guard slots[index].id != id else { return }
      note(.replaced(slot: index, old: slots[index].id, new: id))
      end(index)
    }
    slots[index].begin(id, event: eventCount)
    checkRange(event, slot: index)
  }

  /// Ends the slot's contact as far as the linter has to say something of it.
  private mutating func end(_ index: Int) {
    guard slots[index].isLive, let missing = slots[index].missing else { return }
    note(.noPosition(missing, began: slots[index].began))
  }

  mutating func takeSingleAxis(_ event: InputEvent) {
    switch event.code {
    case AbsCode.x: slots[0].hasX = true
    case AbsCode.y: slots[0].hasY = true
    case AbsCode.pressure where singleKey == nil: takeSinglePress(event.value > 0)
    default: break
    }
    checkRange(event, slot: 0)
  }

  mutating func takeKey(_ event: InputEvent) {
    let isOwn = event.code == KeyCode.btnTouch || mode == .single && event.code == singleKey
    guard isOwn, event.value != 2 else { return }
    let isDown = event.value != 0
    switch mode {
    case .slots:
      // A key's event is a change: before a press nothing touched.
      if isTouching == nil, isDown { freeUnknownSlots() }
    case .packets:
      if !isDown { wasReleased = true }
    case .single:
      takeSinglePress(isDown)
    }
    isTouching = isDown
  }

  private mutating func takeSinglePress(_ isDown: Bool) {
    if !isDown {
      end(0)
      slots[0].free()
    } else if !slots[0].isLive {
      slots[0].begin(0, event: eventCount)
    }
  }

  /// What tells that a single-touch panel's contact is down, where it is a key.
  private var singleKey: UInt16? {
    [KeyCode.btnTouch, KeyCode.btnLeft, KeyCode.btn0].first(where: panel.declaresKey)
  }

  private mutating func freeUnknownSlots() {
    // A contact that hovers does not touch.
    guard !panel.declaresAxis(AbsCode.mtDistance) else { return }
    for index in slots.indices where slots[index].phase == .unknown { slots[index].free() }
  }

  mutating func endSlotFrame() {
    var (touching, unknown) = (0, 0)
    for index in slots.indices {
      if slots[index].isNew { checkID(index) }
      if slots[index].hasStrayAxis { checkStrayAxis(index) }
      if slots[index].isLive, !slots[index].isHovering { touching += 1 }
      if slots[index].phase == .unknown { unknown += 1 }
    }
    if isTouching == false, touching == 0 {
      freeUnknownSlots()
    }
    checkTouch(contacts: touching, unknown: unknown)
  }

  private mutating func checkID(_ index: Int) {
    slots[index].isNew = false
    let id = slots[index].id
    let isTaken = slots.indices.contains {
      $0 != index && slots[$0].isLive && !slots[$0].isNew && slots[$0].id == id
    }
    if isTaken { note(.idUsedTwice(id)) }
  }

  private mutating func checkStrayAxis(_ index: Int) {
    slots[index].hasStrayAxis = false
    guard slots[index].phase == .free, !slots[index].saidStrayAxis else { return }
    slots[index].saidStrayAxis = true
    note(.axisOnFreeSlot(index))
  }

  /// Holds BTN_TOUCH against the number of contacts that touch.
  mutating func checkTouch(contacts: Int, unknown: Int) {
    guard let isTouching else { return }
    let disagrees = isTouching ? contacts == 0 && unknown == 0 : contacts > 0
    if disagrees, !saidTouchDisagrees {
      note(.touchDisagrees(isDown: isTouching, contacts: contacts))
    }
    saidTouchDisagrees = disagrees
  }

  mutating func finishSlots() {
    for index in slots.indices {
      if slots[index].isLive {
        end(index)
        note(.noLift(began: slots[index].began))
      } else if slots[index].hasUnexplainedAxis, mode == .slots {
        note(.noTrackingID(slot: index))
      }
    }
  }

  mutating func adopt(_ table: SlotTable) {
    for index in slots.indices where index < table.entries.count {
      slots[index].adopt(table.entries[index])
    }
    currentSlot = slots.indices.contains(Int(table.currentSlot)) ? Int(table.currentSlot) : nil
  }

  /// - Parameter slot: nil for an axis that is no slot's.
  mutating func checkRange(_ event: InputEvent, slot: Int?) {
    // The orientation of an ellipse may exceed its range, by the protocol's own text.
    guard event.code != AbsCode.mtOrientation, let range = panel.axes[event.code],
      range.verdict != .empty, !range.contains(event.value)
    else { return }
    let rule = ProtocolRule.outOfRange(code: event.code, value: event.value, range)
    let bit: UInt64 = 1 << UInt64(event.code & 63)
    if let slot {
      guard slots[slot].saidOutOfRange & bit == 0 else { return }
      slots[slot].saidOutOfRange |= bit
    } else {
      guard saidOutOfRange & bit == 0 else { return }
      saidOutOfRange |= bit
    }
    note(rule)
  }
}

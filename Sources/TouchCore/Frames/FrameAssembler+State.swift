// State that comes from outside the events: what the kernel tells when asked, and ends that no event
// brings.
extension FrameAssembler {
  /// Takes over the state that the kernel tells: at open, after a drop, after a resume. Contacts that
  /// are down by it are inherited; the next frame tells of them, since the kernel may have been in
  /// the middle of one when it was asked.
  ///
  /// Call it with no contact live: at open, or after `Step.dropped` or an end of all contacts.
  ///
  /// - Parameter isSettled: false after a drop, until `settle()`: a contact that begins before that
  ///   is inherited too.
  public mutating func adopt(_ table: SlotTable, isSettled: Bool) {
    precondition(downCount == 0, "contacts must be ended before the state is replaced")
    (firstTouched, lastTouched) = (.max, -1)
    reports.clear()
    reports.mayHoldInherited = table.contactCount > 0
    for index in slots.indices {
      slots[index].forget()
      guard index < table.entries.count else { continue }
      if isProtocolA, reportKey == nil { continue }
      slots[index].adopt(table.entries[index])
      if table.entries[index].trackingID >= 0 {
        begin(table.entries[index].trackingID, inSlot: index, isInherited: true)
        // The time of the answer is not known.
        slots[index].lastNews = nil
      }
    }
    isFrameComplete = true
    select(table.currentSlot)
    knowledge = isSettled ? .known : .unsettled
  }

  /// Whether the events built what the kernel tells when asked again, on an empty queue.
  public func agrees(with table: SlotTable) -> Bool {
    if isProtocolA {
      return reportKey == nil || (table.contactCount > 0) == (downCount > 0)
    }
    guard table.entries.count == slots.count else { return false }
    for index in slots.indices {
      let entry = table.entries[index]
      let isSame =
        downSignal == nil
        ? slots[index].agrees(with: entry)
        : (slots[index].trackingID >= 0) == (entry.trackingID >= 0)
      guard isSame else { return false }
    }
    return true
  }

  /// Says that the state is confirmed: contacts that begin from now on are fresh.
  public mutating func settle() {
    if knowledge == .unsettled { knowledge = .known }
  }

  /// Ends every contact as dropped, in a frame of its own, since the kernel kept disagreeing; the
  /// caller adopts its state next.
  public mutating func distrust(at time: Timestamp) {
    beginEnd(by: .dropped, at: time)
    endLive(.dropped)
    frame.findings.append(Finding(time: time, rule: .stateDisagrees))
    finish(at: time)
  }

  /// Begins a frame of ends; what an unfinished one holds stays in it.
  private mutating func beginEnd(by reason: EndReason, at time: Timestamp) {
    now = time
    if isFrameComplete {
      startFrame()
    } else {
      replaceLifts(by: reason)
    }
  }

  /// Ends every contact, in a frame of its own. What an unfinished frame held counts as far as it
  /// went, but no lift in it counts as one.
  public mutating func endAll(_ reason: EndReason, at time: Timestamp) {
    beginEnd(by: reason, at: time)
    endLive(reason)
    if reason == .timedOut { frame.findings.append(Finding(time: time, rule: .stateDisagrees)) }
    finish(at: time)
  }

  /// Ends every contact as the end of a capture does, at the time of the newest event.
  ///
  /// - Returns: the frame of it; nil if nothing is down and no frame has begun.
  public mutating func endCapture() -> Frame? {
    let isInside = isInsideFrame
    guard downCount > 0 || isInside else { return nil }
    endAll(.endOfCapture, at: frame.time)
    if isInside { frame.findings.append(Finding(time: frame.time, rule: .incompleteFrame)) }
    return frame
  }
}

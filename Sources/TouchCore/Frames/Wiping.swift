extension [ContactChange] {
  /// Empties the array and overwrites all that was in it; its memory is kept.
  public mutating func wipe() {
    for index in indices { self[index] = .nowhere }
    // What was there before, and is not counted any more.
    let hidden = capacity - count
    for _ in 0..<hidden { append(.nowhere) }
    removeAll(keepingCapacity: true)
  }
}

extension ContactChange {
  fileprivate static let nowhere = ContactChange(
    kind: .move, contact: Contact(number: 0, slot: 0, trackingID: 0, isInherited: false))
}

extension FrameAssembler {
  /// Overwrites where contacts were, as far as nothing builds on it: of each slot its last position
  /// stays, since the kernel tells only what changes.
  public mutating func wipe() {
    // What a frame holds that is not whole yet is still to be told.
    if isFrameComplete {
      frame.changes.wipe()
      reports.wipe()
    }
    matcher.wipe()
    flickers.wipe()
    for index in slots.indices { slots[index].wipe() }
  }
}

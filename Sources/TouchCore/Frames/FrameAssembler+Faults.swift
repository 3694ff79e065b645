// Contacts that do what no finger does. Each is told and let go on, but can draw nothing.
extension FrameAssembler {
  /// The longest contact that is a tap.
  private static let longestTap: Int64 = 100_000
  /// Longer than anybody rests in the middle of a pattern. Our own choice: the kernel has none.
  private static let longestRest: Int64 = 30_000_000
  private static let timeBetweenLooks: Int64 = 1_000_000

  mutating func noteGhost(_ ghost: Finding.Ghost, _ index: Int) {
    slots[index].markFaulty()
    let number = slots[index].contact.number
    frame.findings.append(Finding(time: now, contact: number, rule: .ghost(ghost)))
  }

  /// Judges a contact that ends and was never told.
  mutating func noteUntold(_ index: Int) {
    if !slots[index].isHeld {
      noteGhost(.noDuration, index)
    } else if !slots[index].wasPressed {
      noteGhost(.tooLight(least: filters.leastPressure), index)
    }
  }

  /// Looks whether a contact begins where no finger can be, or where ghosts come.
  mutating func noteGhostPlace(_ index: Int) {
    guard let position = slots[index].contact.position else { return }
    if reading.x.isFarBeyond(position.x) || reading.y.isFarBeyond(position.y) {
      noteGhost(.beyondRange, index)
    } else if ghosts.isGhostPlace(position) {
      noteGhost(.atGhostPlace, index)
    }
  }

  /// Looks whether a contact begins where another was lifted just before.
  mutating func noteFlicker(_ index: Int) {
    let contact = slots[index].contact
    guard contact.mayDraw, let position = contact.position,
      let lift = flickers.lift(at: position, now)
    else { return }
    let rule = Finding.Rule.flicker(after: lift.contact, microseconds: lift.gap)
    frame.findings.append(Finding(time: now, contact: contact.number, rule: rule))
  }

  /// Remembers a contact that was lifted where it began, as soon as it began; one that went on from
  /// where ghosts come was a finger.
  mutating func noteTap(_ index: Int) {
    let slot = slots[index]
    guard let beginning = slot.beginning, let position = slot.contact.position else { return }
    guard slot.isStill else {
      if let first = slot.first { ghosts.forgive(first) }
      return
    }
    guard now.microseconds(since: beginning) <= Self.longestTap else { return }
    guard let period = ghosts.note(position, at: beginning) else { return }
    let rule = Finding.Rule.ghost(.periodic(microseconds: period))
    frame.findings.append(Finding(time: now, contact: slot.contact.number, rule: rule))
  }

  /// Looks whether a contact is farther from where it was than a finger gets.
  ///
  /// - Returns: if so, and that is told, the contact as it was.
  mutating func noteJump(_ index: Int) -> Contact? {
    guard !slots[index].isNear(by: reach) else { return nil }
    let slot = slots[index]
    let shown = slot.shown
    guard slot.phase == .down, let last = shown.contact.position,
      let position = slot.contact.position
    else { return nil }
    let elapsed = now.microseconds(since: shown.time)
    guard reach.isJump(from: last, to: position, in: elapsed, after: slot.interval) else {
      return nil
    }
    let distance = reach.millimetres(last, position)
    frame.findings.append(
      Finding(
        time: now, contact: slot.contact.number,
        rule: .jump(millimetres: distance, microseconds: elapsed)))
    return shown.contact
  }

  /// Marks a contact that jumped. It stays one, as its id says; but from here on it draws nothing.
  mutating func markJump(_ index: Int) {
    if noteJump(index) != nil { slots[index].markFaulty() }
  }

  /// Ends contacts that nothing was heard of for too long, so that they keep no other from drawing.
  mutating func endStuck(at time: Timestamp) {
    if let lastLook, 0..<Self.timeBetweenLooks ~= time.microseconds(since: lastLook) { return }
    lastLook = time
    for index in slots.indices where slots[index].isLive {
      let lastNews = slots[index].lastNews ?? time
      slots[index].lastNews = lastNews
      let silence = time.microseconds(since: lastNews)
      guard silence > Self.longestRest else { continue }
      let number = slots[index].contact.number
      frame.findings.append(
        Finding(time: time, contact: number, rule: .stuck(seconds: Int(silence / 1_000_000))))
      end(index, .timedOut)
    }
  }
}

extension AxisRange {
  /// Whether the value is farther beyond the range than half its length: a wrong range is not so
  /// wrong.
  fileprivate func isFarBeyond(_ value: Int32) -> Bool {
    let (low, high) = (Int64(min(minimum, maximum)), Int64(max(minimum, maximum)))
    let half = (high - low) / 2
    return Int64(value) < low - half || Int64(value) > high + half
  }
}

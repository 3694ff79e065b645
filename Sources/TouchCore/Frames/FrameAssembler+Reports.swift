// Protocol A: a frame holds every contact that is down, and none tells which it was before. Each is
// given to the contact that it continues; a contact that is not in the frame has ended.
extension FrameAssembler {
  /// The longest that a contact is known by its place alone where no key says that it is down: five
  /// times the kernel's own patience with panels that forget a lift (hid-multitouch, Linux 6.12).
  private static let longestSilence: Int64 = 500_000

  mutating func feedReportKey(isDown: Bool) {
    guard !isDown else {
      reports.key = .down
      return
    }
    reports.clear()
    reports.key = .upNow
    reports.mayHoldInherited = false
    endLive(.lifted)
  }

  mutating func closeReport(at time: Timestamp) {
    guard reports.close() else { return noteTooMany(at: time) }
  }

  private mutating func noteTooMany(at time: Timestamp) {
    let rule = Finding.Rule.slotOutOfRange(Int32(slots.count), count: slots.count)
    if !frame.findings.contains(where: { $0.rule == rule }) {
      frame.findings.append(Finding(time: time, rule: rule))
    }
  }

  /// Gives the frame's reports to their contacts.
  mutating func matchReports(at time: Timestamp) {
    if !reports.closeUnmarked() { noteTooMany(at: time) }
    defer { reports.clear() }
    guard reports.tellsContacts, reports.key != .upNow else { return }
    let gap = reports.lastTime.map { time.microseconds(since: $0) } ?? 0
    if gap > Self.longestSilence, reports.key != .down { endLive(.timedOut) }
    reports.lastTime = time

    pair(within: reach.squared(after: gap))
    endUnpaired()
    for index in reports.reports.indices { place(reports.reports[index]) }
    reports.mayHoldInherited = false
  }

  private mutating func pair(within squaredReach: Double) {
    let (rows, columns) = (reports.reports.count, slots.count)
    guard rows > 0 else { return }
    for row in 0..<rows {
      for column in 0..<columns {
        matcher[row, column] = cost(row, column, within: squaredReach)
      }
      // Each report has a column of its own, for continuing nothing.
      for other in 0..<rows {
        matcher[row, columns + other] = other == row ? squaredReach : ContactMatcher.forbidden
      }
    }
    matcher.solve(rows: rows, columns: columns + rows)
    for column in 0..<columns {
      if let row = matcher.row(of: column) { reports.reports[row].slot = column }
    }
  }

  private func cost(_ row: Int, _ column: Int, within squaredReach: Double) -> Double {
    let slot = slots[column]
    guard slot.phase != .free else { return ContactMatcher.forbidden }
    // One that was down before the first frame may be anywhere.
    guard let last = slot.contact.position, let position = reports.reports[row].position else {
      return 0
    }
    guard slot.reportedID == reports.reports[row].trackingID else {
      return ContactMatcher.forbidden
    }
    let squared = reach.squaredDistance(last, position)
    return squared <= squaredReach ? squared : ContactMatcher.forbidden
  }

  /// Ends the contacts that no report continues.
  private mutating func endUnpaired() {
    for index in slots.indices where slots[index].phase != .free {
      if let reason = reports.reasonOfEnd(inSlot: index, slots[index].reportedID) {
        end(index, reason)
        slots[index].forget()
      }
    }
  }

  private mutating func place(_ report: ContactReports.Report) {
    let index: Int
    if let slot = report.slot {
      index = slot
    } else {
      guard let free = freeSlot else { return }
      index = free
      let id = report.trackingID ?? Int32(truncatingIfNeeded: contactCount)
      begin(id, inSlot: index, isInherited: isUnsettled || reports.mayHoldInherited)
    }
    slots[index].take(report, at: now)
    touch(index)
  }

  private var freeSlot: Int? {
    for index in slots.indices where slots[index].phase == .free { return index }
    return nil
  }
}

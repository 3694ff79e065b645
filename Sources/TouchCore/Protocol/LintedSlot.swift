/// What the linter knows of one slot, or of a single-touch panel's one contact.
struct LintedSlot: Sendable {
  enum Phase {
    /// The events began, or went on after a drop, with no word on it.
    case unknown
    case free
    case live
  }

  private(set) var phase = Phase.unknown
  private(set) var id: Int32 = -1
  /// The number of the event that its contact began with.
  private(set) var began = 0
  /// Whether its contact began in this frame.
  var isNew = false
  /// Values outlive a contact, as they do in the kernel.
  var hasX = false
  var hasY = false
  /// Whether its contact hovers: it is none that BTN_TOUCH counts.
  var isHovering = false
  /// Whether an axis came in this frame while no contact was known.
  var hasStrayAxis = false
  /// Whether an axis came before the slot's first tracking id.
  private(set) var hasUnexplainedAxis = false
  var saidStrayAxis = false
  /// The axes whose range its contact was said to have left, a bit for each code.
  var saidOutOfRange: UInt64 = 0

  var isLive: Bool { phase == .live }

  /// What of the position was never given.
  var missing: ProtocolRule.PositionAxes? {
    if hasX { return hasY ? nil : .y }
    return hasY ? .x : .both
  }

  mutating func begin(_ id: Int32, event: Int) {
    (phase, self.id, began, isNew) = (.live, id, event, true)
    (saidStrayAxis, hasUnexplainedAxis) = (false, false)
    saidOutOfRange = 0
  }

  mutating func free() {
    (phase, id, isNew) = (.free, -1, false)
    hasUnexplainedAxis = false
  }

  mutating func noteStrayAxis() {
    hasStrayAxis = true
    if phase == .unknown { hasUnexplainedAxis = true }
  }

  mutating func adopt(_ entry: SlotTable.Entry) {
    self = LintedSlot()
    (hasX, hasY) = (entry.x != nil, entry.y != nil)
    phase = entry.trackingID >= 0 ? .live : .free
    id = max(-1, entry.trackingID)
  }
}

/// What the assembler knows of one slot.
///
/// The axis values outlive a contact: the kernel sends a value only when it changes, so a new contact
/// that lands where the last one left has no event for it.
struct SlotState {
  enum Axis {
    case x
    case y
    case pressure
    case major
    case tool
  }

  /// Where the slot's contact stands.
  enum Phase {
    /// No contact.
    case free
    /// A contact that no frame has told of yet.
    case began
    /// A contact that a frame has told of.
    case down
    /// A contact that ended before its id did (a palm, or a single-touch key that is still held).
    case ended
  }

  private(set) var phase = Phase.free
  /// Whether a value changed since the last frame.
  var isDirty = false
  /// The contact with the slot's values as they are now.
  private(set) var contact = SlotState.none
  /// The id that protocol A told with the contact, if it did.
  private(set) var reportedID: Int32?
  /// The contact as the last frame told it, and when; nothing worth in another phase than down.
  private(set) var shown: (contact: Contact, time: Timestamp)
  /// The microseconds between the last two frames that told of it.
  private(set) var interval: Int64?
  /// When it began.
  private(set) var beginning: Timestamp?
  /// Where it began.
  private(set) var first: DevicePoint?
  /// Whether it was never anywhere else.
  private(set) var isStill = true
  /// The last time that an event was for it; nil until a frame came.
  var lastNews: Timestamp?
  /// Whether a finding was given for the contact's position on that axis.
  var saidOutOfRangeX = false
  var saidOutOfRangeY = false

  /// Whether noise filters keep the contact from being told yet, since it is too light or too new.
  private(set) var isHeld = false
  /// Whether it was ever pressed as hard as they want.
  private(set) var wasPressed = false
  private var window = PositionWindow.empty
  /// The newest sample, while the contact has the filtered position in its place.
  private var sample: DevicePoint?

  private static let none = Contact(number: 0, slot: 0, trackingID: -1, isInherited: false)

  init() { shown = (Self.none, Timestamp(microseconds: 0)) }

  /// The id of the contact that holds the slot, −1 if none does.
  var trackingID: Int32 { phase == .free ? -1 : contact.trackingID }

  /// Whether its contact is one that must still be told to have ended.
  var isLive: Bool { phase == .began || phase == .down }

  mutating func set(_ axis: Axis, _ value: Int32, at time: Timestamp) {
    lastNews = time
    if let sample { restore(sample) }
    switch axis {
    case .x: contact.x = value
    case .y: contact.y = value
    case .pressure: contact.pressure = value
    case .major: contact.major = value
    case .tool: contact.tool = value
    }
    isDirty = true
  }

  /// Takes what a protocol-A frame tells of the contact; it tells all of it, changed or not.
  mutating func take(_ report: ContactReports.Report, at time: Timestamp) {
    reportedID = report.trackingID
    if let value = report.x, value != contact.x { set(.x, value, at: time) }
    if let value = report.y, value != contact.y { set(.y, value, at: time) }
    if let value = report.pressure, value != contact.pressure { set(.pressure, value, at: time) }
    if let value = report.major, value != contact.major { set(.major, value, at: time) }
    if let value = report.tool, value != contact.tool { set(.tool, value, at: time) }
  }

  mutating func begin(_ next: Contact) {
    if let sample { restore(sample) }
    let last = contact
    contact = next
    contact.takeAxes(of: last)
    phase = .began
    (interval, beginning, first, lastNews) = (nil, nil, nil, nil)
    isStill = true
    saidOutOfRangeX = false
    saidOutOfRangeY = false
    (isHeld, wasPressed) = (false, false)
    window = PositionWindow.empty
    sample = nil
  }

  /// Puts the newest sample back, for events that change one axis of it.
  private mutating func restore(_ newest: DevicePoint) {
    (contact.x, contact.y) = (newest.x, newest.y)
    sample = nil
  }

  /// Takes a sample through the filters.
  ///
  /// - Returns: whether there is anything to be told of the contact.
  mutating func pass(_ filters: NoiseFilters) -> Bool {
    if let pressure = contact.pressure, pressure < filters.leastPressure {
      isDirty = false
      isHeld = phase == .began
      return false
    }
    wasPressed = true
    guard filters.median > 1, let position = contact.position else { return true }
    window.add(position, size: filters.median)
    sample = position
    if let median = window.median { (contact.x, contact.y) = (median.x, median.y) }
    isHeld = phase == .began && window.count < filters.median
    if isHeld { isDirty = false }
    return !isHeld
  }

  /// Notes that a frame tells the contact as it is now.
  mutating func announce(at time: Timestamp) {
    isDirty = false
    if phase == .down {
      interval = time.microseconds(since: shown.time)
      if isStill { isStill = contact.position == first }
    } else {
      phase = .down
      beginning = time
      first = contact.position
    }
    shown = (contact, time)
  }

  /// Whether the contact is where a finger may be, coming from where a frame told it last, whatever the
  /// time between.
  // In line, as the next: a call would copy the slot.
  @inline(always)
  func isNear(by reach: FingerReach) -> Bool {
    guard phase == .down, let last = shown.contact.position, let position = contact.position else {
      return true
    }
    return reach.isNear(last, position)
  }

  /// Whether its contact moved and there is nothing else to tell of it.
  @inline(always)
  func isPlainMove(in reading: PanelReading, by reach: FingerReach) -> Bool {
    guard phase == .down, isDirty, contact.tool != ToolType.palm, isNear(by: reach),
      let position = contact.position
    else { return false }
    return reading.x.contains(position.x) && reading.y.contains(position.y)
  }

  mutating func markFaulty() { contact.isFaulty = true }

  /// Ends the contact; the slot stays its own until its id goes.
  mutating func end() {
    phase = .ended
    first = nil
  }

  mutating func free() {
    phase = .free
    isDirty = false
  }

  /// Forgets the values: nobody told of them, or too much was missed.
  mutating func forget() {
    self = SlotState()
  }

  /// Overwrites the positions of a contact that is over, but the last.
  mutating func wipe() {
    guard !isLive else { return }
    window = PositionWindow.empty
    sample = nil
  }

  mutating func adopt(_ entry: SlotTable.Entry) {
    self = SlotState()
    (contact.x, contact.y) = (entry.x, entry.y)
    (contact.pressure, contact.major, contact.tool) = (entry.pressure, entry.major, entry.tool)
  }

  /// Whether the slot is what the entry says it is.
  func agrees(with entry: SlotTable.Entry) -> Bool {
    let id = entry.trackingID < 0 ? -1 : entry.trackingID
    guard trackingID == id else { return false }
    let (x, y) = (sample?.x ?? contact.x, sample?.y ?? contact.y)
    return id < 0
      || x == entry.x && y == entry.y && contact.pressure == entry.pressure
        && contact.major == entry.major && contact.tool == entry.tool
  }
}

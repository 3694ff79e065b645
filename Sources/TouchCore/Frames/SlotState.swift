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
  private(set) var contact = SlotState.none
  /// The id that protocol A told with the contact, if it did.
  private(set) var reportedID: Int32?
  /// The contact as the last frame told it, and when.
  private(set) var shown: (contact: Contact, time: Timestamp)?
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

  private var x: Int32?
  private var y: Int32?
  private var pressure: Int32?
  private var major: Int32?
  private(set) var tool: Int32?

  private static let none = Contact(number: 0, slot: 0, trackingID: -1, isInherited: false)

  /// The id of the contact that holds the slot, −1 if none does.
  var trackingID: Int32 { phase == .free ? -1 : contact.trackingID }

  /// Whether its contact is one that must still be told to have ended.
  var isLive: Bool { phase == .began || phase == .down }

  /// The contact with the slot's values as they are now.
  var current: Contact {
    var contact = contact
    let median = window.median
    contact.x = median?.x ?? x
    contact.y = median?.y ?? y
    contact.pressure = pressure
    contact.major = major
    contact.tool = tool
    return contact
  }

  mutating func set(_ axis: Axis, _ value: Int32) {
    switch axis {
    case .x: x = value
    case .y: y = value
    case .pressure: pressure = value
    case .major: major = value
    case .tool: tool = value
    }
    isDirty = true
  }

  /// Takes what a protocol-A frame tells of the contact; it tells all of it, changed or not.
  mutating func take(_ report: ContactReports.Report) {
    reportedID = report.trackingID
    if let value = report.x, value != x { set(.x, value) }
    if let value = report.y, value != y { set(.y, value) }
    if let value = report.pressure, value != pressure { set(.pressure, value) }
    if let value = report.major, value != major { set(.major, value) }
    if let value = report.tool, value != tool { set(.tool, value) }
  }

  mutating func begin(_ contact: Contact) {
    self.contact = contact
    phase = .began
    (shown, interval, beginning, first, lastNews) = (nil, nil, nil, nil, nil)
    isStill = true
    saidOutOfRangeX = false
    saidOutOfRangeY = false
    (isHeld, wasPressed) = (false, false)
    window = PositionWindow.empty
  }

  /// Takes a sample through the filters.
  ///
  /// - Returns: whether there is anything to be told of the contact.
  mutating func pass(_ filters: NoiseFilters) -> Bool {
    if let pressure, pressure < filters.leastPressure {
      isDirty = false
      isHeld = phase == .began
      return false
    }
    wasPressed = true
    guard filters.median > 1, let x, let y else { return true }
    window.add(DevicePoint(x: x, y: y), size: filters.median)
    isHeld = phase == .began && window.count < filters.median
    if isHeld { isDirty = false }
    return !isHeld
  }

  mutating func announce(at time: Timestamp) {
    phase = .down
    isDirty = false
    if let shown {
      interval = time.microseconds(since: shown.time)
      isStill = isStill && current.position == first
    } else {
      beginning = time
      first = current.position
    }
    shown = (current, time)
  }

  mutating func markFaulty() { contact.isFaulty = true }

  /// Ends the contact; the slot stays its own until its id goes.
  mutating func end() {
    phase = .ended
    (shown, first) = (nil, nil)
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
    if !isLive { window = PositionWindow.empty }
  }

  mutating func adopt(_ entry: SlotTable.Entry) {
    self = SlotState()
    x = entry.x
    y = entry.y
    pressure = entry.pressure
    major = entry.major
    tool = entry.tool
  }

  /// Whether the slot is what the entry says it is.
  func agrees(with entry: SlotTable.Entry) -> Bool {
    let id = entry.trackingID < 0 ? -1 : entry.trackingID
    guard trackingID == id else { return false }
    return id < 0
      || x == entry.x && y == entry.y && pressure == entry.pressure && major == entry.major
        && tool == entry.tool
  }
}

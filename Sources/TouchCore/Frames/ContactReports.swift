/// What a protocol-A frame tells before its end: each contact that is down, whose it is unknown yet.
struct ContactReports {
  /// One contact, up to its SYN_MT_REPORT.
  struct Report: BitwiseCopyable {
    var trackingID: Int32?
    var x: Int32?
    var y: Int32?
    var pressure: Int32?
    var major: Int32?
    var tool: Int32?
    /// The slot of the contact that it continues; nil for a new one.
    var slot: Int?

    var position: DevicePoint? {
      guard let x, let y else { return nil }
      return DevicePoint(x: x, y: y)
    }
  }

  /// What the down key said last.
  enum Key {
    case silent
    case down
    case up
    /// Up in this very frame: what its reports tell is where the contacts were.
    case upNow
  }

  var reports: [Report] = []
  /// Whether the frame tells of contacts, be it that there is none.
  private(set) var tellsContacts = false
  var key = Key.silent
  /// Whether contacts may have been down before the first frame that tells of any.
  var mayHoldInherited = false
  /// When a frame told of contacts last.
  var lastTime: Timestamp?
  private var next = Report()
  private let sizeSpeaks: Bool

  /// More than fingers and palms of a person give. A panel of ten contacts needs ten.
  static let most = 32

  init(_ reading: PanelReading) {
    sizeSpeaks = reading.sizeSpeaks
    if case .protocolA = reading.touchProtocol { reports.reserveCapacity(Self.most) }
  }

  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsCode.mtPositionX: next.x = value
    case AbsCode.mtPositionY: next.y = value
    case AbsCode.mtTrackingID: next.trackingID = value
    case AbsCode.mtPressure: next.pressure = value
    case AbsCode.mtTouchMajor: next.major = value
    case AbsCode.mtToolType: next.tool = value
    default: break
    }
  }

  /// Ends a report. One with no position, an id of −1 or no size says that a contact is gone.
  ///
  /// - Returns: false if it is one too many.
  mutating func close() -> Bool {
    tellsContacts = true
    let report = next
    next = Report()
    let isGone = (report.trackingID ?? 0) < 0 || sizeSpeaks && report.major == 0
    guard report.position != nil, !isGone else { return true }
    guard reports.count < Self.most else { return false }
    reports.append(report)
    return true
  }

  /// Ends the last report of a driver that leaves the mark out.
  mutating func closeUnmarked() -> Bool { next.position == nil || close() }

  /// Why the slot's contact ends with this frame; nil if a report continues it.
  func reasonOfEnd(inSlot slot: Int, _ id: Int32?) -> EndReason? {
    var reason = EndReason.lifted
    for index in reports.indices {
      if reports[index].slot == slot { return nil }
      // It may be the same finger, farther off than one gets: nobody spoke of a lift.
      if reports[index].slot == nil, reports[index].trackingID == id { reason = .replaced }
    }
    return reason
  }

  /// Overwrites what reports there were.
  mutating func wipe() {
    guard reports.isEmpty else { return }
    for _ in 0..<reports.capacity { reports.append(Report()) }
    clear()
  }

  /// Forgets the reports, but not what is known across frames.
  mutating func clear() {
    reports.removeAll(keepingCapacity: true)
    next = Report()
    tellsContacts = false
    if key == .upNow { key = .up }
  }
}

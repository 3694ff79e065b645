/// A position in device units.
public struct DevicePoint: Hashable, Sendable, BitwiseCopyable {
  public var x: Int32
  public var y: Int32

  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// One object that touches the panel, from its first frame to its last.
///
/// A contact is its tracking id and never its slot: a slot whose id changes has lost one contact and
/// got another.
public struct Contact: Hashable, Sendable, BitwiseCopyable {
  /// Counts the contacts of a source from 1, in order of appearance; tracking ids repeat.
  public let number: Int
  public let slot: Int
  /// The kernel's ABS_MT_TRACKING_ID; for a single-touch panel a count from 0.
  public let trackingID: Int32
  /// Whether it was already down when the source began to see: it can draw nothing.
  public let isInherited: Bool
  /// Whether it does what no finger does, as a finding tells: it can draw nothing.
  public internal(set) var isFaulty = false
  private var axes = Axes()

  init(number: Int, slot: Int, trackingID: Int32, isInherited: Bool) {
    self.number = number
    self.slot = slot
    self.trackingID = trackingID
    self.isInherited = isInherited
  }

  public internal(set) var x: Int32? {
    get { axes.known & Axes.x != 0 ? axes.x : nil }
    set { axes.x = axes.note(Axes.x, newValue) }
  }
  public internal(set) var y: Int32? {
    get { axes.known & Axes.y != 0 ? axes.y : nil }
    set { axes.y = axes.note(Axes.y, newValue) }
  }
  /// In the device's own units, where it tells.
  public internal(set) var pressure: Int32? {
    get { axes.known & Axes.pressure != 0 ? axes.pressure : nil }
    set { axes.pressure = axes.note(Axes.pressure, newValue) }
  }
  /// The length of the touched ellipse's major axis, in the device's own units, where it tells.
  public internal(set) var major: Int32? {
    get { axes.known & Axes.major != 0 ? axes.major : nil }
    set { axes.major = axes.note(Axes.major, newValue) }
  }
  /// A `MT_TOOL_…` constant, where the device tells.
  public internal(set) var tool: Int32? {
    get { axes.known & Axes.tool != 0 ? axes.tool : nil }
    set { axes.tool = axes.note(Axes.tool, newValue) }
  }

  /// Takes the axes that another contact has.
  mutating func takeAxes(of other: Contact) { axes = other.axes }

  /// Whether it may begin a stroke, or go on with one.
  public var mayDraw: Bool { !isInherited && !isFaulty }

  /// The position, once both axes were given.
  public var position: DevicePoint? {
    guard let x, let y else { return nil }
    return DevicePoint(x: x, y: y)
  }
}

/// The axes of a contact: a third smaller than as many optionals, and copied in one piece. One that
/// is not known is 0.
private struct Axes: Hashable, Sendable, BitwiseCopyable {
  static let x: UInt32 = 1
  static let y: UInt32 = 2
  static let pressure: UInt32 = 4
  static let major: UInt32 = 8
  static let tool: UInt32 = 16

  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var major: Int32 = 0
  var tool: Int32 = 0
  // A whole word, so that a contact is copied in whole words.
  var known: UInt32 = 0

  /// Notes whether the axis is known; returns what to keep of it.
  mutating func note(_ axis: UInt32, _ value: Int32?) -> Int32 {
    guard let value else {
      known &= ~axis
      return 0
    }
    known |= axis
    return value
  }
}

/// Why a contact ended. Only `lifted` may become an attempt.
public enum EndReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The finger was lifted.
  case lifted
  /// The panel says that it was a palm all along.
  case palm
  /// Another contact took its slot with no word of a lift.
  case replaced
  /// The kernel dropped events, so nobody knows what it did.
  case dropped
  /// The panel is gone.
  case removed
  /// The panel was taken from us by EVIOCREVOKE.
  case revoked
  /// The system was suspended.
  case suspended
  /// Nothing was heard of it for too long, and the kernel does not know it either.
  case timedOut
  /// The capture ended while it was down.
  case endOfCapture
}

/// What a frame tells of one contact.
public struct ContactChange: Hashable, Sendable, BitwiseCopyable {
  public enum Kind: Hashable, Sendable, BitwiseCopyable {
    case down
    case move
    /// The contact carries its own last values.
    case up(EndReason)
  }

  // First, so that copies of a contact into a change and out of it are aligned alike; else each waits
  // for the other.
  public let contact: Contact
  public let kind: Kind

  init(kind: Kind, contact: Contact) {
    self.kind = kind
    self.contact = contact
  }

  /// The same of another contact, whose stroke it goes on with.
  package func told(as kind: Kind? = nil, of number: Int) -> ContactChange {
    ContactChange(kind: kind ?? self.kind, contact: contact.renumbered(number))
  }
}

extension Contact {
  fileprivate func renumbered(_ number: Int) -> Contact {
    var copy = Contact(
      number: number, slot: slot, trackingID: trackingID, isInherited: isInherited)
    copy.isFaulty = isFaulty
    copy.takeAxes(of: self)
    return copy
  }
}

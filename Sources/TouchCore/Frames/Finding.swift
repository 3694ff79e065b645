/// Something about a panel or its events that a person should know.
public struct Finding: Hashable, Sendable {
  public enum Axis: String, Sendable {
    case x
    case y
  }

  /// What makes a contact a ghost, which no finger made.
  public enum Ghost: Hashable, Sendable {
    /// It began and ended in one frame.
    case noDuration
    /// It began farther beyond an axis's range than half the range.
    case beyondRange
    /// A tap at one place that comes back after the same time again and again.
    case periodic(microseconds: Int64)
    /// It began where such taps come.
    case atGhostPlace
    /// It was never pressed as hard as `NoiseFilters.leastPressure` wants.
    case tooLight(least: Int32)
  }

  public enum Rule: Hashable, Sendable {
    /// The kernel dropped events (SYN_DROPPED).
    case dropped
    /// What the kernel said after a drop was not so a frame later; or, asked after a long silence, it
    /// held other contacts than its events had told.
    case stateDisagrees
    /// A position is beyond its axis's range; said once for a contact and axis.
    case outOfRange(Axis, value: Int32, AxisRange)
    /// A contact that no finger made; it can draw nothing.
    case ghost(Ghost)
    /// A contact moved faster than a finger can: from there on it can draw nothing.
    case jump(millimetres: Int?, microseconds: Int64)
    /// A contact began where another was lifted just before: the panel lost a finger and found it, or
    /// somebody tapped twice.
    case flicker(after: Int, microseconds: Int64)
    /// A contact goes on with the stroke of another, since that was asked for.
    case bridged(before: Int, microseconds: Int64)
    /// Nothing was heard of a contact for that long: it ended as timed out.
    case stuck(seconds: Int)
    /// An event named a slot that the panel does not have; what followed for it was ignored.
    case slotOutOfRange(Int32, count: Int)
    /// The events ended in the middle of a frame.
    case incompleteFrame
    case invertedAxis(Axis, AxisRange)
    /// The view's aspect is a guess, since the axes have no resolution.
    case aspectUnknown
    /// A capture is of a touchpad, whose contacts are taken as a touch panel's.
    case touchpad
    /// A capture is of a pen, whose contacts are taken as a touch panel's.
    case pen
    /// The panel was grabbed while fingers were down: other readers will not see them lift.
    case grabbedWhileDown(contacts: Int)
    /// The panel was given back while fingers were down: other readers will not know them.
    case releasedWhileDown(contacts: Int)
  }

  public let time: Timestamp
  /// The number of the contact that it is about.
  public let contact: Int?
  public let rule: Rule

  public init(time: Timestamp, contact: Int? = nil, rule: Rule) {
    self.time = time
    self.contact = contact
    self.rule = rule
  }
}

extension Finding.Rule {
  /// The rule's name in JSON.
  public var name: String {
    switch self {
    case .dropped: "dropped"
    case .stateDisagrees: "stateDisagrees"
    case .outOfRange: "outOfRange"
    case .ghost: "ghost"
    case .jump: "jump"
    case .flicker: "flicker"
    case .bridged: "bridged"
    case .stuck: "stuck"
    case .slotOutOfRange: "slotOutOfRange"
    case .incompleteFrame: "incompleteFrame"
    case .invertedAxis: "invertedAxis"
    case .aspectUnknown: "aspectUnknown"
    case .touchpad: "touchpad"
    case .pen: "pen"
    case .grabbedWhileDown: "grabbedWhileDown"
    case .releasedWhileDown: "releasedWhileDown"
    }
  }

  /// The rule as a sentence for a person.
  public var text: String {
    switch self {
    case .dropped:
      "the kernel dropped events: every contact ended, and strokes under way do not count"
    case .stateDisagrees:
      "the kernel's word on the slots changed under the reader: every contact ended"
    case .outOfRange(let axis, let value, let range):
      "\(axis.rawValue) is \(value), outside its range \(range.minimum) to \(range.maximum); kept"
    case .ghost(let ghost):
      "no finger made this contact: \(ghost.text); it draws nothing"
    case .jump(let millimetres, let time):
      "the contact jumped\(millimetres.map { " \($0) mm" } ?? "") in \(time / 1000) ms, faster than a "
        + "finger: from there on it draws nothing"
    case .flicker(let before, let time):
      "it began \(time / 1000) ms after contact \(before) was lifted there: the panel may lose fingers "
        + "(--bridge-flicker joins their strokes)"
    case .bridged(let before, let time):
      "it goes on with the stroke of contact \(before), which was gone for \(time / 1000) ms "
        + "(--bridge-flicker)"
    case .stuck(let seconds):
      "nothing was heard of the contact for \(seconds) s: it ended as timed out"
    case .slotOutOfRange(let slot, let count):
      "slot \(slot) does not exist (the panel has 0 to \(count - 1)); its events were ignored"
    case .incompleteFrame:
      "the events end in the middle of a frame; what it held was taken as far as it went"
    case .invertedAxis(let axis, let range):
      "\(axis.rawValue) has minimum \(range.minimum) above maximum \(range.maximum); "
        + "read as running the other way"
    case .aspectUnknown:
      "aspect unknown: the axes have no resolution, so the view is in their own units; "
        + "give --view WIDTHxHEIGHT"
    case .touchpad:
      "a touchpad and no touch panel; its contacts are taken as if it were one"
    case .pen:
      "a pen and no touch panel; its contacts are taken as if they were fingers"
    case .grabbedWhileDown(let contacts):
      "grabbed with \(contacts) still down after 2 s; other readers may hold a stuck contact"
    case .releasedWhileDown(let contacts):
      "given back with \(contacts) still down after 2 s; other readers may miss where they began"
    }
  }
}

extension Finding.Ghost {
  fileprivate var text: String {
    switch self {
    case .noDuration: "it began and ended in one frame"
    case .beyondRange: "it is far beyond the panel's range"
    case .periodic(let time): "it comes at one place every \(time / 1000) ms"
    case .atGhostPlace: "it began where such ones come"
    case .tooLight(let least): "its pressure never was \(least)"
    }
  }
}

public import TouchCore

/// What redaction keeps of a source: that a contact began or ended, that events were dropped, that
/// something was wrong. No position, no value of an axis, and no frame in between.
public struct RedactedMoment: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case down(isInherited: Bool)
    case up(EndReason)
    /// The kernel dropped events.
    case dropped
    /// The kernel's word on the slots kept changing.
    case distrusted
    /// A finding, by the name of its rule.
    case fault(String)

    var isDown: Bool {
      if case .down = self { return true }
      return false
    }
  }

  /// Moments of one frame have one number.
  public let frame: Int
  public let time: Timestamp
  /// The panel of the source, from 0.
  public let panel: Int
  /// The contact by its number in the source; 0 where none is meant.
  public let contact: Int
  public let slot: Int
  public let trackingID: Int32
  public let kind: Kind

  init(_ kind: Kind, _ contact: Contact? = nil, frame: Int, time: Timestamp, panel: Int) {
    self.kind = kind
    self.contact = contact?.number ?? 0
    slot = contact?.slot ?? 0
    trackingID = contact?.trackingID ?? -1
    self.frame = frame
    self.time = time
    self.panel = panel
  }

  private init(inheriting moment: RedactedMoment, at time: Timestamp) {
    (contact, slot, trackingID) = (moment.contact, moment.slot, moment.trackingID)
    (kind, frame, self.time, panel) = (.down(isInherited: true), 0, time, moment.panel)
  }

  /// The beginning of a contact whose own is forgotten, as one that was down before.
  func inherited(at time: Timestamp) -> RedactedMoment {
    RedactedMoment(inheriting: self, at: time)
  }

  /// Calls `body` with what is kept of a frame, in its order. It allocates nothing.
  static func each(
    of frame: borrowing Frame, number: Int, _ body: (RedactedMoment) -> Void
  ) {
    for index in frame.changes.indices {
      let change = frame.changes[index]
      let kind: Kind
      switch change.kind {
      case .move: continue
      case .down: kind = .down(isInherited: change.contact.isInherited)
      case .up(let reason): kind = .up(reason)
      }
      body(
        RedactedMoment(
          kind, change.contact, frame: number, time: frame.time, panel: frame.panel))
      if case .up = kind, change.contact.position == nil {
        body(
          RedactedMoment(
            .fault(ProtocolRule.noPosition(.both, began: 0).name), frame: number, time: frame.time,
            panel: frame.panel))
      }
    }
    for index in frame.findings.indices {
      let kind: Kind
      switch frame.findings[index].rule {
      case .dropped: kind = .dropped
      case .stateDisagrees: kind = .distrusted
      case let rule: kind = .fault(rule.name)
      }
      body(RedactedMoment(kind, frame: number, time: frame.time, panel: frame.panel))
    }
  }
}

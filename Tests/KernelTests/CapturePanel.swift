import KernelSupport
import TestSupport
import TouchCore
import TouchSource

/// A panel that is made of a capture's, with two readers on it: ours, and libevdev.
struct CapturePanel: ~Copyable {
  /// Why our contacts may be others than libevdev's; the README has each, in these words.
  enum Difference: String, CaseIterable {
    case changedID = "an id that changes with no lift"
    case palm = "a palm"
  }

  enum Unplayable: Error {
    /// libevdev knows no contact without a slot.
    case protocolA
  }

  /// What was compared.
  struct Tally {
    var frames = 0
    var contacts = 0
    var differences: [Difference: Int] = [:]

    static func += (sum: inout Tally, other: Tally) {
      sum.frames += other.frames
      sum.contacts += other.contacts
      sum.differences.merge(other.differences, uniquingKeysWith: +)
    }
  }

  let panel: Panel
  private(set) var tally = Tally()
  private var device: VirtualPanel
  private var live: LivePanel
  private let reference: Libevdev
  private var ours: [Int: Contact] = [:]
  /// The slots whose contact ended as a palm, and whose id is still there.
  private var palms: Set<Int> = []

  static func make(of panel: Panel) throws -> CapturePanel {
    if case .protocolA = try PanelReading(panel).touchProtocol { throw Unplayable.protocolA }
    let device = try VirtualPanel(of: panel)
    let live = try LivePanel.open(PanelFinder().panel(.node(device.node)))
    let reference = try Libevdev(device.node)
    return CapturePanel(panel, device, live, reference)
  }

  private init(
    _ panel: Panel, _ device: consuming VirtualPanel, _ live: consuming LivePanel,
    _ reference: consuming Libevdev
  ) {
    self.panel = panel
    self.device = device
    self.live = live
    self.reference = reference
  }

  /// Replays a step; returns what the readers disagree on without a known reason.
  mutating func take(_ step: SourceStep) throws -> String? {
    try device.take(step)
    switch step {
    case .event(let event) where !event.isReport: return nil
    case .event, .state: return try compare()
    default: return nil
    }
  }

  private mutating func compare() throws -> String? {
    while case .frame(let frame) = try live.next(until: Timestamp(microseconds: 0)) {
      tally.frames += 1
      for change in frame.changes { take(change) }
    }
    guard reference.readFrames() != nil else { return "libevdev had to synchronise" }
    let theirs = self.theirs()
    for slot in Set(ours.keys).union(theirs.keys) where !isSame(slot, theirs[slot]) {
      return "slot \(slot): ours \(String(describing: ours[slot])), "
        + "libevdev's \(String(describing: theirs[slot]))"
    }
    return nil
  }

  private func theirs() -> [Int: Libevdev.Known] {
    guard case .singleTouch(let signal) = live.reading.touchProtocol else {
      return reference.contacts()
    }
    return reference.singleTouch(signal).map { [0: $0] } ?? [:]
  }

  private mutating func take(_ change: ContactChange) {
    let slot = change.contact.slot
    switch change.kind {
    case .down:
      tally.contacts += 1
      palms.remove(slot)
      ours[slot] = change.contact
    case .move: ours[slot] = change.contact
    case .up(let reason):
      ours[slot] = nil
      if reason == .palm { palms.insert(slot) }
    }
  }

  private mutating func isSame(_ slot: Int, _ their: Libevdev.Known?) -> Bool {
    guard let their else {
      palms.remove(slot)
      return ours[slot] == nil
    }
    guard let our = ours[slot] else {
      guard palms.contains(slot) else { return false }
      tally.differences[.palm, default: 0] += 1
      return true
    }
    guard our.x == their.x, our.y == their.y, our.pressure ?? 0 == their.pressure else {
      return false
    }
    guard case .slots = live.reading.touchProtocol, our.trackingID != their.id else { return true }
    tally.differences[.changedID, default: 0] += 1
    return true
  }
}

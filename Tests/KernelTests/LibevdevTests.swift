import KernelSupport
import TestSupport
import Testing
import TouchCore
import TouchSource

@Suite(.inGuest) struct LibevdevTests {
  /// Ten fingers that do as they like. An id that changes with no lift is not among it: there libevdev
  /// keeps the old one.
  private struct Fingers {
    var random: SeededRandom
    var ids = [Int32](repeating: -1, count: 10)
    private var nextID: Int32 = 100

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func frame() -> [KernelEvent] {
      var events: [KernelEvent] = []
      for slot in (0..<10).shuffled(using: &random) where chance(3) {
        events.append(.absolute(0x2f, Int32(slot)))
        if ids[slot] >= 0, chance(5) {
          events.append(.absolute(0x39, -1))
          ids[slot] = -1
          if chance(2) { continue }
        }
        if ids[slot] < 0 {
          guard chance(2) else { continue }
          nextID = (nextID + 1) & 0xffff
          ids[slot] = nextID
          events.append(.absolute(0x39, nextID))
        }
        // A value that is left out is the one that the slot had: its last contact's.
        if chance(2) { events.append(.absolute(0x35, .random(in: 0..<1080, using: &random))) }
        if chance(2) { events.append(.absolute(0x36, .random(in: 0..<1920, using: &random))) }
        if chance(4) { events.append(.absolute(0x3a, .random(in: 0..<256, using: &random))) }
      }
      return events
    }

    private mutating func chance(_ count: Int) -> Bool {
      Int.random(in: 0..<count, using: &random) == 0
    }
  }

  @Test func `our contacts are those of libevdev for the same events`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var panel = try UinputPanel(.phone)
    // The slot at open is not 0, and the kernel does not name it again while it stays.
    try panel.down(slot: 3, id: 7, at: (50, 50))
    try panel.report()
    let reference = try Libevdev(panel.path)
    var reader = try LivePanel.open(PanelFinder().panel(.node(panel.path)))
    var fingers = Fingers(seed: seed)
    fingers.ids[3] = 7
    var ours: [Int: Libevdev.Known] = [:]
    var contacts = 0
    for number in 0..<3000 {
      let events = number == 0 ? [.absolute(0x35, 1)] : fingers.frame()
      // ABS_X differs each time, or the kernel would keep a frame of no news to itself.
      try panel.emit(events + [.absolute(0x00, Int32(1 + number % 1000)), .synReport])
      let frame = try #require(try reader.awaitFrame(), "the panel is gone at frame \(number)")
      for change in frame.changes {
        if case .up = change.kind {
          ours[change.contact.slot] = nil
        } else {
          ours[change.contact.slot] = Libevdev.Known(change.contact)
        }
        if change.kind == .down { contacts += 1 }
      }
      let frames = reference.readFrames()
      try #require(frames == 1, "frame \(number): libevdev read \(String(describing: frames))")
      let theirs = reference.contacts()
      try #require(
        ours == theirs, "seed \(seed), frame \(number), \(events): ours \(ours), theirs \(theirs)")
    }
    print("seed \(seed): 3000 frames, \(contacts) contacts")
    #expect(contacts > 500)
  }
}

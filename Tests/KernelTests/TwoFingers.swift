internal import Glibc
import KernelSupport
import Synchronization
import TestSupport
import TouchCore

/// Two fingers that draw at random, faster than a reader takes it: moves, lifts, and ids that change
/// with a lift, with one in the same frame, and with none.
///
/// What they send tells what is right: a contact in slot s lies in half s of the x axis, and its y says
/// which of its slot's contacts it is, so a position under another contact, or an older one's, is seen.
final class TwoFingers: Sendable {
  private static let generations: Int32 = 40

  private let isOver = Atomic(false)
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Whether a contact of theirs can be at that place.
  static func isRight(_ place: DevicePoint, for contact: Contact) -> Bool {
    Int(place.x) / 2048 == contact.slot && place.y / 100 == contact.trackingID % generations
  }

  func stop() { isOver.store(true, ordering: .releasing) }

  /// Draws until it is told to stop; then the panel is unplugged, with what is down on it.
  func draw(on panel: consuming UinputPanel) {
    var random = SeededRandom(seed: seed)
    var ids: [Int32] = [-1, -1]
    var next: Int32 = 0
    while !isOver.load(ordering: .acquiring) {
      var events: [KernelEvent] = []
      for slot in 0..<2 {
        events.append(.absolute(0x2f, Int32(slot)))
        if Int.random(in: 0..<12, using: &random) == 0 {
          if ids[slot] >= 0, Int.random(in: 0..<3, using: &random) > 0 {
            events.append(.absolute(0x39, -1))
            ids[slot] = -1
          }
          if Int.random(in: 0..<3, using: &random) > 0 {
            ids[slot] = next
            next = (next + 1) & 0x7fff
            events.append(.absolute(0x39, ids[slot]))
          }
        }
        guard ids[slot] >= 0 else { continue }
        let x = Int32(slot) * 2048 + Int32.random(in: 0..<2048, using: &random)
        let y = ids[slot] % Self.generations * 100 + Int32.random(in: 0..<100, using: &random)
        events += [.absolute(0x35, x), .absolute(0x36, y)]
      }
      guard (try? panel.emit(events + [.synReport])) != nil else { return }
      if Int.random(in: 0..<8, using: &random) == 0 { usleep(200) }
    }
  }
}

extension Frame {
  var tellsOfDrop: Bool { findings.contains { $0.rule == .dropped } }

  /// Whether it tells of a SYN_DROPPED of the kernel's for sure. A drop that ended nothing may be the
  /// reader's own, whose queue would not stay empty after another.
  var tellsOfKernelDrop: Bool { tellsOfDrop && changes.contains { $0.kind == .up(.dropped) } }
}

import TouchCore

/// Protocol A without identities: any chain of contacts, each within a finger's reach of the last, may
/// be one finger.
struct Chains {
  private struct Contact {
    var x: Double
    var y: Double
    var mayBegin: Bool
  }

  var mayHoldInherited = false
  private var frames: [[Contact]] = []
  private var contacts: [Contact] = []
  private var x: Int32?
  private var y: Int32?
  private var tells = false
  private var wasUp = false

  /// 20 times 900 in 20 ms, and a little.
  private static let reach = 361.0

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (3, 0x35): x = event.value
    case (3, 0x36): y = event.value
    case (0, 2): close()
    case (1, 0x14a) where event.value == 0:
      (contacts, x, y, wasUp, mayHoldInherited) = ([], nil, nil, true, false)
    case (1, 0x14a) where event.value == 1: wasUp = false
    case (0, 0):
      if x != nil, y != nil { close() }
      if tells, !wasUp {
        frames.append(contacts)
        mayHoldInherited = false
      }
      (contacts, x, y, tells, wasUp) = ([], nil, nil, false, false)
    default: break
    }
  }

  private mutating func close() {
    tells = true
    if let x, let y {
      contacts.append(Contact(x: Double(x), y: Double(y), mayBegin: !mayHoldInherited))
    }
    (x, y) = (nil, nil)
  }

  mutating func end() {
    (frames, contacts, x, y, tells, wasUp) = ([], [], nil, nil, false, false)
    mayHoldInherited = false
  }

  /// Whether any chain meets the dots in order.
  func drew(_ dots: [Int]) -> Bool {
    // By contact of the last frame: the most dots that a chain to it met; nil if none may lead there.
    var met: [Int?] = []
    var last: [Contact] = []
    for frame in frames {
      let next = frame.map { contact -> Int? in
        let place = (contact.x, contact.y)
        var best = contact.mayBegin ? Walk.advance(0, of: dots, from: place, to: place) : nil
        for (before, count) in zip(last, met) {
          guard let count else { continue }
          let (dx, dy) = (before.x - contact.x, before.y - contact.y)
          guard dx * dx + dy * dy <= Self.reach * Self.reach else { continue }
          let advanced = Walk.advance(count, of: dots, from: (before.x, before.y), to: place)
          best = max(best ?? 0, advanced)
        }
        return best
      }
      if next.contains(where: { $0 == dots.count }) { return true }
      (met, last) = (next, frame)
    }
    return false
  }
}

/// Where contacts were lifted just before: one that begins there is a finger that the panel lost and
/// found, as a rule.
struct FlickerMemory {
  private struct Lift: BitwiseCopyable {
    var contact: Int
    var position: DevicePoint
    var time: Timestamp
  }

  /// In microseconds. People who tap twice at one place take longer, as a rule.
  static let longestGap: Int64 = 120_000
  private static let mostLifts = 4

  private var lifts: [Lift] = []
  private var next = 0
  private let radius: Double
  private let reach: FingerReach

  /// Half a cell of three rows and columns: what the lock bridges on its default grid.
  init(_ reading: PanelReading, _ reach: FingerReach) {
    self.reach = reach
    radius = reach.shorterSide(reading) / 6
    lifts.reserveCapacity(Self.mostLifts)
  }

  mutating func note(_ contact: Contact, at time: Timestamp) {
    guard let position = contact.position else { return }
    let lift = Lift(contact: contact.number, position: position, time: time)
    if lifts.count < Self.mostLifts {
      lifts.append(lift)
    } else {
      lifts[next] = lift
      next = (next + 1) % Self.mostLifts
    }
  }

  /// The contact that was lifted there, and how many microseconds before. One that was lifted in the
  /// same frame had no gap to be lost in.
  func lift(at position: DevicePoint, _ time: Timestamp) -> (contact: Int, gap: Int64)? {
    for index in lifts.indices {
      let lift = lifts[index]
      let gap = time.microseconds(since: lift.time)
      guard (1...Self.longestGap).contains(gap) else { continue }
      if reach.squaredDistance(lift.position, position) <= radius * radius {
        return (lift.contact, gap)
      }
    }
    return nil
  }

  /// Overwrites where they were.
  mutating func wipe() {
    let nowhere = Lift(
      contact: 0, position: DevicePoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
    for index in lifts.indices { lifts[index] = nowhere }
    lifts.removeAll(keepingCapacity: true)
    next = 0
  }
}

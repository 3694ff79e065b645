/// The places where taps came without moving, and whether they come by the clock.
///
/// A controller that ghosts does so at the same place after the same time; one was seen every 12.864 s,
/// for hours (raspberrypi/linux issue 7638). A person who taps so evenly, at one place to the
/// millimetre, for four taps, may still draw anywhere else.
struct GhostMemory {
  private struct Place: BitwiseCopyable {
    var position: DevicePoint
    var last: Timestamp
    var period: Int64
    /// The times that the period came again.
    var repeats: Int
  }

  private static let places = 8
  private static let repeatsOfGhost = 2
  /// Nobody keeps time to that with a finger.
  private static let tolerance: Int64 = 10_000
  /// Faster taps are a person's.
  private static let shortestPeriod: Int64 = 300_000

  private var known: [Place] = []
  private let reach: FingerReach

  init(_ reach: FingerReach) {
    self.reach = reach
    known.reserveCapacity(Self.places)
  }

  /// Whether taps come at that place by the clock.
  func isGhostPlace(_ position: DevicePoint) -> Bool {
    place(at: position).map { known[$0].repeats >= Self.repeatsOfGhost } ?? false
  }

  /// Remembers a tap.
  ///
  /// - Returns: the period in microseconds, if it made the place a ghost's.
  mutating func note(_ position: DevicePoint, at time: Timestamp) -> Int64? {
    guard let index = place(at: position) else {
      let place = Place(position: position, last: time, period: 0, repeats: 0)
      if known.count < Self.places {
        known.append(place)
      } else {
        known[oldest] = place
      }
      return nil
    }
    let period = time.microseconds(since: known[index].last)
    let difference = period.subtractingReportingOverflow(known[index].period).partialValue
    let tolerance = max(Self.tolerance, period / 500)
    let isRepeat = period >= Self.shortestPeriod && difference.magnitude <= tolerance
    known[index].repeats = isRepeat ? known[index].repeats + 1 : 0
    known[index].last = time
    known[index].period = period
    return known[index].repeats == Self.repeatsOfGhost ? period : nil
  }

  /// A finger moved on from there.
  mutating func forgive(_ position: DevicePoint) {
    if let index = place(at: position) { known.remove(at: index) }
  }

  private func place(at position: DevicePoint) -> Int? {
    for index in known.indices where reach.isSamePlace(known[index].position, position) {
      return index
    }
    return nil
  }

  private var oldest: Int {
    var oldest = 0
    for index in known.indices where known[index].last < known[oldest].last { oldest = index }
    return oldest
  }
}

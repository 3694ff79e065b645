/// The touches of a calibration: one contact for each target, by its mean position.
public struct TargetTouches: Sendable {
  /// What a frame brought.
  public enum Step: Hashable, Sendable {
    case nothing
    /// The target was touched; the next is due, or all are done.
    case touched(CalibrationTarget)
    /// The contact moved too far to be a touch of one place, or ended otherwise than by a lift.
    case spoiled
  }

  /// Normalized, in the targets' order.
  public private(set) var places: [ViewPoint] = []
  private let mapping: ViewMapping
  private var contact: Int?
  private var sum = ViewPoint(x: 0, y: 0)
  private var count = 0.0
  private var low = ViewPoint(x: 0, y: 0)
  private var high = ViewPoint(x: 0, y: 0)

  /// A finger that is set down and lifted rolls by some millimetres.
  private static let mostMoved = 0.05

  public init(_ reading: PanelReading) {
    mapping = ViewMapping(reading, view: ViewSize(width: 1, height: 1))
  }

  /// The target that is to be touched next; nil when all are.
  public var next: CalibrationTarget? { CalibrationTarget(rawValue: places.count) }

  public mutating func take(_ frame: borrowing Frame) -> Step {
    var step = Step.nothing
    for index in frame.changes.indices {
      let taken = take(frame.changes[index])
      if taken != .nothing { step = taken }
    }
    return step
  }

  private mutating func take(_ change: ContactChange) -> Step {
    guard let target = next else { return .nothing }
    if case .down = change.kind, contact == nil, change.contact.mayDraw {
      contact = change.contact.number
      count = 0
    }
    guard contact == change.contact.number else { return .nothing }
    if let point = mapping.point(of: change.contact) { add(point) }
    guard case .up(let reason) = change.kind else { return .nothing }
    contact = nil
    let isStill = max(high.x - low.x, high.y - low.y) <= Self.mostMoved
    guard reason == .lifted, change.contact.mayDraw, count > 0, isStill else { return .spoiled }
    places.append(ViewPoint(x: sum.x / count, y: sum.y / count))
    return .touched(target)
  }

  private mutating func add(_ point: ViewPoint) {
    if count == 0 { (sum, low, high) = (ViewPoint(x: 0, y: 0), point, point) }
    count += 1
    sum = ViewPoint(x: sum.x + point.x, y: sum.y + point.y)
    low = ViewPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = ViewPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }
}

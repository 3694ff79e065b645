public import TouchCore

/// Joins a stroke that a panel tore: a finger that is lost, and found again at most 120 ms later within
/// half a cell, goes on with its stroke. Only where somebody asked for it, since it joins what two
/// fingers may have drawn.
///
/// A lift is held back for that long, so the decision comes later by as much.
public struct FlickerBridge {
  /// What one contact does, for the session.
  public struct Drawn {
    public let change: ContactChange
    public let point: ViewPoint?
    public let time: Timestamp

    public init(change: ContactChange, point: ViewPoint?, time: Timestamp) {
      (self.change, self.point, self.time) = (change, point, time)
    }
  }

  /// What a change led to.
  public struct Passed {
    /// The lift that was held back until now.
    public var lift: Drawn?
    /// The change, unless it is held back.
    public var change: Drawn?
    /// What was joined, if something was.
    public var finding: Finding?
  }

  /// In microseconds.
  public static let longestGap: Int64 = 120_000

  private let reach: Double
  /// The contact that draws, by the number that it has now and the one that it began with.
  private var owner: (now: Int, first: Int)?
  private var held: Drawn?

  public init(on grid: DotGrid) {
    reach = min(grid.cellWidth, grid.cellHeight) / 2
  }

  /// From when on the lift that is held back is one; nil if none is.
  public var deadline: Timestamp? {
    held.map { Timestamp(microseconds: $0.time.microseconds + Self.longestGap + 1) }
  }

  /// Takes what a frame tells of one contact.
  public mutating func take(
    _ change: ContactChange, at point: ViewPoint?, time: Timestamp
  ) -> Passed {
    var passed = Passed(lift: takeLift(by: time))
    let isFresh = change.kind == .down && change.contact.mayDraw
    if isFresh, let finding = join(change.contact.number, at: point, time), let owner {
      passed.finding = finding
      passed.change = Drawn(
        change: change.told(as: .move, of: owner.first), point: point, time: time)
      return passed
    }
    if isFresh {
      passed.lift = passed.lift ?? takeLift()
      if owner == nil { owner = (change.contact.number, change.contact.number) }
    }
    guard let owner, owner.now == change.contact.number else {
      passed.change = Drawn(change: change, point: point, time: time)
      return passed
    }
    let told = Drawn(change: change.told(of: owner.first), point: point, time: time)
    if change.kind == .up(.lifted), change.contact.mayDraw {
      held = told
      return passed
    }
    if case .up = change.kind { self.owner = nil }
    passed.change = told
    return passed
  }

  /// The lift that was held back, once its time is over; nil before that, and if there is none.
  public mutating func takeLift(by time: Timestamp) -> Drawn? {
    guard let deadline, deadline <= time else { return nil }
    return takeLift()
  }

  /// The lift that was held back: the source has ended.
  public mutating func takeLift() -> Drawn? {
    guard let lift = held else { return nil }
    (held, owner) = (nil, nil)
    return lift
  }

  private mutating func join(_ number: Int, at point: ViewPoint?, _ time: Timestamp) -> Finding? {
    guard let lift = held, let first = owner?.first, let last = lift.point, let point else {
      return nil
    }
    let (x, y) = (point.x - last.x, point.y - last.y)
    guard x * x + y * y <= reach * reach else { return nil }
    held = nil
    owner = (number, first)
    let gap = time.microseconds(since: lift.time)
    return Finding(
      time: time, contact: number, rule: .bridged(before: first, microseconds: gap))
  }
}

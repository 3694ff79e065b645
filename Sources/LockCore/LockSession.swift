public import TouchCore

/// Follows the contacts of one or more panels and makes strokes of them: one finger draws.
///
/// It reads no clock and judges nothing; a complete stroke's pattern is for the caller to judge.
public struct LockSession: ~Copyable {
  /// Where the session stands.
  public enum State: Hashable, Sendable {
    /// Nobody draws. The next fresh contact begins a stroke.
    case idle
    /// The contact of that number draws; all others are ignored.
    case drawing(contact: Int)
    /// The contact of that number completed its stroke by reaching the most dots, and is still down;
    /// until it ends no other begins one.
    case spent(contact: Int)
  }

  /// What a contact's change did.
  public struct Step: Hashable, Sendable {
    /// The positions in `pattern` of the dots that it added.
    public var newDots: Range<Int>
    /// How the stroke ended, if it did; nil for a stroke that never reached a dot.
    public var outcome: StrokeOutcome?

    static let nothing = Step(newDots: 0..<0, outcome: nil)
  }

  public private(set) var state = State.idle
  private(set) var stroke: Stroke

  /// A session that writes the dots of its strokes into `pattern`.
  public init(on grid: DotGrid, into pattern: consuming Pattern) {
    stroke = Stroke(on: grid, into: pattern)
  }

  public var grid: DotGrid { stroke.grid }

  /// The pattern so far; after a stroke has ended, its pattern until the next contact draws or
  /// `forget()` is called.
  public var pattern: Pattern {
    _read { yield stroke.pattern }
  }

  /// Where the finger that draws is.
  public var liveEnd: ViewPoint? {
    guard case .drawing = state else { return nil }
    return stroke.end
  }

  /// Whether the dot was passed over and filled in, not hit.
  public func isFilled(_ dot: Dot) -> Bool { stroke.isFilled(dot) }

  /// Takes what a frame tells of one contact, in the frame's order.
  ///
  /// `point` is the contact's position in view space, nil while it has none.
  public mutating func take(_ change: ContactChange, at point: ViewPoint?) -> Step {
    let contact = change.contact.number
    if case .idle = state, case .down = change.kind, change.contact.mayDraw {
      stroke.clear()
      state = .drawing(contact: contact)
    }
    switch state {
    case .drawing(contact): return draw(change, at: point)
    case .spent(contact):
      if case .up = change.kind { state = .idle }
      return .nothing
    case .idle, .drawing, .spent: return .nothing
    }
  }

  /// Gives up the stroke under way; the contact that drew it begins no other.
  ///
  /// Returns `cancelled` if it had reached a dot.
  public mutating func cancel() -> StrokeOutcome? {
    guard case .drawing(let contact) = state else { return nil }
    state = .spent(contact: contact)
    defer { stroke.clear() }
    return stroke.pattern.isEmpty ? nil : .cancelled
  }

  /// Gives up the stroke under way, and has what was entered in another way in its place.
  mutating func replace(by entered: borrowing Pattern) {
    forget()
    stroke.replace(by: entered)
  }

  /// Zeroes the pattern and the last sample.
  public mutating func forget() {
    stroke.clear()
    if case .drawing(let contact) = state { state = .spent(contact: contact) }
  }

  private mutating func draw(_ change: ContactChange, at point: ViewPoint?) -> Step {
    guard change.contact.mayDraw else { return giveUp(change) }
    let known = stroke.pattern.count
    if let point, change.kind.mayDraw { stroke.extend(to: point) }
    let newDots = known..<stroke.pattern.count
    switch change.kind {
    case .down, .move:
      // A pattern of all dots is not at a maximum: it waits for its lift like any other.
      guard grid.rules.maximum != nil, stroke.isFull else {
        return Step(newDots: newDots, outcome: nil)
      }
      state = .spent(contact: change.contact.number)
      return Step(newDots: newDots, outcome: .complete)
    case .up(let reason):
      state = .idle
      return Step(newDots: newDots, outcome: outcome(of: reason))
    }
  }

  /// The contact does what no finger does: what it drew is nobody's.
  private mutating func giveUp(_ change: ContactChange) -> Step {
    let outcome = cancel()
    if case .up = change.kind { state = .idle }
    return Step(newDots: 0..<0, outcome: outcome)
  }

  private func outcome(of reason: EndReason) -> StrokeOutcome? {
    let dots = stroke.pattern.count
    guard dots > 0 else { return nil }
    guard reason == .lifted else { return .cancelled }
    return dots < grid.rules.minimum ? .tooShort : .complete
  }
}

extension ContactChange.Kind {
  /// Whether the position that comes with it is part of a stroke: not if the contact ended for
  /// another reason than a lift.
  fileprivate var mayDraw: Bool {
    switch self {
    case .down, .move, .up(.lifted): true
    case .up: false
    }
  }
}

public import TouchCore

/// Leads a person through setting a pattern, unlocking, changing or removing it: one state machine
/// over the strokes of a session.
///
/// It reads no clock and judges nothing. It takes contact changes with their time, asks the caller
/// what it does not know (`question`), and tells what to show (`feedback`) and when to call again
/// (`deadline`). What a stroke leaves on the screen goes at the deadline or with the next stroke; the
/// next stroke begins with nothing.
///
///     waiting ──► drawing ──► asking ──► over
///        ▲           │           │
///        └── showing ◄───────────┘
public struct LockFlow: ~Copyable {
  public let purpose: Purpose
  public private(set) var state: State
  /// When `tick` has something to do.
  public private(set) var deadline: Timestamp?

  private(set) var session: LockSession
  let timing: FeedbackTiming
  private(set) var lockedUntil: Timestamp?
  private var first: Pattern
  private let confirms: Bool
  private var collisions = 0

  /// A flow that draws into `stroke`, and keeps the first entry in `first` until the second.
  ///
  /// - Parameter confirms: whether a new pattern is drawn twice.
  public init(
    _ purpose: Purpose, on grid: DotGrid, into stroke: consuming Pattern,
    keeping first: consuming Pattern, confirms: Bool = true, timing: FeedbackTiming = .standard
  ) {
    self.purpose = purpose
    self.confirms = confirms
    self.timing = timing
    state = .waiting(purpose == .set ? .new : .current)
    session = LockSession(on: grid, into: stroke)
    self.first = first
    self.first.clear()
  }

  public var grid: DotGrid { session.grid }

  /// The dots of the stroke under way, of the one that is asked about, or of the one that is shown.
  public var pattern: Pattern {
    _read { yield session.stroke.pattern }
  }

  /// What the caller must answer, if anything.
  public var question: Question? {
    guard case .asking(let question) = state else { return nil }
    return question
  }

  public var isOver: Bool {
    guard case .over = state else { return false }
    return true
  }

  /// Takes what a frame tells of one contact, in the frame's order.
  ///
  /// `point` is the contact's position in view space, nil while it has none.
  public mutating func take(
    _ change: ContactChange, at point: ViewPoint?, time: Timestamp
  ) -> Step {
    tick(at: time)
    // A finger that may not draw now never will; all else must reach the session, which waits for
    // the end of the contact that drew last.
    if case .down = change.kind, !takesInput { return Step(newDots: 0..<0, event: nil) }
    let wasDrawing = session.isDrawing
    let step = session.take(change, at: point)
    guard let entry, wasDrawing || session.isDrawing || step.outcome != nil else {
      return Step(newDots: 0..<0, event: nil)
    }
    deadline = nil
    state = session.isDrawing ? .drawing(entry) : .waiting(entry)
    return Step(newDots: step.newDots, event: step.outcome.map { end(entry, $0, time) })
  }

  /// Takes a PIN that was entered, as if it had been drawn.
  ///
  /// Returns nil while no input is taken.
  public mutating func enter(_ pin: borrowing Pattern, at time: Timestamp) -> Event? {
    precondition(pin.kind == .pin, "a pattern is drawn")
    tick(at: time)
    guard takesInput, let entry else { return nil }
    deadline = nil
    session.replace(by: pin)
    let isShort = pin.count < Pattern.pinDigits.lowerBound
    return end(entry, isShort ? .tooShort : .complete, time)
  }

  private mutating func end(_ entry: Entry, _ outcome: StrokeOutcome, _ time: Timestamp) -> Event {
    switch outcome {
    case .cancelled:
      session.forget()
      return .cancelled
    case .tooShort:
      show(.tooShort(minimum: leastCount), for: timing.hint, then: entry, time)
      return .tooShort
    case .complete:
      switch entry {
      case .current: state = .asking(.judge)
      case .new: state = .asking(.check)
      case .again:
        guard session.stroke.pattern.isSame(as: first) else {
          show(.differs, for: timing.hint, then: .again, time)
          return .differs
        }
        state = .asking(.enrol)
      }
      return .completed
    }
  }

  /// Answers `judge`.
  @discardableResult
  public mutating func decide(_ verdict: Verdict, at time: Timestamp) -> Event {
    precondition(question == .judge, "nobody asked for a verdict")
    switch verdict {
    case .right:
      switch purpose {
      case .set: preconditionFailure("a set flow asks for no verdict")
      case .unlock: finish(.right, time)
      case .change:
        session.forget()
        wait(for: .new, time)
      case .remove: state = .asking(.remove)
      }
    case .wrong: show(.wrong, for: timing.error, then: .current, time)
    case .alreadyTried: show(.alreadyTried, for: timing.error, then: .current, time)
    case .lockedOut(let milliseconds): lockOut(milliseconds, then: .current, time)
    case .failed(let fault): show(.failed(fault), for: timing.error, then: .current, time)
    case .unavailable(let reason):
      show(.unavailable(reason), for: timing.error, then: .current, time)
    case .cancelled:
      session.forget()
      wait(for: .current, time)
    }
    return .decided(verdict)
  }

  /// Answers any other question.
  @discardableResult
  public mutating func settle(_ settlement: Settlement, at time: Timestamp) -> Event {
    guard let question, question != .judge else { preconditionFailure("nobody asked") }
    let entry = question == .remove ? Entry.current : .new
    switch settlement {
    case .accepted: return accept(question, time)
    case .refused(let refusal):
      first.clear()
      if refusal == .taken { collisions += 1 }
      if collisions >= 2 {
        session.forget()
        finish(.givenUp, time)
      } else {
        show(.refused(refusal), for: timing.hint, then: entry, time)
      }
    case .lockedOut(let milliseconds):
      first.clear()
      lockOut(milliseconds, then: entry, time)
    case .failed(let fault):
      first.clear()
      show(.failed(fault), for: timing.error, then: entry, time)
    }
    return .settled(settlement)
  }

  private mutating func accept(_ question: Question, _ time: Timestamp) -> Event {
    switch question {
    case .judge: preconditionFailure("a judge's answer is a verdict")
    case .check where confirms:
      first.take(from: session.stroke.pattern)
      session.forget()
      wait(for: .again, time)
      return .firstEntryAccepted
    case .check:
      state = .asking(.enrol)
      return .firstEntryAccepted
    case .enrol: finish(.enrolled, time)
    case .remove: finish(.removed, time)
    }
    return .settled(.accepted)
  }

  /// Lets what is shown go if its time has come; returns whether it did.
  @discardableResult
  public mutating func tick(at time: Timestamp) -> Bool {
    guard let deadline, time >= deadline else { return false }
    self.deadline = nil
    session.forget()
    if case .showing(_, let entry) = state { wait(for: entry, time) }
    return true
  }

  /// Takes no input until then, as when the lock appears and the store is locked out already, or an
  /// attempt was one too many. A question stays, and so does what is shown now for its time.
  public mutating func lockOut(until: Timestamp, at time: Timestamp) {
    lockedUntil = until
    switch state {
    case .waiting(let entry), .drawing(let entry), .showing(.lockedOut, then: let entry):
      session.forget()
      wait(for: entry, time)
    case .showing, .asking, .over: break
    }
  }

  /// Gives the stroke under way up, as when the screen goes dark; its finger draws no other.
  ///
  /// Returns `cancelled` if it had reached a dot.
  public mutating func cancel() -> Event? {
    guard case .drawing(let entry) = state else { return nil }
    state = .waiting(entry)
    return session.cancel().map { _ in .cancelled }
  }

  /// Forgets a first entry that waits for its confirmation, so that another can be drawn.
  public mutating func startOver(at time: Timestamp) {
    guard entry == .again else { return }
    first.clear()
    session.forget()
    wait(for: .new, time)
  }

  /// Zeroes the dots that are shown, and ends showing them.
  public mutating func forget(at time: Timestamp) {
    guard deadline != nil else { return }
    deadline = min(deadline ?? time, time)
    tick(at: time)
  }
}

extension LockFlow {
  /// The entry that is drawn, or would be.
  private var entry: Entry? {
    switch state {
    case .waiting(let entry), .drawing(let entry), .showing(_, let entry): entry
    case .asking, .over: nil
    }
  }

  /// The fewest dots, or digits, that are not too short.
  private var leastCount: Int {
    switch session.stroke.pattern.kind {
    case .pattern: grid.rules.minimum
    case .pin: Pattern.pinDigits.lowerBound
    }
  }

  private mutating func show(
    _ message: Feedback.Message, for milliseconds: Int64, then entry: Entry, _ time: Timestamp
  ) {
    state = .showing(message, then: entry)
    deadline = time.later(milliseconds: milliseconds)
    if milliseconds == 0 { tick(at: time) }
  }

  private mutating func lockOut(_ milliseconds: Int64, then entry: Entry, _ time: Timestamp) {
    session.forget()
    lockedUntil = time.later(milliseconds: milliseconds)
    wait(for: entry, time)
  }

  private mutating func wait(for entry: Entry, _ time: Timestamp) {
    if let until = lockedUntil, until > time {
      state = .showing(.lockedOut(until: until), then: entry)
      deadline = until
    } else {
      lockedUntil = nil
      deadline = nil
      state = .waiting(entry)
    }
  }

  private mutating func finish(_ end: Feedback.Message, _ time: Timestamp) {
    first.clear()
    state = .over(end)
    deadline = time.later(milliseconds: timing.success)
    if timing.success == 0 { tick(at: time) }
  }
}

extension LockSession {
  fileprivate var isDrawing: Bool {
    guard case .drawing = state else { return false }
    return true
  }
}

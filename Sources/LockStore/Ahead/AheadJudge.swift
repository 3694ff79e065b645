internal import Glibc
public import LockCore

/// Judges patterns by a store, with the charge and the verifier running on a thread of their own
/// while the finger still draws: at the lift the answer is there, or on its way.
///
/// The charge is made at the first pattern that is considered, which the caller gives from the
/// rules' minimum on; a stroke that comes to nothing has it given back. Nothing of what the verifier
/// finds can be seen before `judge` is called.
public struct AheadJudge: ~Copyable, PatternJudge {
  // A person draws a stroke and lets it go now and then; a panel that ghosts does so all the time,
  // and each time is two writes to the disk.
  private static let mostRefundsInARow = 3

  private let desk: AheadDesk
  private let thread: QuietThread
  private var isConsidering = false
  private var refundsInARow = 0

  /// Whoever judges does so on this judge's thread from now on. Throws if there can be no thread, or
  /// no memory for a pattern.
  public static func start(_ judge: consuming StoreJudge) throws(FailedCall) -> AheadJudge {
    let desk = AheadDesk(AheadStroke(into: try Pattern.locked()))
    let clerk = AheadClerk(desk, judge, into: try Pattern.locked())
    let thread = try QuietThread.start { clerk.work() }
    return AheadJudge(desk: desk, thread: consume thread)
  }

  private init(desk: AheadDesk, thread: consuming QuietThread) {
    self.desk = desk
    self.thread = consume thread
  }

  /// Waits for a run under way and for what is still to be written.
  deinit {
    desk.change { $0.close() }
    thread.join()
  }

  public mutating func consider(_ pattern: borrowing Pattern, drawnBy rules: PatternRules) {
    guard refundsInARow < Self.mostRefundsInARow else { return }
    isConsidering = true
    desk.change { $0.offer(pattern, drawnBy: rules) }
  }

  public mutating func withdraw() {
    guard isConsidering else { return }
    isConsidering = false
    refundsInARow += 1
    desk.change { $0.withdraw() }
  }

  /// Waits for the verdict on that pattern, and for nothing else: what a right one leaves to be
  /// written is written meanwhile.
  public mutating func judge(
    _ pattern: borrowing Pattern, drawnBy rules: PatternRules
  ) -> Verdict {
    isConsidering = false
    desk.change { stroke in
      stroke.offer(pattern, drawnBy: rules)
      stroke.lift()
    }
    let verdict = desk.wait { $0.takeVerdict() }
    switch verdict {
    case .right, .wrong: refundsInARow = 0
    default: break
    }
    return verdict
  }
}

typealias AheadDesk = Monitor<AheadStroke>

/// What the hand and the clerk share: the newest stroke.
struct AheadStroke: ~Copyable {
  /// What the hand has done with the stroke.
  enum State: Hashable {
    /// There is none, or no more.
    case none
    /// It may go on.
    case drawn
    /// It is complete, and waits for its verdict.
    case lifted
    /// It has its verdict.
    case judged(Verdict)
  }

  private(set) var state = State.none
  /// Counts the strokes.
  private(set) var number = 0
  /// Counts the patterns.
  private(set) var serial = 0
  private(set) var isClosed = false
  private(set) var rules = PatternRules.standard
  private var pattern: Pattern

  init(into pattern: consuming Pattern) { self.pattern = pattern }

  mutating func offer(_ drawn: borrowing Pattern, drawnBy rules: PatternRules) {
    if state != .drawn { number += 1 }
    self.rules = rules
    state = .drawn
    // The same again is no news: the clerk may be at it.
    guard pattern.isEmpty || !pattern.isSame(as: drawn) else { return }
    serial += 1
    pattern.take(from: drawn)
  }

  mutating func lift() { state = .lifted }

  mutating func withdraw() {
    state = .none
    pattern.clear()
  }

  mutating func close() {
    isClosed = true
    withdraw()
  }

  func copy(into other: inout Pattern) { other.take(from: pattern) }

  mutating func decide(_ verdict: Verdict) {
    state = .judged(verdict)
    pattern.clear()
  }

  mutating func takeVerdict() -> Verdict? {
    guard case .judged(let verdict) = state else { return nil }
    state = .none
    return verdict
  }
}

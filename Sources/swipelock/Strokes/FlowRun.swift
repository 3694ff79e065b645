import Glibc
import LockCore
import LockStore
import TouchCore

/// What a flow wants of the store beside verdicts.
protocol FlowAnswers {
  /// Answers a question that is not about being right. `name` is whose pattern was right before.
  func settle(
    _ question: LockFlow.Question, _ pattern: borrowing Pattern, drawnBy rules: PatternRules,
    after name: String?
  ) -> LockFlow.Settlement
}

/// A flow that only asks whether a pattern is right.
struct NoAnswers: FlowAnswers {
  func settle(
    _ question: LockFlow.Question, _ pattern: borrowing Pattern, drawnBy rules: PatternRules,
    after name: String?
  ) -> LockFlow.Settlement {
    preconditionFailure("nobody can answer \(question)")
  }
}

/// How a flow ended.
enum FlowEnd {
  /// It reached its end. `name` is whose pattern was right; nil if none was asked for.
  case reached(name: String?)
  /// Anything else.
  case denied(Failure)
}

/// Leads people through a flow: hands contacts to it, its questions to the store, and tells how it
/// goes, until it is over or no more may or will come.
struct FlowRun<Judge: PatternJudge & ~Copyable>: ~Copyable {
  var flow: LockFlow
  var judge: Judge
  private let answers: any FlowAnswers
  var voice: Voice
  private let store: Store
  private let limits: FlowLimits
  let faces: Faces
  var ways: Ways
  var chance: Chance
  private let kiosk: Kiosk?
  var bridge: FlickerBridge?

  /// Whose pattern was right.
  private(set) var name: String?
  /// Whether there was a failure since the lock is up.
  private(set) var hasFailed = false
  /// Until when touches are ignored, so that the glass can be cleaned.
  var cleanedUntil: Timestamp?
  private var wrong = 0
  private var differed = 0
  private var last: Failure
  /// Set when the flow must end before its end.
  private var failure: Failure?

  init(
    _ flow: consuming LockFlow, _ judge: consuming Judge, _ answers: any FlowAnswers,
    _ store: Store, _ limits: FlowLimits, _ voice: consuming Voice, _ faces: Faces,
    _ ways: consuming Ways, _ chance: Chance, _ kiosk: Kiosk? = nil, bridgesFlicker: Bool = false
  ) {
    bridge = bridgesFlicker ? FlickerBridge(on: flow.grid) : nil
    last = Failure(.denied, "denied: no stroke that could be judged")
    self.flow = flow
    self.judge = judge
    self.answers = answers
    self.store = store
    self.limits = limits
    self.voice = voice
    self.faces = faces
    self.ways = ways
    self.chance = chance
    self.kiosk = kiosk
  }

  mutating func run<Feed: ContactFeed & ~Copyable>(
    _ feed: inout Feed
  ) throws(Failure) -> FlowEnd {
    _ = heedsLockout(at: feed.now)
    show(at: feed.now)
    if flow.purpose == .unlock { voice.beginLocked() }
    ways.prepare(using: &chance)
    voice.tell(flow.feedback.message, by: ways.kind, at: feed.now)
    while !flow.isOver {
      if let failure { return .denied(failure) }
      if let kiosk, feed.isHeld, faces.isShown { kiosk.lockHolds() }
      switch try feed.next(until: nextDeadline(at: feed.now)) {
      case .contact(let change, let point, let time):
        take(change, at: point, time, &feed)
      case .deadlinePassed:
        if let lift = bridge?.takeLift(by: feed.now) { draw(lift, &feed) }
        wait(at: feed.now)
      case .woken: break
      case .signal(SIGUSR2): clean(for: limits.cleaning, at: feed.now)
      case .signal(let signal):
        judge.withdraw()
        return .denied(Failure(signal: signal))
      case .end:
        guard let lift = bridge?.takeLift() else { return .denied(last) }
        draw(lift, &feed)
      }
      show(at: feed.now)
    }
    if case .over(.givenUp) = flow.state { return .denied(last) }
    if limits.wipes { try wipeGlass(&feed) }
    // Whoever unlocked waits for what comes after; whoever enrolled, for the word that it was done.
    if flow.purpose != .unlock { try rest(&feed) }
    return .reached(name: name)
  }

  mutating func follow<Feed: ContactFeed & ~Copyable>(
    _ step: LockFlow.Step, _ time: Timestamp, _ feed: inout Feed
  ) {
    guard let event = step.event else {
      let rules = flow.grid.rules
      if !step.newDots.isEmpty, flow.state == .drawing(.current),
        flow.pattern.count >= rules.minimum
      {
        judge.consider(flow.pattern, drawnBy: rules)
      }
      return
    }
    follow(event, time, &feed)
  }

  mutating func follow<Feed: ContactFeed & ~Copyable>(
    _ event: LockFlow.Event, _ time: Timestamp, _ feed: inout Feed
  ) {
    switch event {
    case .cancelled:
      judge.withdraw()
      last = Failure(.denied, "denied: the stroke was cancelled")
    case .tooShort:
      judge.withdraw()
      last = Failure(.denied, "denied: too short, which is no attempt")
      voice.tell(.tooShort(minimum: leastCount), by: ways.kind, at: time)
    case .differs: differ(at: time)
    case .completed, .decided, .firstEntryAccepted, .settled: break
    }
    while let question = flow.question, failure == nil { answer(question, &feed) }
    faces.wander(using: &chance)
    feed.wipe()
  }

  /// The fewest dots, or digits, that are not too short.
  private var leastCount: Int {
    ways.kind == .pin ? Pattern.pinDigits.lowerBound : flow.grid.rules.minimum
  }

  private mutating func answer<Feed: ContactFeed & ~Copyable>(
    _ question: LockFlow.Question, _ feed: inout Feed
  ) {
    let rules = flow.grid.rules
    guard question == .judge else {
      let settlement = answers.settle(question, flow.pattern, drawnBy: rules, after: name)
      let event = flow.settle(settlement, at: feed.now)
      return take(settlement, event, at: feed.now)
    }
    feed.noteQuestion()
    let verdict = judge.judge(flow.pattern, drawnBy: rules)
    feed.noteDecision()
    flow.decide(verdict, at: feed.now)
    take(verdict, &feed)
  }

  private mutating func take<Feed: ContactFeed & ~Copyable>(
    _ verdict: Verdict, _ feed: inout Feed
  ) {
    let now = feed.now
    switch verdict {
    case .right(let name):
      self.name = name
      wrong = 0
      voice.tell(flow.feedback.message, by: ways.kind, at: now)
    case .wrong:
      wrong += 1
      hasFailed = true
      last = Failure(.denied, "denied: wrong pattern")
      voice.tell(.wrong, by: ways.kind, at: now)
      kiosk?.bulletin.denied("wrong", failures: try? store.status().failures)
      if wrong >= limits.attempts { failure = Failure(lockoutOf: store) ?? last }
    case .alreadyTried:
      last = Failure(.denied, "denied: already tried, which is no attempt")
      voice.tell(.alreadyTried, by: ways.kind, at: now)
      kiosk?.bulletin.denied("already tried, which is no attempt", failures: nil)
    case .lockedOut(let milliseconds):
      last = Failure(lockedOutFor: milliseconds)
      if !limits.isLive { failure = last }
      voice.tell(flow.feedback.message, by: ways.kind, at: now)
    case .unavailable(let reason):
      last = Failure(.denied, "denied: this way to unlock is not open (\(reason.rawValue))")
      voice.tell(.unavailable(reason), by: ways.kind, at: now)
    case .cancelled:
      last = Failure(.denied, "denied: the attempt was cancelled")
    case .failed(let fault):
      last = Failure(fault)
      voice.tell(.failed(fault), by: ways.kind, at: now)
      feed.noteFault("judge failed")
    }
    heedLockout(at: now)
  }

  private mutating func take(
    _ settlement: LockFlow.Settlement, _ event: LockFlow.Event, at now: Timestamp
  ) {
    switch settlement {
    case .accepted:
      differed = 0
      if flow.question == nil { voice.tell(flow.feedback.message, by: ways.kind, at: now) }
    case .refused(let refusal):
      last = Failure(.denied, voice.sentence(.refused(refusal), by: ways.kind, at: now))
      voice.tell(.refused(refusal), by: ways.kind, at: now)
      if refusal == .taken { heedLockout(at: now) }
    case .lockedOut(let milliseconds):
      last = Failure(lockedOutFor: milliseconds)
      if !limits.isLive { failure = last }
      voice.tell(flow.feedback.message, by: ways.kind, at: now)
    case .failed(let fault):
      // What is asked for cannot be done, however it is drawn.
      failure = Failure(fault)
    }
  }

  /// The first entry is kept, and after the third that differs forgotten: it may be the one that was
  /// not meant.
  private mutating func differ(at time: Timestamp) {
    differed += 1
    last = Failure(.denied, "the two strokes differ; nothing was stored")
    voice.tell(.differs, by: ways.kind, at: time)
    guard differed >= FlowLimits.mostDifferences else { return }
    differed = 0
    flow.startOver(at: time)
    voice.tell(flow.feedback.message, by: ways.kind, at: time)
  }

  /// Takes a lock-out over that the store has, or lets one go that it has no more, and tells of it.
  private mutating func heedLockout(at now: Timestamp) {
    if heedsLockout(at: now) { voice.tell(flow.feedback.message, by: ways.kind, at: now) }
  }

  /// The same, and tells nothing.
  ///
  /// - Returns: whether there is one now that was not there, or the other way round.
  private mutating func heedsLockout(at now: Timestamp) -> Bool {
    guard flow.purpose != .set, limits.isLive, let status = try? store.status() else {
      return false
    }
    let wasLockedOut = flow.isLockedOut
    switch status.standing {
    case .wait(let milliseconds):
      flow.lockOut(until: now.later(milliseconds: milliseconds), at: now)
      if !wasLockedOut {
        kiosk?.bulletin.lockedOut(milliseconds: milliseconds, failures: status.failures)
      }
    case .free:
      guard wasLockedOut else { return false }
      flow.lockOut(until: now, at: now)
      kiosk?.bulletin.lockoutIsOver(failures: status.failures)
    }
    return flow.isLockedOut != wasLockedOut
  }

  /// A deadline of the flow's has come, or it is time to count down.
  private mutating func wait(at now: Timestamp) {
    let message = flow.feedback.message
    let wasLockedOut = flow.isLockedOut
    flow.tick(at: now)
    if flow.isLockedOut {
      heedLockout(at: now)
    } else if wasLockedOut {
      // Its time is over by the flow's own clock.
      kiosk?.bulletin.lockoutIsOver(failures: try? store.status().failures)
    }
    if flow.isLockedOut {
      voice.countDown(flow.feedback.message, at: now)
    } else if flow.feedback.message != message {
      voice.tell(flow.feedback.message, by: ways.kind, at: now)
    }
  }

  private func nextDeadline(at now: Timestamp) -> Timestamp? {
    guard limits.isLive else { return nil }
    // Counted down by the second.
    let next = flow.isLockedOut || cleanedUntil != nil ? now.later(milliseconds: 1_000) : nil
    return [flow.deadline, next, cleanedUntil, bridge?.deadline].compactMap { $0 }.min()
  }
}

/// When a flow ends before its end.
struct FlowLimits {
  /// Confirming strokes that differ, one after another, before the first entry is forgotten.
  static let mostDifferences = 3

  /// How many wrong patterns there may be.
  var attempts = Int.max
  /// Whether people draw on a panel: then a fault is told and the lock stays.
  let isLive: Bool
  /// For how many seconds SIGUSR2 has touches ignored.
  var cleaning = 30.0
  /// Whether the glass is to be wiped in the end.
  var wipes = false

  /// How long that is waited for, and which share of the glass is enough.
  static let wipingMilliseconds: Int64 = 8_000
  static let wipedEnough = 0.6
}

extension LockFlow {
  fileprivate var isLockedOut: Bool {
    if case .lockedOut = feedback.message { return true }
    return false
  }
}

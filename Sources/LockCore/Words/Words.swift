public import TouchCore

/// The lock's sentences in one language.
public struct Words: Hashable, Sendable {
  public let language: Language

  public init(_ language: Language) { self.language = language }

  /// What to say for a message. `now` is for what is left of a lock-out, `rules` for what is asked,
  /// and `kind` for how it is answered.
  public func text(
    for message: Feedback.Message, _ rules: PatternRules, by kind: Pattern.Kind = .pattern,
    at now: Timestamp
  ) -> String {
    if kind == .pin, let text = pinText(for: message) { return text }
    return switch message {
    case .idle(.current): say(.drawCurrent)
    case .idle(.new): say(.drawNew, rules.minimum)
    case .idle(.again): say(.drawAgain)
    case .drawing: say(.drawing)
    case .asking(.judge): say(.judging)
    case .asking(.check): say(.checking)
    case .asking(.enrol): say(.enrolling)
    case .asking(.remove): say(.removing)
    case .tooShort(let minimum): say(.tooShort, minimum)
    case .wrong: say(.wrong)
    case .alreadyTried: say(.alreadyTried)
    case .differs: say(.differs)
    case .refused(let refusal): text(for: refusal)
    case .lockedOut(let until): lockedOut(milliseconds: until.microseconds(since: now) / 1000)
    case .failed(let failure): text(for: failure.kind)
    case .unavailable(let reason): text(for: reason)
    case .right: say(.right)
    case .enrolled: say(.enrolled)
    case .removed: say(.removed)
    case .givenUp: say(.givenUp)
    }
  }

  /// What is said in other words where digits are entered.
  private func pinText(for message: Feedback.Message) -> String? {
    switch message {
    case .idle(.current), .drawing(.current): say(.enterCurrent)
    case .idle(.new), .drawing(.new): say(.enterNew, Pattern.pinDigits.lowerBound)
    case .idle(.again), .drawing(.again): say(.enterAgain)
    case .tooShort(let minimum): say(.pinTooShort, minimum)
    case .wrong: say(.pinWrong)
    case .alreadyTried: say(.pinAlreadyTried)
    case .differs: say(.pinDiffers)
    case .refused(.taken): say(.pinTaken)
    case .enrolled: say(.pinEnrolled)
    default: nil
    }
  }

  /// What the button says that leads to another way.
  public func way(to kind: Pattern.Kind) -> String {
    switch kind {
    case .pattern: say(.drawInstead)
    case .pin: say(.enterInstead)
    }
  }

  /// What is said while touches are ignored.
  public func cleaning(milliseconds: Int64) -> String {
    say(.cleaning, Int((milliseconds + 999) / 1000))
  }

  /// What is said when the screen is to be wiped.
  public var wipe: String { say(.wipe) }

  /// What to say of a pattern that may not be enrolled.
  public func text(for refusal: LockFlow.Refusal) -> String {
    switch refusal {
    case .likely(.fewLines): say(.likelyFewLines)
    case .likely(.edge): say(.likelyEdge)
    case .likely(.sweep): say(.likelySweep)
    case .likely(.figure): say(.likelyFigure)
    case .likely(.plainDigits): say(.likelyDigits)
    case .taken: say(.taken)
    }
  }

  /// What to say of a fault to whoever stands at the lock; the fault's own sentence is for whoever
  /// looks after it.
  public func text(for kind: JudgeFailure.Kind) -> String {
    switch kind {
    case .badData: say(.badData)
    case .nothingEnrolled: say(.nothingEnrolled)
    case .permissionDenied: say(.permissionDenied)
    case .inputOutput: say(.inputOutput)
    }
  }

  public func text(for reason: Verdict.Unavailability) -> String {
    switch reason {
    case .notSupported: say(.notSupported)
    case .systemTooOld: say(.systemTooOld)
    case .readerNotReady: say(.readerNotReady)
    case .nobodyEnrolled: say(.nobodyEnrolled)
    case .noOtherWaySet: say(.noOtherWaySet)
    case .needsAnotherWay: say(.needsAnotherWay)
    }
  }

  /// How long a lock-out lasts, in the unit that one would use, rounded up; never 0.
  public func lockedOut(milliseconds: Int64) -> String {
    let (second, minute, hour, day) = (
      Int64(1000), Int64(60_000), Int64(3_600_000), Int64(86_400_000)
    )
    let (sentence, unit) =
      switch milliseconds {
      case ...(2 * minute): (Sentence.lockedOutSeconds, second)
      case ...(2 * hour): (.lockedOutMinutes, minute)
      case ...(2 * day): (.lockedOutHours, hour)
      default: (.lockedOutDays, day)
      }
    let (whole, part) = milliseconds.quotientAndRemainder(dividingBy: unit)
    return say(sentence, Int(max(1, part > 0 ? whole + 1 : whole)))
  }

  private func say(_ sentence: Sentence) -> String { sentence.text(in: language) }

  /// The sentence with the value in its one place.
  private func say(_ sentence: Sentence, _ value: Int) -> String {
    let parts = sentence.text(in: language).split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { "{}".contains($0) })
    precondition(parts.count == 3, "\(sentence) has no place for a value")
    return parts[0] + "\(value)" + parts[2]
  }
}

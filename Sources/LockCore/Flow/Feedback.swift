public import TouchCore

/// How a dot looks.
public enum DotState: String, CaseIterable, Hashable, Sendable {
  case normal
  case selected
  case wrong
  case right
}

/// What a person at the lock should see now. The dots are read from the flow's `pattern`, so that
/// there is one copy of them.
public struct Feedback: Hashable, Sendable {
  /// What there is to tell.
  public enum Message: Hashable, Sendable {
    /// Nobody draws; that entry is asked for. With `again` it is the wish to confirm.
    case idle(LockFlow.Entry)
    case drawing(LockFlow.Entry)
    /// The caller was asked, and has not answered yet.
    case asking(LockFlow.Question)
    /// Fewer dots than that.
    case tooShort(minimum: Int)
    case wrong
    case alreadyTried
    /// The confirming stroke is another pattern than the first; it may be drawn again.
    case differs
    /// The new pattern may not be enrolled.
    case refused(LockFlow.Refusal)
    case lockedOut(until: Timestamp)
    case failed(JudgeFailure)
    case unavailable(Verdict.Unavailability)
    case right
    case enrolled
    case removed
    /// Enrolling ended with nothing enrolled.
    case givenUp
  }

  public let message: Message
  /// How the pattern's dots look, and the line; all other dots are normal.
  public let dots: DotState
  /// Where the line goes to from the last dot: the finger, or after its release the last dot itself.
  /// Nil while there is no dot.
  public let lineEnd: ViewPoint?
  /// Whether a finger that comes down now draws.
  public let takesInput: Bool
  /// When it ends by itself, by the flow's `tick`; nil if it waits for somebody.
  public let until: Timestamp?
}

/// How long outcomes are shown, in milliseconds, and whether a finger may draw meanwhile.
///
/// What is shown for 0 ms is not shown at all: its dots are zeroed at once.
public struct FeedbackTiming: Hashable, Sendable {
  /// For a wrong pattern, and for one that could not be judged.
  public let error: Int64
  /// For what went amiss without being wrong: too short, differs, refused.
  public let hint: Int64
  /// For the right pattern, if the program does not go on at once.
  public let success: Int64
  /// Whether a new stroke ends what is shown; else fingers that come down meanwhile draw nothing.
  public let takesInput: Bool

  public init(error: Int64, hint: Int64, success: Int64, takesInput: Bool) {
    precondition(error >= 0 && hint >= 0 && success >= 0, "a time to show is negative")
    self.error = error
    self.hint = hint
    self.success = success
    self.takesInput = takesInput
  }

  /// Android's: its keyguard clears a wrong pattern after 2 s, and a new stroke clears it sooner.
  public static let standard = FeedbackTiming(
    error: 2000, hint: 2000, success: 500, takesInput: true)

  /// For a program that shows nothing.
  public static let none = FeedbackTiming(error: 0, hint: 0, success: 0, takesInput: true)
}

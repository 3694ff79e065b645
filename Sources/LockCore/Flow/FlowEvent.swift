extension LockFlow {
  /// What the flow is for.
  public enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// A new pattern: drawn, and drawn again.
    case set
    /// The pattern that is enrolled.
    case unlock
    /// The old pattern, judged like any attempt, then a new one as in `set`. Nothing changes before
    /// the caller is asked to enrol, so to answer that is the whole transaction.
    case change
    /// The old pattern, judged like any attempt, then it goes.
    case remove
  }

  /// Which pattern a stroke is.
  public enum Entry: String, CaseIterable, Hashable, Sendable {
    /// The one that is enrolled.
    case current
    case new
    /// The new one once more.
    case again
  }

  /// What the caller must answer. Until it does, fingers that come down draw nothing, however long
  /// that takes; who verified ahead answers at once.
  public enum Question: String, CaseIterable, Hashable, Sendable {
    /// Is `pattern` right? To be answered by `decide`.
    case judge
    /// May `pattern` be enrolled, or is it too likely? By `settle`, as those below.
    case check
    /// Enrol `pattern`, or say why not.
    case enrol
    /// Remove the pattern that was judged right.
    case remove
  }

  /// The answer to a question that is not about being right.
  public enum Settlement: Hashable, Sendable {
    /// It may be, or it was done.
    case accepted
    case refused(Refusal)
    /// Too many were wrong, and to look for a collision is an attempt as well.
    case lockedOut(millisecondsLeft: Int64)
    case failed(JudgeFailure)
  }

  /// Why a pattern may not be enrolled.
  public enum Refusal: Hashable, Sendable {
    /// Too many people would try it early.
    case likely(LikelyPatterns.Reason)
    /// It is somebody else's. The second such answer ends the flow: enrolling must not find out what
    /// other people draw.
    case taken
  }

  /// What happened, for a program that embeds the lock.
  public enum Event: Hashable, Sendable {
    /// A stroke ended in another way than a lift; nothing is left of it.
    case cancelled
    case tooShort
    /// A stroke is a pattern; `question` asks what about it, unless it differs.
    case completed
    case decided(Verdict)
    case firstEntryAccepted
    /// The confirming stroke is another pattern.
    case differs
    case settled(Settlement)
  }

  /// What a contact's change did.
  public struct Step: Hashable, Sendable {
    /// The positions in `pattern` of the dots that it added.
    public let newDots: Range<Int>
    public let event: Event?

    /// Whether the first of a stroke's dots is among them.
    public var strokeBegan: Bool { !newDots.isEmpty && newDots.lowerBound == 0 }
  }

  /// Where the flow stands.
  public enum State: Hashable, Sendable {
    /// Nobody draws. The next fresh contact begins the entry, if input is taken.
    case waiting(Entry)
    /// A contact draws; all others are ignored.
    case drawing(Entry)
    /// The caller has a question to answer.
    case asking(Question)
    /// An outcome is shown until the deadline or, where that is allowed, the next stroke; then that
    /// entry is asked for.
    case showing(Feedback.Message, then: Entry)
    /// The flow has reached its end, which is `right`, `enrolled`, `removed` or `givenUp`.
    case over(Feedback.Message)
  }
}

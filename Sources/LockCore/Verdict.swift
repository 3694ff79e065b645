/// The decision on an attempt, by whatever a person may prove who they are. `right` is the one that
/// unlocks, and there is no other.
public enum Verdict: Hashable, Sendable {
  /// It is the pattern of that name, or that person's finger.
  case right(name: String)
  /// It is not; the attempt was counted.
  case wrong
  /// It was wrong a moment ago and still is; nothing was counted.
  case alreadyTried
  /// It was not looked at, since there were too many wrong ones: not for so many milliseconds more.
  case lockedOut(millisecondsLeft: Int64)
  /// It could not be judged. The sentence says what is at fault and what to do.
  case failed(JudgeFailure)
  /// This way is not open; another may be. Nothing was counted.
  case unavailable(Unavailability)
  /// It was given up before it was decided; nothing was counted.
  case cancelled(Cancellation)

  /// Why a way to unlock is not open.
  public enum Unavailability: String, CaseIterable, Hashable, Sendable {
    /// The machine has nothing that could do it.
    case notSupported
    /// The system is too old for it.
    case systemTooOld
    /// The reader is there, and does not answer or may not be used now.
    case readerNotReady
    /// Nobody enrolled for it.
    case nobodyEnrolled
    /// It wants a second way to fall back on, and none is set.
    case noOtherWaySet
    /// Closed after too many failures until somebody unlocks in another way.
    case needsAnotherWay
  }

  /// Who gave an attempt up.
  public enum Cancellation: String, CaseIterable, Hashable, Sendable {
    case byPerson
    /// The person wants to unlock in another way.
    case forAnotherWay
    /// The system took the screen or the reader away.
    case bySystem
    /// The program that embeds the lock did.
    case byProgram
    /// What the attempt was begun with holds no longer.
    case outOfDate
  }
}

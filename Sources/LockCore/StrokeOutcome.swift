/// How a stroke ended. Only a complete one is an attempt.
public enum StrokeOutcome: String, Sendable {
  /// The finger was lifted, or the most dots were reached, with as many dots as the minimum or more.
  case complete
  /// The finger was lifted with fewer dots than the minimum: told, but no attempt.
  case tooShort
  /// The contact ended for another reason than a lift, or the lock was taken away: no attempt, and
  /// nothing to tell.
  case cancelled
}

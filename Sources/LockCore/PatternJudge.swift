/// What decides on a pattern: the store, or the program that embeds the lock.
public protocol PatternJudge: ~Copyable {
  /// Decides on the pattern of a complete stroke.
  ///
  /// It must not keep the pattern, and must count the attempt before it looks at it.
  mutating func judge(_ pattern: borrowing Pattern, drawnBy rules: PatternRules) -> Verdict
}

/// A fault that kept a judge from judging.
public struct JudgeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is, so that a program can act on it.
  public enum Kind: Hashable, Sendable {
    /// What is stored cannot be read as what it should be.
    case badData
    /// Nobody is enrolled.
    case nothingEnrolled
    case permissionDenied
    case inputOutput
  }

  public let kind: Kind
  public let description: String

  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

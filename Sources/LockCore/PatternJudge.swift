/// What decides on a pattern: the store, or the program that embeds the lock.
public protocol PatternJudge: ~Copyable {
  /// Decides on the pattern of a complete stroke.
  ///
  /// It must not keep the pattern, and must count the attempt before it looks at it.
  mutating func judge(_ pattern: borrowing Pattern, drawnBy rules: PatternRules) -> Verdict

  /// Takes the pattern of a stroke that may yet go on, so that a judge that takes its time can begin.
  /// Whatever it finds out must not be seen before the stroke is complete.
  mutating func consider(_ pattern: borrowing Pattern, drawnBy rules: PatternRules)

  /// Hears that the stroke that was considered is no attempt.
  mutating func withdraw()
}

extension PatternJudge where Self: ~Copyable {
  public mutating func consider(_ pattern: borrowing Pattern, drawnBy rules: PatternRules) {}
  public mutating func withdraw() {}
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

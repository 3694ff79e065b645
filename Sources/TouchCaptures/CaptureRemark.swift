/// Something that a capture does not say, or says in a way that could not be taken: what was assumed
/// in its place, what was skipped, what stays unknown.
public struct CaptureRemark: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case assumed
    case skipped
    case unknown
  }

  public enum Rule: Hashable, Sendable {
    /// That many lines on end, from the remark's line on, are none of the format's, or say again what
    /// was said before.
    case skippedLines(Int)
    /// A `# swipelock:` line that this version does not know.
    case unknownComment
  }

  /// From 1; of a binary capture the record.
  public let line: Int
  public let rule: Rule

  public init(line: Int, rule: Rule) {
    self.line = line
    self.rule = rule
  }
}

extension CaptureRemark.Rule {
  public var kind: CaptureRemark.Kind {
    switch self {
    case .skippedLines: .skipped
    case .unknownComment: .unknown
    }
  }

  /// The rule's name in JSON.
  public var name: String {
    switch self {
    case .skippedLines: "skippedLines"
    case .unknownComment: "unknownComment"
    }
  }

  /// The rule as a sentence for a person.
  public var text: String {
    switch self {
    case .skippedLines(1): "a line that is none of the format's was skipped"
    case .skippedLines(let count): "\(count) lines that are none of the format's were skipped"
    case .unknownComment: "a swipelock line that this version does not know was passed over"
    }
  }
}

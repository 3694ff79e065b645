import TouchCore

/// Something that a capture does not say, or says in a way that could not be taken: what was assumed
/// in its place, what was skipped, what stays unknown.
public struct CaptureRemark: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case assumed
    case skipped
    case unknown
  }

  /// What a capture is counted in.
  public enum Unit: String, Sendable {
    case line
    case record
  }

  public enum Rule: Hashable, Sendable {
    /// That many lines on end, from the remark's on, are none of the format's, or say again what was
    /// said before; in a binary capture records that no kernel writes, or the last one cut short.
    case skipped(Int, Unit)
    /// A `# swipelock:` line that this version does not know.
    case unknownComment
    /// An event whose code is told by a name that is not known; it was passed over.
    case unknownName(String)
    /// An event was made of this line and the next, since something had broken it in two.
    case joinedLines
    /// The events have no times; all are 0.
    case noTimes
    /// evtest's "Config Sync" was taken for SYN_MT_REPORT, which old ones call so.
    case configIsContactEnd
    /// The capture does not describe these axes, so their ranges are those of its own events.
    case rangesFromEvents([UInt16])
    /// Nothing tells a position: contacts have none.
    case noPosition
    /// An event of an axis that the description does not have; what it says goes nowhere.
    case undeclaredAxis(UInt16)
    /// The time of an event is that many microseconds before the one in front of it; it stays so.
    case timeGoesBack(Int64)
    /// Times differ inside a frame, here first; a frame has the time of its SYN_REPORT.
    case timesDiffer
    /// The capture begins while something touches; that contact is not seen.
    case beginsInMidTouch
    /// The capture ends inside a frame; what it held was taken as far as it went.
    case endsInMidFrame
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
    case .skipped, .beginsInMidTouch: .skipped
    case .unknownComment, .unknownName, .noTimes, .noPosition, .undeclaredAxis: .unknown
    case .joinedLines, .configIsContactEnd, .rangesFromEvents, .timeGoesBack, .timesDiffer,
      .endsInMidFrame:
      .assumed
    }
  }

  /// The rule's name in JSON.
  public var name: String {
    switch self {
    case .skipped(_, .line): "skippedLines"
    case .skipped(_, .record): "skippedRecords"
    case .unknownComment: "unknownComment"
    case .unknownName: "unknownName"
    case .joinedLines: "joinedLines"
    case .noTimes: "noTimes"
    case .configIsContactEnd: "configIsContactEnd"
    case .rangesFromEvents: "rangesFromEvents"
    case .noPosition: "noPosition"
    case .undeclaredAxis: "undeclaredAxis"
    case .timeGoesBack: "timeGoesBack"
    case .timesDiffer: "timesDiffer"
    case .beginsInMidTouch: "beginsInMidTouch"
    case .endsInMidFrame: "endsInMidFrame"
    }
  }

  /// The rule as a sentence for a person.
  public var text: String {
    switch self {
    case .skipped(1, let unit):
      "a \(unit.rawValue) that is none of the format's was skipped"
    case .skipped(let count, let unit):
      "\(count) \(unit.rawValue)s that are none of the format's were skipped"
    case .unknownComment:
      "a swipelock line that this version does not know was passed over"
    case .unknownName(let name):
      "nobody here knows the code \(name); the event was passed over"
    case .joinedLines:
      "taken together with the next line, since something had broken them"
    case .noTimes:
      "the events have no times; all are 0"
    case .configIsContactEnd:
      "\"Config Sync\" was taken for SYN_MT_REPORT, as old versions of evtest have it"
    case .rangesFromEvents(let codes):
      "\(Self.names(codes)) not described, so the ranges are those of the events; "
        + "give --panel-from FILE"
    case .noPosition:
      "no event tells a position, so the contacts have none"
    case .undeclaredAxis(let code):
      "\(CodeNames.abs(code)) is used and not described; its events say nothing"
    case .timeGoesBack(let microseconds):
      "the time goes back by \(microseconds) µs; kept as it is"
    case .timesDiffer:
      "times differ inside frames, here first; a frame has the time of its SYN_REPORT"
    case .beginsInMidTouch:
      "the capture begins while something touches; that contact is not seen"
    case .endsInMidFrame:
      "the capture ends inside a frame; what it held was taken as far as it went"
    }
  }

  private static func names(_ codes: [UInt16]) -> String {
    let names = codes.map { CodeNames.abs($0) }
    return names.joined(separator: ", ") + (codes.count == 1 ? " is" : " are")
  }
}

import LockCore
import TouchCaptures
import TouchCore

/// What a source is, for the first line of what is told of it.
struct SourceFacts {
  /// The capture's name, or the panel's node.
  var file: String
  /// The capture's format, or `evdev` for a live panel.
  var format: String
  var panel: String
  var view: ViewSize
  /// The number of the device in a capture, and all devices of it.
  var device = 1
  var devices: [CaptureDevice] = []
}

/// What was counted of a source, for its last line.
struct SummaryFacts {
  var file: String
  var events = 0
  var frames = 0
  var contacts = 0
  var mostAtOnce = 0
  var strokes = 0
  var dropped = 0
  var skippedLines = 0
  var findings = 0
  /// What was assumed, skipped or unknown of a capture; nil for a live panel.
  var remarks: Int?
}

/// Where a frame stands in its source, for `--raw`.
struct FramePosition {
  /// From 1.
  var frame: Int
  /// The line of the capture; nil for a live panel.
  var line: Int?
}

/// How what happens is told.
protocol Report {
  mutating func source(_ facts: SourceFacts) -> String
  mutating func contact(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ position: FramePosition
  ) -> String
  mutating func finding(_ finding: Finding) -> String
  mutating func remark(_ remark: CaptureRemark) -> String
  mutating func dot(_ dot: Dot, isFilled: Bool, contact: Int, _ time: Timestamp) -> String
  mutating func stroke(
    _ outcome: StrokeOutcome, pattern: String, contact: Int, _ time: Timestamp
  ) -> String
  mutating func summary(_ facts: SummaryFacts) -> String
}

extension Report {
  /// The first line of a source, and what is odd about it before any event.
  mutating func source(_ facts: SourceFacts, oddities: [Finding.Rule]) -> String {
    oddities.reduce(source(facts)) { text, rule in
      text + finding(Finding(time: Timestamp(microseconds: 0), rule: rule))
    }
  }
}

extension ViewMapping {
  /// What is odd about the view.
  var oddities: [Finding.Rule] { unit == .deviceUnits ? [.aspectUnknown] : [] }
}

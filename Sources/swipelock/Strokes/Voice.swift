import LockCore
import TouchCore

/// Tells on the terminal how a flow goes, in the language of the environment.
struct Voice: ~Copyable {
  private var output = Output()
  private let words: Words
  private let rules: PatternRules
  /// Whether anything is told at all: captures have nobody to tell.
  private let speaks: Bool
  private var lastTold: Int64?

  init(_ rules: PatternRules, speaks: Bool) {
    words = Self.words
    self.rules = rules
    self.speaks = speaks
  }

  /// The words of the environment's language.
  static var words: Words {
    Words(
      Language(
        all: Terminal.environment("LC_ALL"), messages: Terminal.environment("LC_MESSAGES"),
        lang: Terminal.environment("LANG")))
  }

  /// Says that the panel is held: programs wait for this line, so it is the same in all languages.
  mutating func beginLocked() { say("Locked.") }

  mutating func tell(
    _ message: Feedback.Message, by kind: Pattern.Kind = .pattern, at now: Timestamp
  ) {
    switch message {
    case .lockedOut:
      lastTold = nil
      countDown(message, at: now)
    case .failed(let fault):
      // For whoever looks after the lock, and for whoever stands at it.
      if speaks { warn("still locked: \(fault)") }
      say(sentence(message, by: kind, at: now))
    default: say(sentence(message, by: kind, at: now))
    }
  }

  /// Tells how long it still takes: each second where the line can be written over, else every ten.
  mutating func countDown(_ message: Feedback.Message, at now: Timestamp) {
    guard case .lockedOut(let until) = message else { return }
    let left = (until.microseconds(since: now) + 999_999) / 1_000_000
    guard lastTold != left else { return }
    let isDue = lastTold.map { ($0 - 1) / 10 != (left - 1) / 10 } ?? true
    guard Terminal.isInteractive || isDue else { return }
    let isFirst = lastTold == nil
    lastTold = left
    let start = Terminal.isInteractive && !isFirst ? "\u{1b}[A\u{1b}[K" : ""
    say("\(start)\(sentence(message, at: now))")
  }

  func sentence(
    _ message: Feedback.Message, by kind: Pattern.Kind = .pattern, at now: Timestamp
  ) -> String {
    words.text(for: message, rules, by: kind, at: now)
  }

  private mutating func say(_ sentence: String) {
    // Who listens may be gone.
    guard speaks else { return }
    try? output.write(commanding: "\(sentence)\n")
    try? output.flush()
  }
}

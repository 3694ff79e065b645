import LockCore
import TouchCore

/// Tells on the terminal how a flow goes.
struct Voice: ~Copyable {
  private var output = Output()
  /// Whether anything is told at all: captures have nobody to tell.
  private let speaks: Bool
  private var lastTold: Int64?

  init(speaks: Bool) { self.speaks = speaks }

  mutating func begin(_ purpose: LockFlow.Purpose, _ rules: PatternRules) {
    if purpose == .unlock { say("Locked.") }
  }

  mutating func tell(_ message: Feedback.Message, at now: Timestamp) {
    if case .lockedOut = message {
      lastTold = nil
      countDown(message, at: now)
    } else if case .failed(let fault) = message {
      if speaks { warn("still locked: \(fault)") }
    } else {
      let sentence = sentence(message)
      if !sentence.isEmpty { say(sentence) }
    }
  }

  /// Tells how long it still takes: each second where the line can be written over, else every ten.
  mutating func countDown(_ message: Feedback.Message, at now: Timestamp) {
    guard case .lockedOut(let until) = message else { return }
    let left = max(1, (until.microseconds(since: now) + 999_999) / 1_000_000)
    guard lastTold != left else { return }
    let isDue = lastTold.map { ($0 - 1) / 10 != (left - 1) / 10 } ?? true
    guard Terminal.isInteractive || isDue else { return }
    lastTold = left
    say("Locked out for \(left) s.", overwriting: Terminal.isInteractive)
  }

  private mutating func say(_ sentence: String, overwriting: Bool = false) {
    guard speaks else { return }
    // Who listens may be gone.
    if overwriting {
      try? output.write("\r\u{1b}[K\(sentence)")
      try? output.flush()
    } else {
      try? output.say(sentence)
    }
  }

  func sentence(_ message: Feedback.Message) -> String {
    switch message {
    case .idle(.current): "Draw the pattern."
    case .idle(.new): "Draw the new pattern."
    case .idle(.again): "Draw it again."
    case .tooShort(let minimum): "Too short: at least \(minimum) dots."
    case .wrong: "Wrong pattern."
    case .alreadyTried: "Already tried."
    case .differs: "That differs. Draw it again."
    case .refused(.likely): "Too many people would try that pattern. Choose another."
    case .refused(.taken): "That pattern cannot be taken. Choose another."
    case .right: "Unlocked."
    case .unavailable(let reason): "This way is not open (\(reason.rawValue))."
    case .enrolled: "Enrolled."
    case .removed: "Removed."
    case .givenUp: "Nothing was stored."
    case .drawing, .asking, .lockedOut, .failed: ""
    }
  }
}

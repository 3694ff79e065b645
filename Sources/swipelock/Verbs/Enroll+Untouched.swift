import Glibc
import LockCore
import LockStore

// What is enrolled without a panel: what comes on standard input, and the code for the day on which
// all is forgotten.
extension Enroll {
  /// Who the recovery code is enrolled as.
  static let recovery = "recovery"
  private static let longestInput = 256

  /// Enrols the pattern or PIN that is the first line of standard input.
  func enrollInput(_ rules: PatternRules, by answers: Enrolling, isPIN: Bool) throws(Failure) {
    Secrecy.begin()
    guard let bytes = WholeFile.bytes(of: 0, atMost: Self.longestInput),
      let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first
    else {
      throw Failure(
        .badData, "standard input: cannot be read, or is more than a pattern; give it on one line")
    }
    let text = String(decoding: line, as: UTF8.self)
    if isPIN {
      guard Pattern.pinDigits ~= line.count, line.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Failure(
          .badData,
          "standard input: a PIN has \(Pattern.pinDigits.lowerBound) to "
            + "\(Pattern.pinDigits.upperBound) digits")
      }
      try put(Pattern(digits: line.map { $0 - 0x30 }), rules, answers)
    } else {
      let pattern = try PatternText.pattern(text, rules)
      guard pattern.count >= rules.minimum else {
        throw Failure(.badData, "standard input: a pattern has \(rules.minimum) dots or more")
      }
      try put(pattern, rules, answers)
    }
  }

  /// Enrols as many random digits as a PIN may have, and tells them.
  func enrollRecovery(_ rules: PatternRules, in store: Store) throws(Failure) {
    guard let name = CredentialName(Self.recovery) else { preconditionFailure("a name") }
    var random = SystemRandomNumberGenerator()
    let digits = (0..<Pattern.pinDigits.upperBound).map { _ in
      UInt8.random(in: 0...9, using: &random)
    }
    let answers = Enrolling(
      store: store, who: .new(name, cost: .standard), allowsLikely: true)
    try put(Pattern(digits: digits), rules, answers)
    let code = digits.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + "\($1)" }.joined()
    var output = Output()
    try output.say("Recovery code, a PIN that is told this once: \(code)")
  }

  private func put(
    _ pattern: consuming Pattern, _ rules: PatternRules, _ answers: Enrolling
  ) throws(Failure) {
    for question in [LockFlow.Question.check, .enrol] {
      switch answers.settle(question, pattern, drawnBy: rules, after: nil) {
      case .accepted: continue
      case .refused(.likely):
        throw Failure(
          .denied, "many people would try that pattern early; take another, or give --allow-weak")
      case .refused: throw Failure(.denied, "that is somebody else's; nothing was stored")
      case .lockedOut(let milliseconds): throw Failure(lockedOutFor: milliseconds)
      case .failed(let fault): throw Failure(fault)
      }
    }
  }
}

extension Pattern {
  fileprivate init(digits: [UInt8]) {
    self.init()
    clear(for: .pin)
    for digit in digits { append(digit: digit) }
  }
}

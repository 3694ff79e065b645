import LockCore
import LockStore
import TestSupport
import Testing

/// Random sequences of what can happen to a store, held against a model of the waits.
struct AttemptSequenceTests {
  @Test(arguments: 0..<20)
  func `no sequence of attempts, starts, clocks and torn writes gives a free guess`(
    _ part: UInt64
  ) throws {
    for seed in (part * 50)..<(part * 50 + 50) {
      var sequence = AttemptSequence(store: try .enrolled(), random: SeededRandom(seed: seed))
      for _ in 0..<60 {
        sequence.step()
        guard sequence.faults.isEmpty else { break }
      }
      #expect(sequence.faults == [], "seed \(seed): \(sequence.steps.joined(separator: ", "))")
    }
  }
}

private struct AttemptSequence {
  let store: StoreFixture
  var random: SeededRandom
  private(set) var steps: [String] = []
  private(set) var faults: [String] = []

  // The model: failures in a row, and how long the clock has surely run since the last one.
  private var failures = 0
  private var surelyPassed: Int64 = 0

  init(store: StoreFixture, random: SeededRandom) {
    (self.store, self.random) = (store, random)
  }

  private static let waits: [Int64] = [0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900]
  private var wait: Int64 { Self.waits[min(failures, Self.waits.count - 1)] * 1_000 }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: attempt(StoreFixture.wrongDots, "wrong")
    case 45..<50: attempt(StoreFixture.rightDots, "right")
    case 50..<58:
      store.crypt.answer(.nothing)
      attempt(StoreFixture.rightDots, "failing")
      store.crypt.answer(.output)
    case 58..<75:
      let choices: [Int64] = [1, 500, max(wait - 1, 0), wait, wait + 1, 1_000_000]
      pass(choices[Int.random(in: choices.indices, using: &random)])
    case 75..<83:
      note("start")
      store.clock.reboot(microseconds: .random(in: 0...10_000_000_000, using: &random))
      surelyPassed = 0
    case 83..<88:
      // Behind the last charge: that it went back by less cannot be seen.
      guard let stamp = store.attempts("stamp").flatMap({ Int64($0) }), stamp > 0 else { break }
      note("clock back")
      store.clock.set(microseconds: .random(in: 0..<stamp, using: &random))
      surelyPassed = 0
    case 88..<94: tear()
    default:
      note("unfinished write")
      let left = Array("swipelock attempts 1\nepoch 0\nfailures 0\nend\n".utf8)
      Files.write(left.prefix(.random(in: 0...left.count, using: &random)), to: newFile)
    }
  }

  private var newFile: String { "\(store.attemptsFile).new" }

  private mutating func pass(_ milliseconds: Int64) {
    note("\(milliseconds) ms pass")
    store.clock.pass(milliseconds: milliseconds)
    surelyPassed += milliseconds
  }

  private mutating func note(_ step: String) { steps.append(step) }

  private mutating func attempt(_ dots: [Int], _ what: String) {
    let runs = store.crypt.runs
    let verdict = store.judge(dots)
    let ran = store.crypt.runs - runs
    note("\(what) → \(verdict)")
    if ran > 0, surelyPassed < wait { faults.append("a run \(wait - surelyPassed) ms too early") }
    if ran > 1 { faults.append("\(ran) runs for one attempt") }
    switch (verdict, what) {
    case (.wrong, "wrong"):
      if ran != 1 { faults.append("wrong by no run") }
      failures += 1
      surelyPassed = 0
    case (right, "right"):
      if ran != 1 { faults.append("right by no run") }
      failures = 0
    case (.failed, "failing"): if ran != 1 { faults.append("failed with no run") }
    case (.lockedOut(let left), _):
      if ran != 0 { faults.append("a run while locked out") }
      if left < 1 || left > wait { faults.append("\(left) ms left of \(wait)") }
    default: faults.append("\(verdict) for a \(what) pattern")
    }
    if store.failures != failures {
      faults.append("\(store.failures ?? -1) failures on the disk, not \(failures)")
    }
  }

  /// Tears a file: until it is whole again there is no attempt, and nothing is written.
  private mutating func tear() {
    let file = Bool.random(using: &random) ? store.attemptsFile : store.credentialFile
    guard let whole = Files.bytes(file) else { return faults.append("\(file) is gone") }
    let length = Int.random(in: 0..<whole.count, using: &random)
    note("torn at \(length)")
    Files.write(whole.prefix(length), to: file)
    let (before, runs) = (store.contents, store.crypt.runs)
    let verdict = store.judgeRight()
    if verdict.failure?.kind != .badData { faults.append("\(verdict) for a torn file") }
    if store.contents != before || store.crypt.runs != runs {
      faults.append("a torn file was used")
    }
    Files.write(whole, to: file)
  }
}

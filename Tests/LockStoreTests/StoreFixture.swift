import LockCore
import LockStore
import Synchronization

/// A store in a folder of its own, a clock by hand, and a verifier whose runs are counted.
final class StoreFixture: Sendable {
  static let rightDots = [0, 3, 6, 7, 8]
  static let wrongDots = [0, 1, 2, 5]
  static let rules = PatternRules.standard

  private let folder = TestFolder()
  let path: String
  let clock = HandClock()
  let crypt = CryptDouble()

  init() { path = "\(folder.path)/store" }

  /// A fixture in which the right dots are enrolled.
  static func enrolled() throws -> StoreFixture {
    let fixture = StoreFixture()
    try fixture.enrol()
    fixture.crypt.forgetRuns()
    return fixture
  }

  var credentialFile: String { "\(path)/credential" }
  var attemptsFile: String { "\(path)/attempts" }
  var scratchFolder: String { folder.path }

  var machine: StoreMachine {
    let clock = clock
    return StoreMachine(yescrypt: crypt.yescrypt, clock: { clock.now })
  }

  var store: Store { store(at: path) }

  func store(at path: String) -> Store { Store(path: path, machine: machine) }

  @discardableResult
  func enrol(
    rules: PatternRules = rules, dots: [Int] = rightDots, as name: CredentialName = .standard
  ) throws(StoreError) -> Store.Answer {
    try store.enrol(
      drawn(dots), as: name, drawnBy: rules, created: 1_764_500_000,
      cost: VerifierCost(number: 3))
  }

  func judge(
    _ dots: [Int], rules: PatternRules = rules, at otherPath: String? = nil
  ) -> Verdict {
    var judge = StoreJudge(store(at: otherPath ?? path))
    return judge.judge(drawn(dots), drawnBy: rules)
  }

  func judgeRight() -> Verdict { judge(Self.rightDots) }
  func judgeWrong() -> Verdict { judge(Self.wrongDots) }

  func status() throws(StoreError) -> StoreStatus { try store.status() }

  /// A field of the attempts as it stands in the file.
  func attempts(_ field: String) -> String? { value(of: field, in: attemptsFile) }

  /// A field of the credential, the first of its name.
  func credential(_ field: String) -> String? { value(of: field, in: credentialFile) }

  private func value(of field: String, in file: String) -> String? {
    Files.text(file)?.split(separator: "\n").first { $0.hasPrefix("\(field) ") }
      .map { String($0.dropFirst(field.count + 1)) }
  }

  var failures: Int? { attempts("failures").flatMap { Int($0) } }

  /// Rewrites a line of a file of the store.
  func set(_ field: String, _ value: String, in file: String) {
    let lines = (Files.text(file) ?? "").split(separator: "\n").map { line in
      line.hasPrefix("\(field) ") ? "\(field) \(value)" : String(line)
    }
    Files.write(lines.map { $0 + "\n" }.joined().utf8, to: file)
  }

  /// The names and bytes of all that is in the store.
  var contents: [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: Files.names(in: path).map { ($0, Files.bytes("\(path)/\($0)") ?? []) })
  }
}

func drawn(_ dots: [Int]) -> Pattern {
  var pattern = Pattern()
  for dot in dots { pattern.append(Dot(dot)) }
  return pattern
}

let right = Verdict.right(name: "default")

extension Verdict {
  var failure: JudgeFailure? {
    guard case .failed(let failure) = self else { return nil }
    return failure
  }
}

/// A clock that tests set.
final class HandClock: Sendable {
  private let time = Mutex((boot: 1, microseconds: Int64(1_000_000_000)))

  var now: BootClock {
    time.withLock { time in
      let digits = "\(time.boot)"
      let id = String(repeating: "0", count: 36 - digits.count) + digits
      guard let boot = BootID(id) else { preconditionFailure("\(id) is no boot id") }
      return BootClock(boot: boot, microseconds: time.microseconds)
    }
  }

  func pass(milliseconds: Int64) { time.withLock { $0.microseconds += milliseconds * 1_000 } }
  func set(microseconds: Int64) { time.withLock { $0.microseconds = microseconds } }

  func reboot(microseconds: Int64 = 5_000_000) {
    time.withLock { $0 = ($0.boot + 1, microseconds) }
  }
}

/// In the place of crypt(3): quick, counted, and failing when told to.
final class CryptDouble: Sendable {
  private struct State {
    var runs = 0
    var answer: Answer = .output
    var beforeRun: @Sendable () -> Void = {}
  }

  enum Answer {
    case output
    /// What crypt(3) gives where memory is short.
    case nothing
    case bytes(String)
  }

  private let state = Mutex(State())

  var runs: Int { state.withLock { $0.runs } }
  func forgetRuns() { state.withLock { $0.runs = 0 } }
  func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }
  func beforeRun(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.beforeRun = body } }

  var yescrypt: Yescrypt {
    Yescrypt { phrase, setting in
      let (answer, beforeRun) = self.state.withLock { state in
        state.runs += 1
        return (state.answer, state.beforeRun)
      }
      beforeRun()
      switch answer {
      case .output: return Array("\(setting)$\(Self.letters(phrase))".utf8)
      case .nothing: return nil
      case .bytes(let text): return Array(text.utf8)
      }
    }
  }

  /// What a run gives for that text.
  static func output(of text: String) -> String { letters(Array(text.utf8)) }

  private static func letters(_ phrase: borrowing LockedMemory) -> String {
    unsafe phrase.withBytes { bytes in unsafe letters(Array(bytes.prefix { $0 != 0 })) }
  }

  /// 43 letters that hang on the phrase (FNV-1a).
  private static func letters(_ phrase: [UInt8]) -> String {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in phrase { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(state, radix: 16)
    return String(repeating: ".", count: 43 - digits.count) + digits
  }
}

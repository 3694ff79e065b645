import LockCore
import LockStore
import TestSupport

/// A random life of a store with an owner and one other, on a disk that loses its power, held against
/// what must never be: a guess that was not paid for, or a store that is lost.
struct StoreLife {
  private var steps: [String] = []
  private var faults: [String] = []

  private var random: SeededRandom
  private let disk: SimulatedDisk
  private let clock = HandClock()
  private let crypt = CryptDouble()
  private let policy: BackOff
  private var known = Known()

  /// What must be true whatever happens: the failures since a right attempt, at least; and how long
  /// the clock has surely run since the last one.
  private struct Known {
    var failures: UInt32 = 0
    var ownerFailures: UInt32 = 0
    var passed: Int64 = 0
    var patterns = [[0, 3, 6, 7], [2, 5, 8, 7]]
    /// Whether a start of the machine cannot bring the other's old pattern back.
    var isChangeSure = true
  }

  private static let wrong = [[0, 1, 2, 5], [8, 7, 6, 3], [1, 4, 7, 6], [6, 4, 2, 1]]

  init(seed: UInt64, on disk: SimulatedDisk) {
    self.disk = disk
    random = SeededRandom(seed: seed)
    policy = [BackOff.kiosk, .strict][Int.random(in: 0...1, using: &random)]
  }

  /// A disk with a store in which the two have just been enrolled.
  static func newborn() throws -> SimulatedDisk {
    let life = StoreLife(seed: 0, on: SimulatedDisk())
    for (dots, name) in zip(life.known.patterns, ["default", "other"]) {
      let answer = try life.store.enrol(
        drawn(dots), as: CredentialName(name) ?? .standard, drawnBy: .standard, created: 0)
      precondition(answer == .stored)
    }
    return life.disk
  }

  private var store: Store {
    let clock = clock
    let machine = StoreMachine(disk: disk, yescrypt: crypt.yescrypt, clock: { clock.now })
    return Store(path: "/store", policy: policy, machine: machine)
  }

  /// Leads one life; nil, or what was wrong with it.
  static func fault(ofSeed seed: UInt64, on newborn: SimulatedDisk) -> String? {
    var life = StoreLife(seed: seed, on: newborn.copy())
    for _ in 0..<8 {
      life.step()
      guard life.faults.isEmpty else {
        return "seed \(seed): \(life.faults), after \(life.steps.joined(separator: ", "))"
      }
    }
    return nil
  }

  private mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35: attempt(pick(Self.wrong), name: nil)
    case 35..<43: attempt(known.patterns[0], name: "default")
    case 43..<51: attempt(known.patterns[1], name: "other")
    case 51..<65: pass()
    case 65..<71: restart("start")
    case 71..<76: clockBack()
    case 76..<88: failing()
    case 88..<94: meanwhile()
    case 94..<97: change()
    default: rot()
    }
    if faults.isEmpty { check() }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private mutating func pass() {
    let choices: [Int64] = [1, 29_999, 30_000, 60_000, 899_999, 900_000, 86_400_000]
    let milliseconds = pick(choices)
    steps.append("\(milliseconds) ms")
    clock.pass(milliseconds: milliseconds)
    known.passed += milliseconds
  }

  private mutating func restart(_ why: String) {
    steps.append(why)
    disk.restart(&random)
    clock.reboot(microseconds: .random(in: 0...10_000_000_000, using: &random))
    known.passed = 0
    if !known.isChangeSure { known.patterns[1] = enrolledPattern }
    known.isChangeSure = true
  }

  private mutating func clockBack() {
    // Behind the last charge: that it went back by less cannot be seen.
    guard let stamp = field("stamp"), stamp > 0 else { return }
    let time = Int64.random(in: 0..<Int64(stamp), using: &random)
    steps.append("back to \(time)")
    clock.set(microseconds: time)
    known.passed = 0
  }

  /// The next attempt, change or status meets a disk that fails, or goes off, at some step.
  private mutating func failing() {
    let failure = SimulatedDisk.Failure(
      steps: .random(in: 0..<14, using: &random), isCut: .random(using: &random))
    steps.append(failure.isCut ? "cut after \(failure.steps)" : "fault after \(failure.steps)")
    disk.fail(after: failure)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: attempt(known.patterns[0], name: "default")
    case 1: attempt(known.patterns[1], name: "other")
    case 2: change()
    case 3: _ = try? store.status()
    default: attempt(pick(Self.wrong), name: nil)
    }
    disk.fail(after: nil)
    if disk.isOff { restart("and start") }
  }

  /// While the verifier runs for one attempt, another process makes some.
  private mutating func meanwhile() {
    let others = [pick(Self.wrong), pick(Self.wrong)]
    let isFailing = Bool.random(using: &random)
    steps.append(isFailing ? "meanwhile two, and failing" : "meanwhile two")
    let (store, crypt) = (store, crypt)
    if isFailing { crypt.answer(.nothing) }
    nonisolated(unsafe) var verdicts: [Verdict] = []
    crypt.beforeRun {
      crypt.beforeRun {}
      crypt.answer(.output)
      for dots in others {
        var judge = StoreJudge(store)
        unsafe verdicts.append(judge.judge(drawn(dots), drawnBy: .standard))
      }
    }
    var judge = StoreJudge(store)
    let verdict = judge.judge(drawn(pick(Self.wrong)), drawnBy: .standard)
    crypt.beforeRun {}
    crypt.answer(.output)
    for verdict in unsafe verdicts + [verdict] {
      if case .right = verdict { faults.append("a wrong pattern is right") }
      if verdict == .wrong { fail() }
    }
  }

  private mutating func fail() {
    known.failures += 1
    known.ownerFailures += 1
    known.passed = 0
  }

  private mutating func attempt(_ dots: [Int], name: String?) {
    let (disk, known, policy) = (disk, known, policy)
    // By what the disk says, which `check` holds to be no less than is known.
    let before = Self.field("failures", of: disk.bytes("attempts")) ?? 0
    let ownerBefore = Self.field("owner-failures", of: disk.bytes("attempts")) ?? 0
    nonisolated(unsafe) var free: [String] = []
    crypt.beforeRun {
      let wait = policy.milliseconds(
        afterFailures: UInt32(before), besideOwner: UInt32(ownerBefore))
      if known.passed < wait {
        unsafe free.append("a run \(wait - known.passed) ms too early")
      }
      // Paid for, and the payment is safe from a cut.
      let charged = Self.field("failures", of: disk.durable("attempts")) ?? 0
      if charged <= before {
        unsafe free.append("a run for \(charged) failures, \(before) before")
      }
    }
    var judge = StoreJudge(store)
    let verdict = judge.judge(drawn(dots), drawnBy: .standard)
    crypt.beforeRun {}
    unsafe faults += free
    steps.append("\(name ?? "wrong") → \(verdict)")
    switch verdict {
    case .right(let who):
      if who != name { faults.append("\(who) for \(name ?? "a wrong pattern")") }
      self.known.failures = 0
      if who == "default" { self.known.ownerFailures = 0 }
    case .wrong:
      if name != nil { faults.append("wrong for \(name ?? "")") }
      fail()
    case .lockedOut, .failed, .alreadyTried, .unavailable, .cancelled: break
    }
  }

  /// The other's pattern becomes another, or stays.
  private mutating func change() {
    let new = Self.others[known.patterns[1] == Self.others[0] ? 1 : 0]
    let answer = try? store.change(
      CredentialName("other") ?? .standard, to: drawn(new), drawnBy: .standard, changed: 1)
    steps.append("change → \(answer.map { "\($0)" } ?? "fault")")
    if answer == .stored {
      known.patterns[1] = new
      known.isChangeSure = true
    } else if answer == nil {
      // What failed on the way may be there, or not; and with the next start, the other way round.
      known.isChangeSure = false
      if !disk.isOff { known.patterns[1] = enrolledPattern }
    }
  }

  private static let others = [[2, 5, 8, 7], [0, 4, 8, 5]]

  /// Which one is the other's, as the file has it.
  private var enrolledPattern: [Int] {
    let output = CryptDouble.output(of: "swipelock1|pattern|3x3|fill|\(Self.others[1].commas)|")
    let text = String(decoding: disk.bytes("credential") ?? [], as: UTF8.self)
    return Self.others[text.contains(" \(output)\n") ? 1 : 0]
  }

  /// The attempts are gone: the most there can be.
  private mutating func rot() {
    steps.append("rot")
    let whole = disk.bytes("attempts") ?? []
    disk.put(
      Array(whole.prefix(.random(in: 0..<max(whole.count, 1), using: &random))), as: "attempts")
    let runs = crypt.runs
    var judge = StoreJudge(store)
    let verdict = judge.judge(drawn(known.patterns[0]), drawnBy: .standard)
    if crypt.runs != runs { faults.append("\(verdict) by a torn file") }
    disk.put(whole, as: "attempts")
  }

  /// Whatever happened: the store is whole, and has no fewer failures than there were.
  private mutating func check() {
    do throws(StoreError) {
      let status = try store.status()
      if status.failures < known.failures {
        faults.append("\(status.failures) failures, not \(known.failures)")
      }
      if status.ownerFailures < known.ownerFailures {
        faults.append("\(status.ownerFailures) beside the owner, not \(known.ownerFailures)")
      }
      if status.enrolled.count != 2 { faults.append("\(status.enrolled.count) names") }
    } catch {
      faults.append("\(error)")
    }
  }

  private func field(_ name: String) -> UInt64? { Self.field(name, of: disk.bytes("attempts")) }

  private static func field(_ name: String, of bytes: [UInt8]?) -> UInt64? {
    guard let bytes else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "\(name) ".utf8)
    {
      return UInt64(String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self))
    }
    return nil
  }
}

extension [Int] {
  fileprivate var commas: String { map { "\($0)" }.joined(separator: ",") }
}

import CCrypt
import Glibc
import LockCore
import LockStore
import Synchronization
import Testing

struct StoreJudgeTests {
  @Test func `the right pattern is right, by its name`() throws {
    let store = try StoreFixture.enrolled()
    #expect(store.judgeRight() == right)
    #expect(store.failures == 0)
  }

  @Test func `a wrong pattern is wrong and counted`() throws {
    let store = try StoreFixture.enrolled()
    #expect(store.judgeWrong() == .wrong)
    #expect(store.judge([8, 7, 6, 3, 0]) == .wrong)
    #expect(store.judge([0, 3, 6, 7]) == .wrong)
    #expect(store.judge([]) == .wrong)
    #expect(store.failures == 4)
    #expect(store.judgeRight() == right)
    #expect(store.failures == 0)
  }

  @Test func `the real verifier tells right from wrong`() throws {
    let folder = TestFolder()
    // By what a program outside would use.
    let store = Store(path: "\(folder.path)/store")
    let answer = try store.enrol(
      drawn([0, 3, 6, 7]), as: .standard, drawnBy: .standard, created: 0,
      cost: VerifierCost(number: 3))
    #expect(answer == .stored)
    var judge = StoreJudge(store)
    #expect(judge.judge(drawn([0, 3, 6, 4]), drawnBy: .standard) == .wrong)
    #expect(judge.judge(drawn([0, 3, 6, 7]), drawnBy: .standard) == right)
  }

  @Test func `the charge is on the disk and synced before the verifier runs`() throws {
    let store = try StoreFixture.enrolled()
    let log = Mutex<[String]>([])
    defer { store.crypt.beforeRun {} }
    store.crypt.beforeRun {
      let text = "verifier, failures \(store.failures ?? -1)"
      log.withLock { $0.append(text) }
    }
    SyncLog.observing(store.path) { path in
      let text = "sync \(path.dropFirst(store.path.count)), failures \(store.failures ?? -1)"
      log.withLock { $0.append(text) }
      return nil
    } during: {
      #expect(store.judgeWrong() == .wrong)
    }
    #expect(
      log.withLock { $0 } == [
        "sync /attempts.new, failures 0", "sync , failures 1", "verifier, failures 1",
      ])
  }

  @Test(arguments: ["/attempts.new", ""])
  func `a charge that cannot be synced runs no verifier`(_ synced: String) throws {
    let store = try StoreFixture.enrolled()
    let verdict = SyncLog.observing(store.path) { path in
      path == store.path + synced ? EIO : nil
    } during: {
      store.judgeRight()
    }
    #expect(verdict.failure?.kind == .inputOutput)
    #expect(verdict.failure?.description.hasPrefix(store.path + synced) == true)
    #expect(store.crypt.runs == 0)
    #expect(store.judgeRight() == right)
  }

  @Test func `right stays right if the failures cannot be cleared`() throws {
    let store = try StoreFixture.enrolled()
    let syncs = Mutex(0)
    let verdict = SyncLog.observing(store.path) { _ in
      // The third is the clearing's: two made the charge.
      syncs.withLock {
        $0 += 1
        return $0 == 3 ? ENOSPC : nil
      }
    } during: {
      store.judgeRight()
    }
    #expect(verdict == right)
    #expect(store.failures == 1)
  }

  @Test func `clearing leaves the old record or the new one, each whole, whenever it is cut`()
    throws
  {
    let store = try StoreFixture.enrolled()
    let found = Mutex<[String]>([])
    SyncLog.observing(store.path) { path in
      let (name, failures) = (path.dropFirst(store.path.count), store.failures ?? -1)
      found.withLock { $0.append("\(name) \(failures)") }
      return nil
    } during: {
      #expect(store.judgeRight() == right)
    }
    #expect(found.withLock { $0 } == ["/attempts.new 0", " 1", "/attempts.new 1"])
  }

  @Test(arguments: [
    CryptDouble.Answer.nothing, .bytes(""), .bytes("*0"), .bytes("*1"), .bytes("$y$j7T$"),
  ])
  func `a verifier that fails is a fault, not a wrong pattern, and costs nothing`(
    _ answer: CryptDouble.Answer
  ) throws {
    let store = try StoreFixture.enrolled()
    let before = Files.text(store.attemptsFile)
    store.crypt.answer(answer)
    store.clock.pass(milliseconds: 10)
    let failure = store.judgeRight().failure
    #expect(failure?.kind == .inputOutput)
    #expect(failure?.description.contains(store.path) == true)
    #expect(store.crypt.runs == 1)
    #expect(Files.text(store.attemptsFile) == before)
    store.crypt.answer(.output)
    #expect(store.judgeRight() == right)
  }

  @Test func `a charge is not given back after a right attempt`() throws {
    let store = try StoreFixture.enrolled()
    #expect(store.judgeWrong() == .wrong)
    store.crypt.answer(.nothing)
    store.crypt.beforeRun {
      // Meanwhile another judge is right, and then wrong twice.
      store.crypt.beforeRun {}
      store.crypt.answer(.output)
      #expect(store.judgeRight() == right)
      #expect(store.judgeWrong() == .wrong)
      #expect(store.judgeWrong() == .wrong)
    }
    #expect(store.judgeWrong().failure != nil)
    #expect(store.failures == 2)
  }

  @Test func `giving back keeps what others charged meanwhile, and their time`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<3 { #expect(store.judgeWrong() == .wrong) }
    store.crypt.answer(.nothing)
    store.crypt.beforeRun {
      store.crypt.beforeRun {}
      store.crypt.answer(.output)
      store.clock.pass(milliseconds: 5)
      #expect(store.judgeWrong() == .wrong)
    }
    #expect(store.judgeWrong().failure != nil)
    #expect(store.failures == 4)
    #expect(store.attempts("stamp") == "\(store.clock.now.microseconds)")
  }

  @Test func `a right attempt does not clear what was charged after another right one`() throws {
    let store = try StoreFixture.enrolled()
    store.crypt.beforeRun {
      store.crypt.beforeRun {}
      #expect(store.judgeRight() == right)
      #expect(store.judgeWrong() == .wrong)
    }
    #expect(store.judgeRight() == right)
    #expect(store.failures == 1)
  }

  @Test func `locked out, no verifier runs and nothing is written`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    store.crypt.forgetRuns()
    let before = store.contents
    store.clock.pass(milliseconds: 12_000)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 18_000))
    store.clock.pass(milliseconds: 17_999)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 1))
    #expect(store.crypt.runs == 0)
    #expect(store.contents == before)
    store.clock.pass(milliseconds: 1)
    #expect(store.judgeRight() == right)
  }

  @Test func `starting the machine again begins the wait again, once`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    store.clock.pass(milliseconds: 29_000)
    store.clock.reboot()
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 30_000))
    store.clock.pass(milliseconds: 20_000)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 10_000))
    store.clock.pass(milliseconds: 10_000)
    #expect(store.judgeRight() == right)
  }

  @Test func `a clock that goes back begins the wait again`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    store.clock.set(microseconds: 0)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 30_000))
    store.clock.pass(milliseconds: 30_000)
    #expect(store.judgeRight() == right)
  }

  @Test func `a wait that cannot be written down as begun again is a fault`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    store.clock.reboot()
    let verdict = SyncLog.observing(store.path) { _ in
      ENOSPC
    } during: {
      store.judgeRight()
    }
    #expect(verdict.failure?.kind == .inputOutput)
  }

  @Test func `the count of failures ends at its largest`() throws {
    let store = try StoreFixture.enrolled()
    store.set("failures", "\(UInt32.max)", in: store.attemptsFile)
    store.clock.pass(milliseconds: 900_000)
    #expect(store.judgeWrong() == .wrong)
    #expect(store.failures == Int(UInt32.max))
    #expect(store.judgeWrong() == .lockedOut(millisecondsLeft: 900_000))
  }

  @Test func `the epoch goes round`() throws {
    let store = try StoreFixture.enrolled()
    store.set("epoch", "\(UInt64.max)", in: store.attemptsFile)
    #expect(store.judgeRight() == right)
    #expect(store.attempts("epoch") == "0")
  }

  @Test func `a pattern drawn by other rules is a fault and costs nothing`() throws {
    let store = try StoreFixture.enrolled()
    let others = [
      try PatternRules(rows: 4), try PatternRules(columns: 4),
      try PatternRules(fillsPassedDots: false),
    ]
    for rules in others {
      let failure = store.judge(StoreFixture.rightDots, rules: rules).failure
      #expect(failure?.kind == .badData)
      #expect(failure?.description.contains("3 × 3 with filling") == true)
    }
    #expect(store.crypt.runs == 0 && store.failures == 0)
    #expect(store.judge(StoreFixture.rightDots, rules: try PatternRules(minimum: 2)) == right)
  }

  @Test func `no clock, no attempt`() throws {
    let store = try StoreFixture.enrolled()
    let fault = StoreError.system(path: "/proc", FailedCall("openat", errno: ENOENT))
    let machine = StoreMachine(
      yescrypt: store.crypt.yescrypt, clock: { () throws(StoreError) in throw fault })
    var judge = StoreJudge(Store(path: store.path, machine: machine))
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard).failure != nil)
    #expect(store.crypt.runs == 0 && store.failures == 0)
  }

  @Test func `two judges at once lose no charge, and neither gets one guess too many`() throws {
    let store = try StoreFixture.enrolled()
    let verdicts = SyncLog.observing(store.path) { _ in
      // Between reading and renaming: long enough for the other to read too, were it let in.
      usleep(2_000)
      return nil
    } during: {
      Threads.run(4) { (0..<5).map { _ in store.judgeWrong() } }.flatMap { $0 }
    }
    #expect(verdicts.count { $0 == .wrong } == 5)
    #expect(verdicts.count { $0 == .lockedOut(millisecondsLeft: 30_000) } == 15)
    #expect(store.crypt.runs == 5 && store.failures == 5)
  }

  @Test func `a process that holds the store for ever is not waited for for ever`() throws {
    let store = try StoreFixture.enrolled()
    let descriptor = unsafe open(store.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(swipelock_flock(descriptor, LOCK_EX) == 0)
    #expect(store.judgeRight().failure?.kind == .inputOutput)
    #expect(store.crypt.runs == 0)
    #expect(swipelock_flock(descriptor, LOCK_UN) == 0)
    #expect(store.judgeRight() == right)
  }
}

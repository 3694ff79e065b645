import Glibc
import LockCore
import LockStore
import Synchronization
import Testing

/// The charge and the verifier before the lift.
struct AheadJudgeTests {
  private let store: StoreFixture

  init() throws { store = try .enrolled() }

  private func judge() throws -> AheadJudge { try .start(StoreJudge(store.store)) }

  /// Waits until something holds, ten seconds at most.
  private func wait(until holds: () -> Bool) -> Bool {
    for _ in 0..<10_000 {
      if holds() { return true }
      usleep(1_000)
    }
    return false
  }

  @Test func `the answer of the lift is that of the whole pattern, not of what came before`() throws
  {
    var judge = try judge()
    for count in 4...5 {
      judge.consider(drawn(Array(StoreFixture.rightDots.prefix(count))), drawnBy: .standard)
    }
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
    // Right on the way, and wrong at the end.
    judge.consider(drawn(StoreFixture.rightDots), drawnBy: .standard)
    #expect(judge.judge(drawn(StoreFixture.rightDots + [5]), drawnBy: .standard) == .wrong)
  }

  @Test func `the charge is on the disk and the verifier has run before the lift`() throws {
    var judge = try judge()
    judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
    #expect(wait { store.crypt.runs == 1 })
    #expect(store.failures == 1)
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    #expect(store.crypt.runs == 1)
    #expect(store.failures == 1)
  }

  @Test func `the newest dots take the place of those that wait, and no run is cut short`() throws {
    let gate = Gate()
    store.crypt.beforeRun { gate.pass() }
    var judge = try judge()
    let all = [0, 1, 2, 5, 8, 7, 6, 3]
    judge.consider(drawn(Array(all.prefix(4))), drawnBy: .standard)
    #expect(wait { gate.waiting == 1 })
    for count in 5...8 { judge.consider(drawn(Array(all.prefix(count))), drawnBy: .standard) }
    gate.open()
    #expect(judge.judge(drawn(all), drawnBy: .standard) == .wrong)
    // The four, and the eight.
    #expect(store.crypt.runs == 2)
    #expect(store.failures == 1)
  }

  @Test func `a stroke that is no attempt has its charge given back`() throws {
    var judge = try judge()
    let before = Files.text(store.attemptsFile)
    judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
    #expect(wait { store.crypt.runs == 1 })
    judge.withdraw()
    #expect(wait { Files.text(store.attemptsFile) == before })
  }

  @Test func `a stroke withdrawn while the verifier runs does not lend its answer to the next`()
    throws
  {
    let gate = Gate()
    store.crypt.beforeRun { gate.pass() }
    var judge = try judge()
    judge.consider(drawn(StoreFixture.rightDots), drawnBy: .standard)
    #expect(wait { gate.waiting == 1 })
    judge.withdraw()
    judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
    gate.open()
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    #expect(store.failures == 1)
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
  }

  @Test func `after three strokes that came to nothing the charge waits for the lift`() throws {
    var judge = try judge()
    for _ in 0..<3 {
      judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
      judge.withdraw()
    }
    #expect(wait { store.failures == 0 })
    let runs = store.crypt.runs
    judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
    usleep(50_000)
    #expect(store.failures == 0 && store.crypt.runs == runs)
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    #expect(store.failures == 1)
    // One decided: ahead again.
    judge.consider(drawn([2, 5, 8, 7]), drawnBy: .standard)
    #expect(wait { store.failures == 2 })
  }

  @Test func `locked out, no verifier runs, before the lift or after`() throws {
    var judge = try judge()
    for number in 0..<5 {
      let dots = [[0, 1, 2, 5], [0, 1, 2, 4], [2, 5, 8, 7], [6, 3, 0, 1], [8, 5, 2, 1]][number]
      #expect(judge.judge(drawn(dots), drawnBy: .standard) == .wrong)
    }
    store.crypt.forgetRuns()
    judge.consider(drawn(StoreFixture.rightDots), drawnBy: .standard)
    #expect(
      judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard)
        == .lockedOut(millisecondsLeft: 30_000))
    #expect(store.crypt.runs == 0 && store.failures == 5)
  }

  @Test func `a charge that fails ahead cannot unlock at the lift`() throws {
    let verdict = try SyncLog.observing(store.path) { _ in
      EIO
    } during: {
      var judge = try judge()
      judge.consider(drawn(StoreFixture.rightDots), drawnBy: .standard)
      return judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard)
    }
    #expect(verdict.failure?.kind == .inputOutput)
    #expect(store.crypt.runs == 0)
  }

  @Test func `a right verdict does not wait for the disk, and is written all the same`() throws {
    let gate = Gate()
    let syncs = Mutex(0)
    try SyncLog.observing(store.path) { _ in
      // Two make the charge; the third is the clearing's.
      let number = syncs.withLock {
        $0 += 1
        return $0
      }
      if number == 3 { gate.pass() }
      return nil
    } during: {
      var judge = try judge()
      #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
      #expect(store.failures == 1)
      gate.open()
    }
    #expect(store.failures == 0)
  }

  @Test func `one that goes in mid-stroke gives the charge back`() throws {
    do {
      var judge = try judge()
      judge.consider(drawn(StoreFixture.wrongDots), drawnBy: .standard)
      #expect(wait { store.crypt.runs == 1 })
    }
    #expect(store.failures == 0)
  }

  @Test func `the same wrong pattern again costs nothing for five minutes`() throws {
    var judge = try judge()
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    for _ in 0..<10 {
      #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .alreadyTried)
    }
    #expect(judge.judge(drawn([2, 5, 8, 7]), drawnBy: .standard) == .wrong)
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .alreadyTried)
    store.clock.pass(milliseconds: 300_001)
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    #expect(wait { store.failures == 3 })
  }

  @Test func `five wrong patterns are remembered, and a right one forgets them`() throws {
    var judge = StoreJudge(store.store)
    let wrong = [
      [0, 1, 2, 5], [2, 5, 8, 7], [6, 3, 0, 1], [8, 5, 2, 1], [1, 4, 7, 8], [3, 4, 5, 8],
    ]
    for dots in wrong {
      store.clock.pass(milliseconds: 30_000)
      #expect(judge.judge(drawn(dots), drawnBy: .standard) == .wrong)
    }
    store.clock.pass(milliseconds: 30_000)
    #expect(judge.judge(drawn(wrong[1]), drawnBy: .standard) == .alreadyTried)
    #expect(judge.judge(drawn(wrong[0]), drawnBy: .standard) == .wrong)
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
    #expect(judge.judge(drawn(wrong[1]), drawnBy: .standard) == .wrong)
  }

  @Test func `another judge does not know what this one remembers`() throws {
    #expect(store.judgeWrong() == .wrong)
    #expect(store.judgeWrong() == .wrong)
    #expect(store.failures == 2)
  }
}

/// Holds threads up until it is opened, ten seconds at most.
private final class Gate: Sendable {
  private let state = Mutex((waiting: 0, isOpen: false))

  var waiting: Int { state.withLock { $0.waiting } }

  func open() { state.withLock { $0.isOpen = true } }

  func pass() {
    state.withLock { $0.waiting += 1 }
    for _ in 0..<10_000 where !state.withLock({ $0.isOpen }) { usleep(1_000) }
  }
}

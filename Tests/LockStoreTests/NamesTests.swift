import LockCore
import LockStore
import Testing

/// Several people in one store.
struct NamesTests {
  private static let technician = CredentialName("technician")
  private static let technicianDots = [2, 5, 8, 7]

  private func name(_ text: String) throws -> CredentialName {
    try #require(CredentialName(text))
  }

  private func crew() throws -> StoreFixture {
    let store = try StoreFixture.enrolled()
    #expect(try store.enrol(dots: Self.technicianDots, as: name("technician")) == .stored)
    store.crypt.forgetRuns()
    return store
  }

  @Test func `each is known by his own pattern, by one run for all`() throws {
    let store = try crew()
    #expect(store.judgeRight() == right)
    #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
    #expect(store.judgeWrong() == .wrong)
    #expect(store.crypt.runs == 3)
  }

  @Test func `sixteen names are the most, and what they are called is taken once`() throws {
    let store = try StoreFixture.enrolled()
    for number in 1..<16 {
      #expect(try store.enrol(dots: patterns[number], as: name("n\(number)")) == .stored)
    }
    #expect(throws: StoreError.full(folder: store.path)) {
      try store.enrol(dots: [8, 7, 6, 3], as: name("n16"))
    }
    #expect(throws: StoreError.nameTaken(folder: store.path, name: try name("n3"))) {
      try store.enrol(dots: [8, 7, 6, 3], as: name("n3"))
    }
    #expect(store.failures == 0)
    store.crypt.forgetRuns()
    for number in 1..<16 {
      #expect(store.judge(patterns[number]) == .right(name: "n\(number)"))
    }
    #expect(store.crypt.runs == 15)
    #expect(try store.status().enrolled.count == 16)
  }

  private var patterns: [[Int]] {
    let starts: [[Int]] = [
      [0, 1, 2, 5], [0, 1, 4, 3], [0, 4, 8, 7], [0, 4, 8, 5], [1, 2, 5, 8], [1, 4, 7, 8],
      [2, 4, 6, 7], [2, 4, 6, 3], [3, 4, 5, 8], [3, 4, 5, 2], [6, 7, 8, 5], [6, 4, 2, 1],
      [7, 4, 1, 0], [7, 4, 1, 2], [5, 4, 3, 6], [5, 4, 3, 0],
    ]
    return starts
  }

  @Test func `somebody else's pattern is refused, and costs a failure`() throws {
    let store = try StoreFixture.enrolled()
    #expect(try store.enrol(dots: StoreFixture.rightDots, as: name("guesser")) == .taken)
    #expect(store.failures == 1)
    #expect(try store.status().enrolled.count == 1)
    #expect(try store.enrol(dots: Self.technicianDots, as: name("guesser")) == .stored)
    // What was given back was the last charge, not the one for having found out.
    #expect(store.failures == 1)
  }

  @Test func `enrolling is no way round a lock-out`() throws {
    let store = try StoreFixture.enrolled()
    for _ in 0..<5 {
      #expect(try store.enrol(dots: StoreFixture.rightDots, as: name("guesser")) == .taken)
    }
    store.crypt.forgetRuns()
    #expect(
      try store.enrol(dots: StoreFixture.rightDots, as: name("guesser"))
        == .lockedOut(millisecondsLeft: 30_000))
    #expect(
      try store.store.change(
        .standard, to: drawn([0, 1, 2, 5]), drawnBy: StoreFixture.rules, changed: 1)
        == .lockedOut(millisecondsLeft: 30_000))
    #expect(store.crypt.runs == 0)
  }

  @Test func `the charge is on the disk before enrolling looks at other people's patterns`() throws
  {
    let store = try StoreFixture.enrolled()
    store.crypt.beforeRun {
      store.crypt.beforeRun {}
      #expect(store.failures == 1)
    }
    #expect(try store.enrol(dots: Self.technicianDots, as: name("technician")) == .stored)
    #expect(store.failures == 0)
  }

  @Test func `a changed pattern takes the old one's place, and nobody else's`() throws {
    let store = try crew()
    let answer = try store.store.change(
      name("technician"), to: drawn([8, 7, 6, 3]), drawnBy: StoreFixture.rules, changed: 77)
    #expect(answer == .stored)
    #expect(store.judge([8, 7, 6, 3]) == .right(name: "technician"))
    #expect(store.judge(Self.technicianDots) == .wrong)
    #expect(store.judgeRight() == right)
    let entry = try #require(try store.status().enrolled.last)
    #expect(entry.created == 1_764_500_000 && entry.changed == 77)
  }

  @Test func `a change to somebody else's pattern keeps the old one, and costs a failure`() throws {
    let store = try crew()
    let answer = try store.store.change(
      name("technician"), to: drawn(StoreFixture.rightDots), drawnBy: StoreFixture.rules,
      changed: 1)
    #expect(answer == .taken && store.failures == 1)
    #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
  }

  @Test func `a change to one's own pattern is no news`() throws {
    let store = try crew()
    let answer = try store.store.change(
      name("technician"), to: drawn(Self.technicianDots), drawnBy: StoreFixture.rules, changed: 1)
    #expect(answer == .stored && store.failures == 0)
  }

  @Test func `who is removed is nobody, and with the last one the store goes`() throws {
    let store = try crew()
    #expect(throws: StoreError.unknownName(folder: store.path, name: try name("ghost"))) {
      try store.store.remove(name("ghost"))
    }
    try store.store.remove(.standard)
    #expect(store.judgeRight() == .wrong)
    #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
    // The owner went, so the oldest one left is the owner.
    #expect(try store.status().enrolled.map(\.isOwner) == [true])
    try store.store.remove(name("technician"))
    #expect(Files.names(in: store.path) == [])
    #expect(store.judge(Self.technicianDots).failure?.kind == .nothingEnrolled)
    try store.enrol()
    #expect(store.judgeRight() == right)
  }

  @Test func `a store that became another one meanwhile takes no name`() throws {
    let store = try StoreFixture.enrolled()
    store.crypt.beforeRun {
      store.crypt.beforeRun {}
      try? store.store.remove(.standard)
      _ = try? store.enrol(dots: [0, 1, 2, 5])
    }
    #expect(throws: StoreError.changedMeanwhile(folder: store.path)) {
      try store.enrol(dots: Self.technicianDots, as: name("technician"))
    }
    #expect(store.judge([0, 1, 2, 5]) == right)
  }

  @Test func `one who is enrolled cannot guess at the others for ever`() throws {
    let store = try crew()
    // Guess, then clear the count by a right attempt of one's own.
    for round in 1..<30 {
      #expect(store.judgeWrong() == .wrong)
      #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
      #expect(store.attempts("owner-failures") == "\(round)")
    }
    #expect(store.judgeWrong() == .wrong)
    #expect(
      store.judge(Self.technicianDots) == .lockedOut(millisecondsLeft: 900_000))
    store.clock.pass(milliseconds: 900_000)
    #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
    // What is right is not held up; the next failure is.
    #expect(store.judge(Self.technicianDots) == .right(name: "technician"))
    #expect(store.judgeWrong() == .wrong)
    store.clock.pass(milliseconds: 899_999)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 1))
    store.clock.pass(milliseconds: 1)
    // The owner clears both.
    #expect(store.judgeRight() == right)
    #expect(store.attempts("owner-failures") == "0")
  }

  @Test func `a reset forgets all failures, and no charge from before is given back`() throws {
    let store = try crew()
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    #expect(try store.status().isLockedOut)
    try store.store.reset()
    #expect(try store.status().standing == .free)
    #expect(try store.status().failures == 0 && store.status().ownerFailures == 0)
    store.crypt.answer(.nothing)
    store.crypt.beforeRun {
      store.crypt.beforeRun {}
      store.crypt.answer(.output)
      try? store.store.reset()
      #expect(store.judgeWrong() == .wrong)
    }
    #expect(store.judgeRight().failure != nil)
    #expect(store.failures == 1)
  }

  @Test func `a reset mends attempts that are damaged or gone, and touches no newer ones`() throws {
    let store = try crew()
    Files.write("swipelock attempts 2\nnonsense\n".utf8, to: store.attemptsFile)
    #expect(store.judgeRight().failure?.kind == .badData)
    try store.store.reset()
    #expect(store.judgeRight() == right)
    let newer = "swipelock attempts 3\nnonsense\n"
    Files.write(newer.utf8, to: store.attemptsFile)
    #expect(throws: StoreError.newerVersion(file: store.attemptsFile)) { try store.store.reset() }
    #expect(Files.text(store.attemptsFile) == newer)
  }
}

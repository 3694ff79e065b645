import Glibc
import LockCore
import LockStore
import Synchronization
import Testing

struct EnrolTests {
  @Test func `a store is a folder of two files that say what they are`() throws {
    let store = StoreFixture()
    let rules = try PatternRules(rows: 4, columns: 5, fillsPassedDots: false, maximum: 9)
    try store.enrol(rules: rules)
    #expect(Files.names(in: store.path) == ["attempts", "credential"])
    let credential = try #require(Files.text(store.credentialFile))
    let lines = credential.split(separator: "\n").map(String.init)
    #expect(
      lines[..<6] == [
        "swipelock credential 2", "rows 4", "columns 5", "fill no", "minimum 4", "maximum 9",
      ])
    #expect(lines[6].hasPrefix("setting $y$j7T$"))
    #expect(lines[7] == "owner default")
    #expect(lines[8].hasPrefix("enrolled default pattern 1764500000 1764500000 "))
    #expect(lines[9...] == ["end"])
    #expect(
      Files.text(store.attemptsFile) == """
        swipelock attempts 2
        epoch 1000000000
        failures 0
        owner-failures 0
        boot 000000000000000000000000000000000001
        stamp 1000000000
        end

        """)
    #expect(store.judge(StoreFixture.rightDots, rules: rules) == right)
  }

  @Test func `nothing enrolled is replaced`() throws {
    let store = try StoreFixture.enrolled()
    let before = store.contents
    #expect(throws: StoreError.nameTaken(folder: store.path, name: .standard)) {
      try store.enrol(dots: [2, 5, 8, 7])
    }
    #expect(store.contents == before)
  }

  @Test func `a cut at any sync of an enrolment leaves nobody enrolled, or all of it`() throws {
    let store = StoreFixture()
    let cuts = Mutex(0)
    _ = try SyncLog.observing(store.path) { _ in
      let copy = cuts.withLock { cuts in
        cuts += 1
        return "\(store.scratchFolder)/cut\(cuts)"
      }
      Files.copyStore(store.path, to: copy)
      return nil
    } during: {
      try store.enrol()
    }
    let outcomes = (1...cuts.withLock { $0 }).map { cut in
      store.judge(StoreFixture.rightDots, at: "\(store.scratchFolder)/cut\(cut)")
    }
    // Two syncs an attempts file, two a credential; its name is there before the last.
    #expect(outcomes.count == 4)
    #expect(outcomes.dropLast().allSatisfy { $0.failure?.kind == .nothingEnrolled })
    #expect(outcomes.last == right)
    for cut in 1..<outcomes.count {
      let path = "\(store.scratchFolder)/cut\(cut)"
      _ = try store.store(at: path).enrol(
        drawn([1, 2, 5, 8]), as: .standard, drawnBy: .standard, created: 0)
      #expect(store.judge([1, 2, 5, 8], at: path) == right)
      #expect(Files.names(in: path) == ["attempts", "credential"])
    }
  }

  @Test(arguments: 1...4)
  func `an enrolment whose sync fails has failed, and another may follow`(_ failing: Int) throws {
    let store = StoreFixture()
    let syncs = Mutex(0)
    #expect(throws: StoreError.self) {
      try SyncLog.observing(store.path) { _ in
        syncs.withLock {
          $0 += 1
          return $0 == failing ? EIO : nil
        }
      } during: {
        _ = try store.enrol()
      }
    }
    let isThere = Files.bytes(store.credentialFile) != nil
    // The folder's last sync comes after the rename: then all of it is there, if not for sure.
    #expect(isThere == (failing == 4))
    if !isThere { try store.enrol() }
    #expect(store.judgeRight() == right)
  }

  @Test func `attempts that are damaged or newer are not enrolled over`() throws {
    for text in ["swipelock attempts 3\nsomething\n", "swipelock attempts 1\nepoch 1\n", ""] {
      let store = StoreFixture()
      unsafe mkdir(store.path, 0o700)
      Files.write(text.utf8, to: store.attemptsFile)
      #expect(throws: StoreError.self) { try store.enrol() }
      #expect(Files.names(in: store.path) == ["attempts"])
      #expect(Files.text(store.attemptsFile) == text)
    }
  }

  @Test func `a machine that cannot compute a verifier leaves nothing`() {
    let store = StoreFixture()
    for answer in [CryptDouble.Answer.nothing, .bytes("*0"), .bytes("")] {
      store.crypt.answer(answer)
      #expect(throws: StoreError.verifierFailed(folder: store.path)) { try store.enrol() }
    }
    #expect(Files.mode(store.path) == nil)
  }

  @Test func `a folder above that is missing is named as the fault`() {
    let fixture = StoreFixture()
    let path = "\(fixture.scratchFolder)/missing/store"
    #expect(throws: StoreError.system(path: path, FailedCall("mkdir", errno: ENOENT))) {
      try fixture.store(at: path).enrol(
        drawn([0, 1, 2, 5]), as: .standard, drawnBy: .standard, created: 0)
    }
  }

  @Test func `status tells who is enrolled, by what rules, and when the next attempt may be`()
    throws
  {
    let store = try StoreFixture.enrolled()
    let fresh = try store.status()
    #expect(fresh.enrolled.map(\.name.description) == ["default"])
    #expect(fresh.enrolled.map(\.kind) == [.pattern])
    #expect(fresh.enrolled.map(\.created) == [1_764_500_000])
    #expect(fresh.rules == .standard)
    #expect(fresh.failures == 0 && !fresh.isLockedOut)
    for _ in 0..<5 { #expect(store.judgeWrong() == .wrong) }
    store.clock.pass(milliseconds: 1)
    let locked = try store.status()
    #expect(locked.failures == 5 && locked.standing == .wait(milliseconds: 29_999))
    store.clock.reboot()
    #expect(try store.status().standing == .wait(milliseconds: 30_000))
    store.clock.pass(milliseconds: 30_000)
    #expect(try store.status().standing == .free)
  }

  @Test func `names are short and plain`() {
    for name in ["a", "default", "Line-2.night_shift", String(repeating: "x", count: 32)] {
      #expect(CredentialName(name)?.description == name)
    }
    for name in [
      "", " ", "a b", "-a", ".a", "a/b", "a\n", "é", "a\0", String(repeating: "x", count: 33),
    ] {
      #expect(CredentialName(name) == nil)
    }
  }

  @Test func `a pattern that its rules do not allow is a fault of the caller`() async {
    await #expect(processExitsWith: .failure) { try enrolNowhere([0, 1, 2]) }
    await #expect(processExitsWith: .failure) { try enrolNowhere([0, 1, 2, 9]) }
    await #expect(processExitsWith: .success) {
      #expect(throws: StoreError.self) { try enrolNowhere([0, 1, 2, 5]) }
    }
  }
}

/// A process that traps would leave a folder behind.
private func enrolNowhere(_ dots: [Int]) throws {
  _ = try StoreFixture().store(at: "/proc/nowhere").enrol(
    drawn(dots), as: .standard, drawnBy: .standard, created: 0)
}

import LockCore
import LockStore
import Synchronization
import Testing

struct YescryptTests {
  /// What crypt(3) is given when a pattern is judged.
  private func phrase(_ dots: [Int], _ rules: PatternRules) throws -> String {
    let store = StoreFixture()
    let phrase = Mutex("")
    let yescrypt = Yescrypt { memory, _ in
      let text = unsafe memory.withBytes { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      phrase.withLock { $0 = text }
      return nil
    }
    try store.enrol(rules: rules, dots: dots)
    let machine = StoreMachine(yescrypt: yescrypt, clock: { store.clock.now })
    var judge = StoreJudge(Store(path: store.path, machine: machine))
    #expect(judge.judge(drawn(dots), drawnBy: rules).failure != nil)
    return phrase.withLock { $0 }
  }

  @Test func `the phrase tells the kind, the grid and the fill rule, so that none meet`() throws {
    #expect(try phrase([0, 3, 6, 7], .standard) == "swipelock1|pattern|3x3|fill|0,3,6,7|")
    let rules = try PatternRules(rows: 6, columns: 5, fillsPassedDots: false, minimum: 2)
    #expect(try phrase([29, 0, 10, 9], rules) == "swipelock1|pattern|6x5|nofill|29,0,10,9|")
  }

  @Test func `the longest phrase fits`() throws {
    let rules = try PatternRules(rows: 6, columns: 6)
    let longest = try phrase(Array(0..<36), rules)
    #expect(longest.hasSuffix(",34,35|"))
    // As long a device's secret as may be: 128 bytes in hex.
    #expect(longest.utf8.count + 256 <= 511)
  }

  @Test func `every salt is another`() throws {
    let settings = try (0..<20).map { _ in
      let store = try StoreFixture.enrolled()
      return try #require(store.credential("setting"))
    }
    #expect(Set(settings).count == 20)
  }

  @Test(arguments: [3, 6, 11])
  func `the cost stands in the setting`(_ cost: Int) throws {
    let store = StoreFixture()
    let setting = Mutex("")
    let yescrypt = Yescrypt { _, text in
      setting.withLock { $0 = text }
      return Array("\(text)$\(String(repeating: "x", count: 43))".utf8)
    }
    let machine = StoreMachine(yescrypt: yescrypt, clock: { store.clock.now })
    _ = try Store(path: store.path, machine: machine).enrol(
      drawn([0, 1, 2, 5]), as: .standard, drawnBy: .standard, created: 0,
      cost: VerifierCost(number: cost))
    let letter = [3: "7", 6: "A", 11: "F"][cost] ?? ""
    #expect(setting.withLock { $0.hasPrefix("$y$j\(letter)T$") && $0.count == 29 })
    #expect(Files.text(store.credentialFile)?.contains(setting.withLock { $0 }) == true)
  }

  @Test func `an output that differs in one place is wrong`() throws {
    let store = try StoreFixture.enrolled()
    let setting = try #require(store.credential("setting"))
    let output = try #require(store.credential("enrolled")?.split(separator: " ").last)
    let verifier = "\(setting)$\(output)"
    store.crypt.answer(.bytes(String(verifier)))
    #expect(store.judgeWrong() == right)
    let settingLength = verifier.count - 43
    for index in verifier.indices.dropFirst(settingLength) {
      // Past every wait.
      store.clock.pass(milliseconds: 900_000)
      let other = verifier[index] == "x" ? "y" : "x"
      store.crypt.answer(
        .bytes("\(verifier[..<index])\(other)\(verifier[verifier.index(after: index)...])"))
      #expect(store.judgeRight() == .wrong)
    }
    for changed in [String(verifier.dropLast()), "\(verifier)x", "\(verifier)\0"] {
      store.clock.pass(milliseconds: 900_000)
      store.crypt.answer(.bytes(changed))
      #expect(store.judgeRight().failure != nil)
    }
  }
}

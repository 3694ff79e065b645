import Glibc
import LockCore
import LockStore
import Testing

/// A secret of the device in every verifier.
struct PepperTests {
  private let fixture = StoreFixture()

  private func pepper(_ bytes: [UInt8], named name: String = "pepper") throws -> Pepper {
    let file = "\(fixture.scratchFolder)/\(name)"
    unsafe unlink(file)
    Files.write(bytes, to: file)
    return try Pepper(file: file)
  }

  private func store(_ pepper: Pepper?, at path: String? = nil) -> Store {
    Store(path: path ?? fixture.path, pepper: pepper, machine: fixture.machine)
  }

  private func enrol(_ store: Store) throws {
    let answer = try store.enrol(
      drawn(StoreFixture.rightDots), as: .standard, drawnBy: .standard, created: 0)
    #expect(answer == .stored)
  }

  private func judge(_ store: Store, _ dots: [Int] = StoreFixture.rightDots) -> Verdict {
    var judge = StoreJudge(store)
    return judge.judge(drawn(dots), drawnBy: .standard)
  }

  private let bytes = [UInt8](0..<16)

  @Test func `a store that was made with a pepper is of use with that one only`() throws {
    let own = try pepper(bytes)
    try enrol(store(own))
    #expect(judge(store(own)) == right)
    #expect(judge(store(own), StoreFixture.wrongDots) == .wrong)
    let before = Files.text(fixture.attemptsFile)
    let missing = judge(store(nil)).failure
    #expect(missing?.description == StoreError.pepperMissing(folder: fixture.path).description)
    let other = judge(store(try pepper([UInt8](1...16)))).failure
    #expect(other?.description == StoreError.otherPepper(folder: fixture.path).description)
    // Neither is a wrong pattern.
    #expect(Files.text(fixture.attemptsFile) == before)
    #expect(try store(own).status().hasPepper)
  }

  @Test func `a copy of a store is of use elsewhere, unless it has a pepper that stayed behind`()
    throws
  {
    let own = try pepper(bytes)
    for (made, there, verdict) in [(nil, nil, right), (own, own, right), (own, nil, nil)] {
      let path = "\(fixture.scratchFolder)/\(verdict == nil ? "thief" : "image")-\(made == nil)"
      try enrol(store(made, at: "\(path)-original"))
      Files.copyStore("\(path)-original", to: path)
      if let verdict {
        #expect(judge(store(there, at: path)) == verdict)
      } else {
        #expect(judge(store(there, at: path)).failure?.kind == .badData)
      }
    }
  }

  @Test func `a store without a pepper goes on without, whatever the device has`() throws {
    try enrol(store(nil))
    #expect(judge(store(try pepper(bytes))) == right)
    #expect(try !store(nil).status().hasPepper)
  }

  @Test func `the phrase with the longest pepper on the largest grid fits`() throws {
    let rules = try PatternRules(rows: 6, columns: 6)
    let own = try pepper([UInt8](repeating: 255, count: 128))
    let answer = try store(own).enrol(
      drawn(Array(0..<36)), as: .standard, drawnBy: rules, created: 0)
    #expect(answer == .stored)
    var judge = StoreJudge(store(own))
    #expect(judge.judge(drawn(Array(0..<36)), drawnBy: rules) == right)
    #expect(judge.judge(drawn(Array((0..<36).reversed())), drawnBy: rules) == .wrong)
  }

  @Test func `all bytes of a pepper count`() throws {
    let newline = UInt8(ascii: "\n")
    try enrol(store(try pepper(bytes + [0, newline])))
    for other in [bytes + [0], bytes + [newline], bytes + [0, newline, newline]] {
      #expect(judge(store(try pepper(other))).failure?.kind == .badData)
    }
  }

  @Test(arguments: [0, 1, 15, 129, 70_000])
  func `a file of a wrong size is no pepper`(_ count: Int) throws {
    let error = #expect(throws: StoreError.self) {
      try pepper([UInt8](repeating: 7, count: count))
    }
    #expect(error?.description.contains("head -c 32 /dev/urandom") == true)
  }

  @Test func `a file that everybody may read, or that is none, is no pepper`() throws {
    let file = "\(fixture.scratchFolder)/pepper"
    Files.write(bytes, to: file)
    for mode in [0o644, 0o604, 0o620, 0o602] as [mode_t] {
      unsafe chmod(file, mode)
      #expect(throws: StoreError.accessibleToOthers(path: file, mode: mode)) {
        try Pepper(file: file)
      }
    }
    for mode in [0o400, 0o600, 0o440] as [mode_t] {
      unsafe chmod(file, mode)
      _ = try Pepper(file: file)
    }
    #expect(throws: StoreError.notAFile(path: fixture.scratchFolder)) {
      try Pepper(file: fixture.scratchFolder)
    }
    #expect(throws: StoreError.self) { try Pepper(file: "\(file)-missing") }
  }
}

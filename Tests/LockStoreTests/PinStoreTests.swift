import LockCore
import LockStore
import Testing

struct PinStoreTests {
  private static func pin(_ digits: [UInt8]) -> Pattern {
    var pin = Pattern()
    pin.clear(for: .pin)
    for digit in digits { pin.append(digit: digit) }
    return pin
  }

  private static let name = CredentialName("pin")

  @Test func `a PIN is enrolled beside patterns, and is right by its own name`() throws {
    let fixture = try StoreFixture.enrolled()
    let name = try #require(Self.name)
    let answer = try fixture.store.enrol(
      Self.pin([4, 4, 7, 1]), as: name, drawnBy: .standard, created: 0)
    #expect(answer == .stored)
    #expect(try fixture.status().enrolled.map(\.kind) == [.pattern, .pin])
    var judge = StoreJudge(fixture.store)
    #expect(judge.judge(Self.pin([4, 4, 7, 1]), drawnBy: .standard) == .right(name: "pin"))
    #expect(judge.judge(Self.pin([4, 4, 7, 2]), drawnBy: .standard) == .wrong)
    #expect(fixture.failures == 1, "PINs and patterns are counted together")
    #expect(fixture.judgeWrong() == .wrong)
    #expect(fixture.failures == 2)
  }

  @Test func `a pattern and a PIN of the same digits never meet`() throws {
    let fixture = try StoreFixture.enrolled()
    let digits = StoreFixture.rightDots.map { UInt8($0) }
    var judge = StoreJudge(fixture.store)
    #expect(judge.judge(Self.pin(digits), drawnBy: .standard) == .wrong)
    let name = try #require(Self.name)
    #expect(
      try fixture.store.enrol(Self.pin(digits), as: name, drawnBy: .standard, created: 0)
        == .stored, "it is not taken: the pattern is another secret")
    #expect(judge.judge(Self.pin(digits), drawnBy: .standard) == .right(name: "pin"))
    #expect(fixture.judgeRight() == .right(name: "default"))
  }

  @Test func `what the real verifier is given for a PIN is not what it is given for a pattern`()
    throws
  {
    let folder = TestFolder()
    let store = Store(path: "\(folder.path)/store")
    let cost = VerifierCost(number: 3)
    _ = try store.enrol(
      Self.pin([0, 3, 6, 7]), as: .standard, drawnBy: .standard, created: 0, cost: cost)
    var judge = StoreJudge(store)
    #expect(judge.judge(drawn([0, 3, 6, 7]), drawnBy: .standard) == .wrong)
    #expect(judge.judge(Self.pin([0, 3, 6, 7]), drawnBy: .standard) == .right(name: "default"))
  }

  @Test func `a change from a pattern to a PIN is one step`() throws {
    let fixture = try StoreFixture.enrolled()
    let answer = try fixture.store.change(
      .standard, to: Self.pin([9, 9, 1, 5]), drawnBy: .standard, changed: 1)
    #expect(answer == .stored)
    #expect(try fixture.status().enrolled.map(\.kind) == [.pin])
    var judge = StoreJudge(fixture.store)
    #expect(judge.judge(Self.pin([9, 9, 1, 5]), drawnBy: .standard) == .right(name: "default"))
    #expect(fixture.judgeRight() == .wrong)
  }
}

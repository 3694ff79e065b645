import LockStore
import Testing

struct VerifierCostTests {
  private let plenty: UInt64 = 1 << 40

  /// The cost for a target, on a machine whose cheapest run takes `first` milliseconds.
  private func cost(_ target: Int, first: Double, memory: UInt64? = nil) throws -> Int {
    try VerifierCost.largest(within: target, memory: memory ?? plenty) { cost in
      first * Double(1 << (cost - 3))
    }.number
  }

  @Test func `the largest cost within the time is taken`() throws {
    #expect(try cost(100, first: 6) == 7)
    #expect(try cost(96, first: 6) == 7)
    #expect(try cost(95, first: 6) == 6)
    #expect(try cost(100, first: 0.001) == 11)
  }

  @Test func `a slow machine has the least there is`() throws {
    #expect(try cost(100, first: 80) == 3)
    #expect(try cost(1, first: 80) == 3)
  }

  @Test func `a run takes a quarter of the memory at most`() throws {
    // 34 MB a run at cost 6.
    #expect(VerifierCost.bytes(of: 6) == 1 << 25)
    #expect(try cost(1_000, first: 1, memory: 1 << 27) == 6)
    #expect(try cost(1_000, first: 1, memory: (1 << 27) - 1) == 5)
    #expect(try cost(1_000, first: 1, memory: 0) == 3)
  }

  @Test func `this machine has a cost too`() throws {
    #expect(try 3...11 ~= VerifierCost.measured(milliseconds: 20).number)
  }
}

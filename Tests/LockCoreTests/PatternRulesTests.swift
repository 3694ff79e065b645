import LockCore
import Testing

struct PatternRulesTests {
  /// The number of patterns of each length, by enumeration: a next dot is possible if all that lies
  /// between is used already, since it would have been filled in.
  private func census(_ rules: PatternRules) -> [Int: Int] {
    let dots = rules.dotCount
    var between = Array(repeating: 0, count: dots * dots)
    for from in 0..<dots where rules.fillsPassedDots {
      for to in 0..<dots where to != from {
        rules.forEachDotPassed(from: Dot(from), to: Dot(to)) {
          between[from * dots + to] |= 1 << Int($0.number)
        }
      }
    }
    var counts = Array(repeating: 0, count: dots + 1)
    func extend(from last: Int, used: Int, length: Int) {
      counts[length] += 1
      for next in 0..<dots where used & (1 << next) == 0 {
        guard between[last * dots + next] & ~used == 0 else { continue }
        extend(from: next, used: used | 1 << next, length: length + 1)
      }
    }
    for first in 0..<dots { extend(from: first, used: 1 << first, length: 1) }
    let lengths = rules.minimum...rules.longest
    return Dictionary(uniqueKeysWithValues: lengths.map { ($0, counts[$0]) })
  }

  @Test func `three by three has 389,112 patterns`() {
    let counts = census(.standard)
    #expect(
      counts == [4: 1_624, 5: 7_152, 6: 26_016, 7: 72_912, 8: 140_704, 9: 140_704])
    #expect(counts.values.reduce(0, +) == 389_112)
  }

  @Test func `three by three with no fill has 985,824 patterns`() throws {
    let counts = census(try PatternRules(fillsPassedDots: false))
    #expect(counts.values.reduce(0, +) == 985_824)
  }

  @Test func `two by three has 1,268 patterns`() throws {
    let counts = census(try PatternRules(rows: 2, columns: 3))
    #expect(counts.values.reduce(0, +) == 1_268)
  }

  @Test(arguments: [(1, 3), (3, 7), (0, 0), (-1, 3)])
  func `a grid is two to six dots each way`(rows: Int, columns: Int) {
    #expect(throws: RulesError.shape(rows: rows, columns: columns)) {
      try PatternRules(rows: rows, columns: columns)
    }
  }

  @Test func `lengths must fit the grid`() {
    #expect(throws: RulesError.minimum(0, dots: 9)) { try PatternRules(minimum: 0) }
    #expect(throws: RulesError.minimum(10, dots: 9)) { try PatternRules(minimum: 10) }
    #expect(throws: RulesError.maximum(3, minimum: 4, dots: 9)) { try PatternRules(maximum: 3) }
    #expect(throws: RulesError.maximum(10, minimum: 4, dots: 9)) { try PatternRules(maximum: 10) }
  }
}

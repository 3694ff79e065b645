import LockCore
import Testing

struct PatternTests {
  private func pattern(_ numbers: [Int]) -> Pattern {
    var pattern = Pattern()
    for number in numbers { pattern.append(Dot(number)) }
    return pattern
  }

  @Test func `patterns are the same if their dots are, in order`() {
    func areSame(_ one: [Int], _ other: [Int]) -> Bool {
      pattern(one).isSame(as: pattern(other))
    }
    #expect(areSame([0, 3, 6, 7], [0, 3, 6, 7]))
    #expect(!areSame([0, 3, 6, 7], [0, 3, 7, 6]))
    #expect(!areSame([0, 3, 6, 7], [0, 3, 6]))
    #expect(!areSame([], [0]))
    #expect(!areSame([1, 2], [1, 2, 0]))
  }

  @Test func `clearing zeroes the memory, and so does letting go`() {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Pattern.capacity)
    defer { unsafe memory.deallocate() }
    var released = false
    do {
      var pattern = unsafe Pattern(memory: memory) { _ in released = true }
      pattern.append(Dot(5))
      let first = unsafe memory[0]
      #expect(first == 5)
      pattern.clear()
      let (cleared, isEmpty) = (unsafe memory[0], pattern.isEmpty)
      #expect(cleared == 0 && isEmpty)
      pattern.append(Dot(7))
    }
    #expect(released)
    let left = unsafe UnsafeBufferPointer(start: memory, count: Pattern.capacity)
    let areZero = unsafe left.allSatisfy { $0 == 0 }
    #expect(areZero)
  }

  @Test func `a dot twice is a fault of the caller`() async {
    await #expect(processExitsWith: .failure) {
      var pattern = Pattern()
      pattern.append(Dot(1))
      pattern.append(Dot(1))
    }
  }
}

/// Dots in order, each at most once, in memory that the caller handed in.
///
/// A pattern is a secret: it cannot be copied, printed or compared here, and its memory is zeroed
/// when it is cleared and when it goes.
@safe
public struct Pattern: ~Copyable {
  /// The bytes that a pattern needs.
  public static let capacity = PatternRules.dotNumbers.count

  public private(set) var count = 0
  /// Bit n: dot n is in it.
  private(set) var members: UInt64 = 0
  private let memory: UnsafeMutablePointer<UInt8>
  private let release: (UnsafeMutablePointer<UInt8>) -> Void

  /// A pattern in ordinary memory, for patterns that are no secret.
  public init() {
    unsafe self.init(memory: .allocate(capacity: Self.capacity)) { memory in
      unsafe memory.deallocate()
    }
  }

  /// A pattern in `memory`, of `capacity` bytes, which is given back by `release` once it is zeroed.
  public init(
    memory: UnsafeMutablePointer<UInt8>,
    release: @escaping (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    unsafe self.memory = memory
    unsafe self.release = release
    unsafe memory.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    unsafe memory.update(repeating: 0, count: Self.capacity)
    unsafe release(memory)
  }

  public var isEmpty: Bool { count == 0 }

  public subscript(position: Int) -> Dot {
    precondition(0..<count ~= position, "a pattern of \(count) dots has no position \(position)")
    return unsafe Dot(Int(memory[position]))
  }

  public func contains(_ dot: Dot) -> Bool { members & (1 << UInt64(dot.number)) != 0 }

  /// Appends a dot that is not in the pattern yet.
  public mutating func append(_ dot: Dot) {
    precondition(!contains(dot), "a dot can be in a pattern once")
    unsafe memory[count] = dot.number
    members |= 1 << UInt64(dot.number)
    count += 1
  }

  public mutating func clear() {
    unsafe memory.update(repeating: 0, count: Self.capacity)
    members = 0
    count = 0
  }

  /// Whether the two are the same dots in the same order. Takes the same time wherever they differ.
  public func isSame(as other: borrowing Pattern) -> Bool {
    var difference = UInt8(truncatingIfNeeded: count ^ other.count)
    for position in 0..<Self.capacity {
      difference |= unsafe memory[position] ^ other.memory[position]
    }
    return difference == 0
  }

  /// Replaces the dots by those of another pattern.
  public mutating func take(from other: borrowing Pattern) {
    unsafe memory.update(from: other.memory, count: Self.capacity)
    members = other.members
    count = other.count
  }
}

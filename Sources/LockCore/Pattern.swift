/// Dots in order, each at most once, in memory that the caller handed in; or, in the place of a pattern,
/// the digits of a PIN.
///
/// A pattern is a secret: it cannot be copied, printed or compared here, and its memory is zeroed
/// when it is cleared and when it goes.
@safe
public struct Pattern: ~Copyable {
  /// The bytes that a pattern needs.
  public static let capacity = PatternRules.dotNumbers.count

  /// What a secret is. Two kinds are never the same.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case pattern
    /// Digits of a keypad.
    case pin
  }

  /// The digits that a PIN has: at least as many as a pattern has dots. ISO 9564-1 has 4 to 12.
  public static let pinDigits = 4...12

  public private(set) var kind = Kind.pattern
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
    precondition(kind == .pattern && !contains(dot), "a dot can be in a pattern once")
    unsafe memory[count] = dot.number
    members |= 1 << UInt64(dot.number)
    count += 1
  }

  /// Appends a digit, 0 to 9, to a PIN that has not the most digits yet.
  public mutating func append(digit: UInt8) {
    precondition(kind == .pin && digit < 10 && count < Self.pinDigits.upperBound, "not for a PIN")
    unsafe memory[count] = digit
    count += 1
  }

  /// Takes the last digit of a PIN back, if there is one.
  public mutating func removeLastDigit() {
    precondition(kind == .pin, "a dot cannot be taken back")
    guard count > 0 else { return }
    count -= 1
    unsafe memory[count] = 0
  }

  /// Zeroes it; what comes is of that kind.
  public mutating func clear(for kind: Kind = .pattern) {
    unsafe memory.update(repeating: 0, count: Self.capacity)
    self.kind = kind
    members = 0
    count = 0
  }

  /// Whether the two are the same dots, or digits, in the same order. Takes the same time wherever they differ.
  public func isSame(as other: borrowing Pattern) -> Bool {
    var difference = UInt8(truncatingIfNeeded: count ^ other.count)
    if kind != other.kind { difference = 1 }
    for position in 0..<Self.capacity {
      difference |= unsafe memory[position] ^ other.memory[position]
    }
    return difference == 0
  }

  /// Replaces all by what another pattern has.
  public mutating func take(from other: borrowing Pattern) {
    unsafe memory.update(from: other.memory, count: Self.capacity)
    kind = other.kind
    members = other.members
    count = other.count
  }
}

/// A dot of the grid, numbered from 0 row by row.
public struct Dot: Hashable, Comparable, Sendable, BitwiseCopyable {
  public let number: UInt8

  public init(_ number: Int) {
    precondition(PatternRules.dotNumbers.contains(number), "no grid has a dot \(number)")
    self.number = UInt8(number)
  }

  public static func < (one: Dot, other: Dot) -> Bool { one.number < other.number }
}

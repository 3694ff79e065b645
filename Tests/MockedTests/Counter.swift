import Synchronization

/// A count that a handler of umockdev's thread makes.
final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock(\.self) }

  /// Counts, and returns the count.
  @discardableResult
  func note() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

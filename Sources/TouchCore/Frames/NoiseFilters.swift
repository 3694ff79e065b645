/// What is done to the positions of a noisy panel before anything else sees them. Nothing by default:
/// each of them makes what a finger does later, or other, than it was.
public struct NoiseFilters: Hashable, Sendable {
  /// Each axis of a position is the median of the contact's newest so many, odd and at most
  /// `mostSamples`; 1 leaves positions alone. A contact is told once it has so many.
  public var median: Int
  /// What is lighter neither begins a contact nor moves one, in the device's own units; 0 takes all.
  public var leastPressure: Int32

  public static let mostSamples = 9
  public static let none = NoiseFilters()

  public init(median: Int = 1, leastPressure: Int32 = 0) {
    precondition((1...Self.mostSamples).contains(median) && median % 2 == 1, "no middle")
    self.median = median
    self.leastPressure = leastPressure
  }
}

/// The newest positions of a contact, for their median.
struct PositionWindow {
  private typealias Samples = InlineArray<9, Int32>

  private var x = Samples(repeating: 0)
  private var y = Samples(repeating: 0)
  private(set) var count = 0
  private var next = 0

  static let empty = PositionWindow()

  mutating func add(_ position: DevicePoint, size: Int) {
    (x[next], y[next]) = (position.x, position.y)
    next = (next + 1) % size
    count = min(count + 1, size)
  }

  /// Of an even number the lower one; nil if it is empty.
  var median: DevicePoint? {
    guard count > 0 else { return nil }
    return DevicePoint(x: Self.median(x, count), y: Self.median(y, count))
  }

  private static func median(_ samples: Samples, _ count: Int) -> Int32 {
    var sorted = samples
    for place in 1..<max(count, 2) where place < count {
      var index = place
      while index > 0, sorted[index - 1] > sorted[index] {
        sorted.swapAt(index - 1, index)
        index -= 1
      }
    }
    return sorted[(count - 1) / 2]
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture of \(width) × \(height) pixels")
    self.width = width
    self.height = height
  }

  public var shorterSide: Int { min(width, height) }
}

/// A rectangle of whole pixels, from the upper left.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  public init(all size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The pixels that a rectangle of other lengths touches.
  init(around rect: Box) {
    let (left, top) = (Int(rect.left.rounded(.down)), Int(rect.top.rounded(.down)))
    self.init(
      x: left, y: top, width: Int(rect.right.rounded(.up)) - left,
      height: Int(rect.bottom.rounded(.up)) - top)
  }

  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var area: Int { isEmpty ? 0 : width * height }

  /// The smallest rectangle around both.
  public func joined(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// What of it is in the picture.
  public func clipped(to size: PixelSize) -> PixelRect {
    let (left, top) = (max(x, 0), max(y, 0))
    let rect = PixelRect(
      x: left, y: top, width: min(x + width, size.width) - left,
      height: min(y + height, size.height) - top)
    return rect.isEmpty ? .empty : rect
  }
}

/// A rectangle of a picture, its edges in pixels and shares of them.
struct Box: Hashable, Sendable, BitwiseCopyable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
  var middle: (x: Double, y: Double) { ((left + right) / 2, (top + bottom) / 2) }

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// The square of that half side around a point.
  init(around x: Double, _ y: Double, reach: Double) {
    self.init(left: x - reach, top: y - reach, right: x + reach, bottom: y + reach)
  }

  mutating func add(_ x: Double, _ y: Double) {
    (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
  }

  func widened(by margin: Double) -> Box {
    Box(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }
}

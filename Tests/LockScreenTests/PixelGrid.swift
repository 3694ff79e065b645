#if Screen
import LockCore
import LockScreen

/// A copy of a picture's pixels, each 0xRRGGBB.
struct PixelGrid: Equatable {
  let width: Int
  private(set) var pixels: [UInt32]

  init(_ picture: borrowing Picture) {
    var (all, row): ([UInt32], Int) = ([], 0)
    unsafe picture.withPixels { pixels, length in
      unsafe all = pixels.map { $0 & 0xff_ffff }
      row = length
    }
    (width, pixels) = (row, all)
  }

  var height: Int { pixels.count / width }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The colours at a place and next to it are one colour, which is this, to within one step.
  func isNear(_ color: Color, _ x: Double, _ y: Double) -> Bool {
    let found = self[Int(x), Int(y)]
    let wanted = [color.red, color.green, color.blue].map(Int.init)
    let parts = [found >> 16 & 0xff, found >> 8 & 0xff, found & 0xff].map(Int.init)
    return zip(wanted, parts).allSatisfy { abs($0 - $1) <= 1 }
  }

  /// How many pixels differ, and the area of the smallest rectangle around them.
  func difference(from other: PixelGrid) -> (count: Int, area: Int) {
    var (count, left, top, right, bottom) = (0, Int.max, Int.max, -1, -1)
    for index in pixels.indices where pixels[index] != other.pixels[index] {
      let (x, y) = (index % width, index / width)
      count += 1
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
    }
    return (count, count == 0 ? 0 : (right - left + 1) * (bottom - top + 1))
  }

  /// Whether the two look the same. Where a shape is cut by what is repainted, cairo rounds the share
  /// of a pixel that it covers in another way.
  func isSame(as other: PixelGrid) -> Bool {
    guard self != other else { return true }
    return pixels.indices.allSatisfy { index in
      let (first, second) = (pixels[index], other.pixels[index])
      guard first != second else { return true }
      for shift: UInt32 in [0, 8, 16] {
        let (one, another) = (Int(first >> shift & 0xff), Int(second >> shift & 0xff))
        if abs(one - another) > 12 { return false }
      }
      return true
    }
  }

  /// How many pixels of a rectangle have another colour than its upper left one.
  func marks(in rect: PixelRect) -> Int {
    let ground = self[rect.x, rect.y]
    var count = 0
    for y in rect.y..<(rect.y + rect.height) {
      for x in rect.x..<(rect.x + rect.width) where self[x, y] != ground { count += 1 }
    }
    return count
  }
}

extension Color {
  /// The colour over an opaque one.
  func over(_ ground: Color) -> Color {
    func mixed(_ top: UInt8, _ bottom: UInt8) -> UInt32 {
      let share = Double(alpha) / 255
      return UInt32(Double(top) * share + Double(bottom) * (1 - share) + 0.5)
    }
    let (red, green) = (mixed(red, ground.red), mixed(green, ground.green))
    return Color(red << 16 | green << 8 | mixed(blue, ground.blue))
  }
}

extension Pattern {
  static func of(_ dots: [Int]) -> Pattern {
    var pattern = Pattern()
    for dot in dots { pattern.append(Dot(dot)) }
    return pattern
  }
}
#endif

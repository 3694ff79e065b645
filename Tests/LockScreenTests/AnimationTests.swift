#if Screen
import LockCore
import LockScreen
import Testing
import TouchCore

struct AnimationTests {
  private static func picture(_ dots: [Int]) -> Picture {
    let view = ViewSize(width: 60, height: 80)
    let preset = Preset.standard
    let placement = Placement(
      preset.grid(preset.rules, in: view), of: view, in: PixelSize(width: 60, height: 80),
      Theme(preset))
    var picture = Picture(placement, Theme(preset))
    picture.show(Scene(dots: .selected), Pattern.of(dots))
    return picture
  }

  /// The chunks of a PNG, by their names.
  private static func names(of png: [UInt8]) -> [String] {
    var (names, place): ([String], Int) = ([], 8)
    while place + 12 <= png.count {
      let length = png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: png[(place + 4)..<(place + 8)], as: UTF8.self))
      place += 12 + length
    }
    return names
  }

  @Test func `one picture is the PNG that it was, with an animation's chunks before it`() throws {
    let png = try Self.picture([0, 1]).png()
    var animation = Animation()
    animation.add(png: png, over: PixelRect(x: 0, y: 0, width: 60, height: 80), milliseconds: 40)
    let bytes = animation.bytes
    #expect(Self.names(of: bytes) == ["IHDR", "acTL", "fcTL", "IDAT", "IEND"])
    // The data and its sum are cairo's own, made anew.
    let data = Self.tail(of: png, from: "IDAT")
    #expect(Self.tail(of: bytes, from: "IDAT") == data && data.count > 40)
  }

  private static func tail(of png: [UInt8], from name: String) -> [UInt8] {
    let name = Array(name.utf8)
    for place in 0..<(png.count - 4) where Array(png[place..<(place + 4)]) == name {
      return Array(png[place...])
    }
    return []
  }

  @Test func `later pictures are parts that are painted over, numbered one after another`() throws {
    var animation = Animation()
    let whole = PixelRect(x: 0, y: 0, width: 60, height: 80)
    animation.add(png: try Self.picture([]).png(), over: whole, milliseconds: 40)
    for number in 1...3 {
      let part = PixelRect(x: 10, y: 20, width: 20, height: 10 * number)
      animation.add(png: try Self.picture([0]).png(of: part), over: part, milliseconds: 100)
    }
    #expect(
      Self.names(of: animation.bytes)
        == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
  }
}
#endif

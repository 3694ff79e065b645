#if Screen
/// Pictures one after another in one file: an animated PNG (APNG, W3C PNG third edition), which shows
/// its first picture where animations are not known.
public struct Animation {
  private var chunks: [UInt8] = []
  private var header: [UInt8] = []
  private var frames: UInt32 = 0
  private var sequence: UInt32 = 0

  public init() {}

  /// Adds a picture, or a part of one that is painted over the one before, for that long.
  ///
  /// - Precondition: the first is a whole picture; `png` is a PNG of the rectangle's size.
  public mutating func add(png: [UInt8], over rect: PixelRect, milliseconds: Int) {
    precondition(frames > 0 || (rect.x == 0 && rect.y == 0), "the first picture is a whole one")
    var control = Self.bytes(sequence)
    for number in [rect.width, rect.height, rect.x, rect.y] {
      control += Self.bytes(UInt32(number))
    }
    control += Self.bytes(UInt16(min(milliseconds, 65_535))) + Self.bytes(UInt16(1000))
    // Neither undone afterwards nor blended.
    control += [0, 0]
    chunks += Self.chunk("fcTL", control)
    sequence += 1
    for (name, data) in Self.parts(of: png) {
      switch name {
      case "IHDR" where frames == 0: header = data
      case "IDAT" where frames == 0: chunks += Self.chunk("IDAT", data)
      case "IDAT":
        chunks += Self.chunk("fdAT", Self.bytes(sequence) + data)
        sequence += 1
      default: break
      }
    }
    frames += 1
  }

  /// The file; shown again and again.
  public var bytes: [UInt8] {
    Self.signature + Self.chunk("IHDR", header)
      + Self.chunk("acTL", Self.bytes(frames) + Self.bytes(UInt32(0))) + chunks
      + Self.chunk("IEND", [])
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The chunks of a PNG: a length, a name, data and a sum each.
  private static func parts(of png: [UInt8]) -> [(name: String, data: [UInt8])] {
    var parts: [(String, [UInt8])] = []
    var place = signature.count
    while place + 12 <= png.count {
      let length = png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= png.count else { break }
      let name = String(decoding: png[(place + 4)..<(place + 8)], as: UTF8.self)
      parts.append((name, Array(png[(place + 8)..<(place + 8 + length)])))
      place += 12 + length
    }
    return parts
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bytes(UInt32(data.count)) + content + bytes(sum(of: content))
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  /// CRC-32 (ISO 3309), as PNG's annex has it.
  private static func sum(of bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
    }
  }
}
#endif

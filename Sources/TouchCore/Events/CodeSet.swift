/// A set of event codes or properties, as the kernel's bitmaps hold them.
public struct CodeSet: Hashable, Sendable {
  /// The bitmap, little endian: code 0 is bit 0 of byte 0. Trailing zero bytes mean nothing.
  public private(set) var bytes: [UInt8]

  public init() {
    bytes = []
  }

  /// The set that a bitmap of the kernel, or of a capture, spells.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  public init(_ codes: [UInt16]) {
    self.init()
    for code in codes { insert(code) }
  }

  public func contains(_ code: UInt16) -> Bool {
    let index = Int(code >> 3)
    return index < bytes.count && bytes[index] & (1 << UInt8(code & 7)) != 0
  }

  public mutating func insert(_ code: UInt16) {
    let index = Int(code >> 3)
    while bytes.count <= index { bytes.append(0) }
    bytes[index] |= 1 << UInt8(code & 7)
  }

  /// Adds the bytes of a bitmap that is written in several parts.
  public mutating func append(bytes more: [UInt8]) {
    bytes += more
  }

  public var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The codes of the set, ascending.
  public var codes: [UInt16] {
    var codes: [UInt16] = []
    for (index, byte) in bytes.enumerated() {
      for bit in 0..<8 where byte & (1 << UInt8(bit)) != 0 {
        codes.append(UInt16(index * 8 + bit))
      }
    }
    return codes
  }
}

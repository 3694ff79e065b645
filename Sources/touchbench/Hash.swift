/// What was done, in one number (FNV-1a over words).
struct Hash: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}
  init(_ value: UInt64) { self.value = value }

  mutating func mix(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01b3 }
  mutating func mix(_ number: Int) { mix(UInt64(truncatingIfNeeded: number)) }

  mutating func mix(_ text: String) {
    for byte in text.utf8 { mix(UInt64(byte)) }
  }

  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// What is stored in the place of a pattern: a setting of yescrypt in libxcrypt's form, `$y$j`, a
/// letter for the cost, `T$` and the salt; `$`; and what yescrypt made of the pattern with it.
struct Verifier: Hashable, Sendable {
  let text: String
  let setting: String

  /// The costs that there are: n takes 2ⁿ⁺¹⁹ bytes and, measured on one core of 2026, 50 ms at 6.
  static let costs = 3...11
  /// 34 MB: what a small panel has, and a wait that nobody notices.
  static let standardCost = 6

  private static let costLetters = "789ABCDEF".utf8
  private static let start = "$y$j"
  /// 22 stand for the 128 bits that crypt_gensalt(3) draws; 86 for all that yescrypt takes.
  private static let saltLengths = 22...86
  private static let outputLength = 43

  /// Takes a verifier in exactly that form, and no other that crypt(3) might know.
  init?(_ text: some StringProtocol) {
    let text = String(text)
    guard let cut = text.lastIndex(of: "$"), Self.isSetting(text[..<cut]),
      text[cut...].utf8.dropFirst().allSatisfy(Self.isLetter),
      text[cut...].utf8.count == 1 + Self.outputLength
    else { return nil }
    self.text = text
    setting = String(text[..<cut])
  }

  /// Whether it is what a verifier begins with.
  static func isSetting(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    let salt = start.utf8.count + 3
    return bytes.starts(with: start.utf8) && bytes.count > salt
      && costLetters.contains(bytes[salt - 3])
      && bytes[(salt - 2)..<salt].elementsEqual("T$".utf8)
      && saltLengths ~= bytes.count - salt && bytes[salt...].allSatisfy(isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether crypt(3) gave this. Takes the same time wherever the two differ.
  func isSame(as output: [UInt8]) -> Bool {
    let expected = Array(text.utf8)
    guard output.count == expected.count, !expected.isEmpty else { return false }
    var difference: UInt8 = 0
    for index in expected.indices { difference |= expected[index] ^ output[index] }
    return difference == 0
  }
}

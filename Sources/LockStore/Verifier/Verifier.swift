/// The form of what yescrypt is given and gives: libxcrypt's `$y$j`, a letter for the cost, `T$` and
/// the salt; `$`; and the output.
struct Verifier: Hashable, Sendable {
  let setting: String
  let output: VerifierOutputText

  /// The costs that there are: n takes 2ⁿ⁺¹⁹ bytes and, measured on one core of 2026, 50 ms at 6.
  static let costs = 3...11
  /// 34 MB: what a small panel has, and a wait that nobody notices.
  static let standardCost = 6

  private static let costLetters = "789ABCDEF".utf8
  private static let start = "$y$j"
  /// 22 stand for the 128 bits that crypt_gensalt(3) draws; 86 for all that yescrypt takes.
  private static let saltLengths = 22...86

  /// Takes a verifier in exactly that form, and no other that crypt(3) might know.
  init?(_ text: some StringProtocol) {
    guard let cut = text.lastIndex(of: "$"), Self.isSetting(text[..<cut]),
      let output = VerifierOutputText(text[text.index(after: cut)...])
    else { return nil }
    setting = String(text[..<cut])
    self.output = output
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

  /// The cost in a setting.
  static func cost(of setting: String) -> Int {
    let letter = Array(setting.utf8)[start.utf8.count]
    let place = costLetters.distance(
      from: costLetters.startIndex, to: costLetters.firstIndex(of: letter) ?? costLetters.endIndex)
    return costs.lowerBound + place
  }

  /// The setting with the same salt at the least cost: for what is no secret that could be guessed.
  static func cheapest(_ setting: String) -> String {
    let salt = setting.utf8.dropFirst(start.utf8.count + 1)
    return "\(start)\(UnicodeScalar(costLetters[costLetters.startIndex]))\(Substring(salt))"
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// What yescrypt made of a secret, as it is stored in its place.
struct VerifierOutputText: Hashable, Sendable {
  static let length = 43

  let text: String

  init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy(Verifier.isLetter) else {
      return nil
    }
    self.text = String(text)
  }

  /// Takes the same time wherever the two differ.
  func isSame(as output: borrowing VerifierOutput) -> Bool {
    let expected = Array(text.utf8)
    var difference: UInt8 = 0
    for index in 0..<Self.length { difference |= expected[index] ^ output[index] }
    return difference == 0
  }
}

import LockCore

/// What yescrypt is given for a pattern: `swipelock1|pattern|3x3|fill|0,3,6,7|` and the pepper in
/// hex, ended by a zero; for a PIN its kind, and its digits in the place of the dots.
///
/// The kind, the grid and the fill rule are in it so that no two of them share a verifier.
struct Phrase: ~Copyable {
  /// One less than crypt(3) takes, for the zero.
  static let longest = 511

  let memory: LockedMemory
  private var count = 0

  init(
    _ pattern: borrowing Pattern, drawnBy rules: PatternRules, pepper: Pepper?
  ) throws(FailedCall) {
    memory = try LockedMemory(byteCount: Self.longest + 1)
    let fill = rules.fillsPassedDots ? "fill" : "nofill"
    append("swipelock1|\(pattern.kind.rawValue)|\(rules.rows)x\(rules.columns)|\(fill)|")
    for position in 0..<pattern.count {
      if position > 0 { append(UInt8(ascii: ",")) }
      // By digits: a string of them would stay in ordinary memory.
      let number = pattern[position].number
      if number >= 10 { append(UInt8(ascii: "0") + number / 10) }
      append(UInt8(ascii: "0") + number % 10)
    }
    append(UInt8(ascii: "|"))
    if let pepper { append(pepper) }
  }

  /// `swipelock1|pepper|` and the pepper: for telling which one it is.
  init(_ pepper: Pepper) throws(FailedCall) {
    memory = try LockedMemory(byteCount: Self.longest + 1)
    append("swipelock1|pepper|")
    append(pepper)
  }

  private mutating func append(_ pepper: Pepper) {
    let digits = Array("0123456789abcdef".utf8)
    for index in 0..<pepper.byteCount {
      append(digits[Int(pepper[index] >> 4)])
      append(digits[Int(pepper[index] & 15)])
    }
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    precondition(count < Self.longest, "crypt(3) takes \(Self.longest) bytes")
    unsafe memory.withBytes { bytes in unsafe bytes[count] = byte }
    count += 1
  }
}

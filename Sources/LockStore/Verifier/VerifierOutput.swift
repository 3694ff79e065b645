/// What a run of yescrypt gave, in memory that is wiped when it goes.
struct VerifierOutput: ~Copyable {
  private let memory: LockedMemory

  /// Takes 43 letters; nil for anything else, as for the `*0` that crypt(3) has for a failure.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == VerifierOutputText.length, bytes.allSatisfy(Verifier.isLetter),
      let memory = try? LockedMemory(byteCount: VerifierOutputText.length)
    else { return nil }
    unsafe memory.withBytes { unsafe $0.copyBytes(from: bytes) }
    self.memory = memory
  }

  subscript(index: Int) -> UInt8 { unsafe memory.withBytes { unsafe $0[index] } }

  /// The text to store.
  var text: VerifierOutputText? {
    unsafe memory.withBytes { unsafe VerifierOutputText(String(decoding: $0, as: UTF8.self)) }
  }

  /// Takes the same time wherever the two differ.
  func isSame(as other: borrowing VerifierOutput) -> Bool {
    var difference: UInt8 = 0
    for index in 0..<VerifierOutputText.length { difference |= self[index] ^ other[index] }
    return difference == 0
  }
}

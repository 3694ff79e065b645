private import CCrypt
internal import Glibc

/// What computes verifiers: `crypt(3)`, or what tests put in its place.
package struct Yescrypt: Sendable {
  /// The output for a phrase that a zero ends, and a setting; nil if there is none.
  package typealias Function =
    @Sendable (
      _ phrase: borrowing LockedMemory, _ setting: String
    ) -> [UInt8]?

  private let function: Function

  package init(function: @escaping Function = Self.crypt) { self.function = function }

  /// A setting of that cost with a new salt; nil if the system gives no randomness.
  static func setting(cost: Int) -> String? {
    precondition(Verifier.costs.contains(cost), "yescrypt has no cost \(cost)")
    var output = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    let size = CInt(output.count)
    guard unsafe crypt_gensalt_rn("$y$", CUnsignedLong(cost), nil, 0, &output, size) != nil else {
      return nil
    }
    let setting = String(
      decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Verifier.isSetting(setting) ? setting : nil
  }

  /// The output for a phrase and a setting; nil if the machine gave none. A setting in order has an
  /// output, so that is never the phrase's fault.
  func output(of phrase: borrowing Phrase, _ setting: String) -> VerifierOutput? {
    guard Verifier.isSetting(setting), var bytes = function(phrase.memory, setting) else {
      return nil
    }
    defer {
      unsafe bytes.withUnsafeMutableBytes { bytes in
        if let address = bytes.baseAddress { unsafe explicit_bzero(address, bytes.count) }
      }
    }
    let start = Array("\(setting)$".utf8)
    guard bytes.starts(with: start) else { return nil }
    return VerifierOutput(bytes[start.count...])
  }

  /// crypt(3) in memory of our own, which is wiped. A failure is told by a null pointer and not by
  /// `errno`, which is set on success too from cost 6 on.
  package static let crypt: Function = { phrase, setting in
    let size = MemoryLayout<crypt_data>.size
    guard let data = try? LockedMemory(byteCount: size) else { return nil }
    return unsafe phrase.withBytes { phrase in
      unsafe data.withBytes { data in
        guard let phrase = unsafe phrase.baseAddress?.assumingMemoryBound(to: CChar.self),
          let output = unsafe crypt_rn(phrase, setting, data.baseAddress, CInt(size))
        else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: output, count: strlen(output))
        return unsafe Array(bytes)
      }
    }
  }
}

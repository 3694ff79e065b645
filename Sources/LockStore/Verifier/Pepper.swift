internal import Glibc

/// A secret of the device that every phrase has in it: without it, a copied store is of no use to
/// anybody who guesses.
public final class Pepper: @unchecked Sendable {
  /// What a pepper has, in bytes. 16 random ones are more than anybody can try; 128 are what fits.
  public static let byteCounts = 16...128

  // Written by the initialiser alone, so threads may share it.
  private let memory: LockedMemory
  let byteCount: Int

  /// Reads all bytes of a file; none is left out, not even a newline at the end.
  ///
  /// Throws if it is too short or too long, if it is no file, or if everybody may read it or another
  /// than its owner may write it.
  public init(file path: String) throws(StoreError) {
    let longest = Self.byteCounts.upperBound
    var bytes: [UInt8]
    let status: stat
    do throws(FailedCall) {
      // A link may be followed: service managers make them.
      let file = try Descriptor.linkedFile(path)
      status = try file.status()
      bytes = try status.st_mode & S_IFMT == S_IFREG ? file.read(atMost: longest + 1) : []
    } catch {
      throw .system(path: path, error)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    // A service manager may let a group read it, by an access list.
    guard status.st_mode & 0o027 == 0 else {
      throw .accessibleToOthers(path: path, mode: status.st_mode & 0o7777)
    }
    guard Self.byteCounts ~= bytes.count else {
      throw .pepperSize(file: path, isTooLong: bytes.count > longest)
    }
    do throws(FailedCall) { memory = try LockedMemory(byteCount: longest) } catch {
      throw .system(path: path, error)
    }
    byteCount = bytes.count
    Self.move(&bytes, to: memory)
  }

  private static func move(_ bytes: inout [UInt8], to memory: borrowing LockedMemory) {
    unsafe memory.withBytes { unsafe $0.copyBytes(from: bytes) }
    unsafe bytes.withUnsafeMutableBytes { bytes in
      if let address = bytes.baseAddress { unsafe explicit_bzero(address, bytes.count) }
    }
  }

  subscript(index: Int) -> UInt8 { unsafe memory.withBytes { unsafe $0[index] } }
}

/// Tells one pepper from another, and nothing else of it. It need not be slow: a pepper cannot be
/// guessed.
struct PepperMark: Hashable, Sendable {
  let text: String

  init?(_ text: some StringProtocol) {
    guard let output = VerifierOutputText(text) else { return nil }
    self.text = output.text
  }
}

extension Yescrypt {
  /// The mark of a pepper in a store of that setting; nil if the machine could not compute it.
  func mark(of pepper: Pepper, _ setting: String) -> PepperMark? {
    guard let phrase = try? Phrase(pepper),
      let text = output(of: phrase, Verifier.cheapest(setting))?.text
    else { return nil }
    return PepperMark(text.text)
  }
}

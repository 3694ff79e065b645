internal import CUinput
internal import Glibc

/// All that a process has in its memory that can be written, as root sees it.
package struct ProcessMemory {
  private var regions: [[UInt8]] = []

  /// Copies the memory of a process, which goes on.
  package init(of process: Int32) throws {
    guard let maps = TextFile.read("/proc/\(process)/maps") else {
      throw SystemFailure(call: "read maps of \(process)", number: errno)
    }
    let file = try unsafe check(open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC), "open mem")
    defer { close(file) }
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 2, words[1].hasPrefix("rw") else { continue }
      let bounds = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard bounds.count == 2 else { continue }
      if let region = Self.read(file, from: bounds[0], to: bounds[1]) { regions.append(region) }
    }
  }

  /// How many bytes there are.
  package var count: Int { regions.reduce(0) { $0 + $1.count } }

  /// Whether these bytes are anywhere in it.
  /// The bytes that a process has in memory now.
  package static func resident(of process: Int32) throws -> Int {
    let line = TextFile.lines("/proc/\(process)/status").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }), words.count == 3,
      let kilobytes = Int(words[1])
    else { throw SystemFailure(call: "read the status of \(process)", number: ESRCH) }
    return kilobytes * 1024
  }

  package func contains(_ needle: [UInt8]) -> Bool {
    regions.contains { Self.contains(needle, in: $0) }
  }

  /// Whether the number is in it, as 32 bits.
  package func contains(_ value: Int32) -> Bool {
    contains(unsafe withUnsafeBytes(of: value) { unsafe Array($0) })
  }

  private static func contains(_ needle: [UInt8], in region: [UInt8]) -> Bool {
    unsafe region.withUnsafeBytes { bytes in
      unsafe memmem(bytes.baseAddress, bytes.count, needle, needle.count) != nil
    }
  }

  /// Nil for a region that has gone, or that cannot be read, such as a device's.
  private static func read(_ file: Int32, from start: UInt64, to end: UInt64) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Int(end - start))
    let size = bytes.count
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(file, buffer.baseAddress, size, off_t(start))
    }
    return count == size ? bytes : nil
  }
}

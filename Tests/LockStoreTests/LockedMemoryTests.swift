import Glibc
import LockCore
import LockStore
import Testing

struct LockedMemoryTests {
  /// The flags of the mapping that begins at an address, as the kernel tells them.
  private func flags(of address: UInt) -> [Substring] {
    var isThere = false
    for line in readAll("/proc/self/smaps").split(separator: "\n") {
      if let start = line.split(separator: "-").first.flatMap({ UInt($0, radix: 16) }) {
        let end = line.split(separator: "-").dropFirst().first?.split(separator: " ").first
        isThere = (start..<(end.flatMap { UInt($0, radix: 16) } ?? start)).contains(address)
      } else if isThere, line.hasPrefix("VmFlags:") {
        return line.split(separator: " ").dropFirst().map { $0 }
      }
    }
    return []
  }

  private func readAll(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += chunk[..<count]
    }
  }

  @Test func `it is locked, not dumped, zero for children, and zero at first`() throws {
    let memory = try LockedMemory(byteCount: 100)
    let (address, isZero) = unsafe memory.withBytes { bytes in
      (UInt(bitPattern: bytes.baseAddress), unsafe bytes.allSatisfy { $0 == 0 })
    }
    #expect(isZero)
    let flags = flags(of: address)
    // lo locked, dd do not dump, wf wipe on fork.
    #expect(flags.contains("dd") && flags.contains("wf"))
    #expect(flags.contains("lo") == (memory.swappable == nil))
  }

  @Test func `a locked pattern is a pattern`() throws {
    var pattern = try Pattern.locked()
    for dot in [0, 3, 6, 7] { pattern.append(Dot(dot)) }
    let isSame = pattern.isSame(as: drawn([0, 3, 6, 7]))
    #expect(isSame)
  }
}

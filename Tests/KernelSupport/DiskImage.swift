internal import Glibc

/// All the bytes of a disk.
package struct DiskImage: Sendable {
  private let bytes: [UInt8]

  package init(of file: String) throws {
    let descriptor = try check(unsafe open(file, O_RDONLY | O_CLOEXEC), "open \(file)")
    defer { close(descriptor) }
    let size = try check(lseek(descriptor, 0, SEEK_END), "lseek \(file)")
    bytes = try unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = try check(unsafe pread(descriptor, buffer.baseAddress, Int(size), 0), "read \(file)")
    }
  }

  package func write(to file: String) throws {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = try check(unsafe open(file, flags, 0o600), "open \(file)")
    defer { close(descriptor) }
    let count = try check(unsafe Glibc.write(descriptor, bytes, bytes.count), "write \(file)")
    guard count == bytes.count else { throw SystemFailure(call: "write \(file)", number: ENOSPC) }
  }
}

extension DiskImage: Equatable {
  // The standard library's takes a second for a few megabytes, unoptimized and in the guest.
  package static func == (one: DiskImage, other: DiskImage) -> Bool {
    guard one.bytes.count == other.bytes.count else { return false }
    return unsafe memcmp(one.bytes, other.bytes, one.bytes.count) == 0
  }
}

internal import Glibc

/// The small text files by which the kernel and udev tell about a device.
package enum TextFile {
  /// Returns the whole text, or nil if there is no such file yet.
  package static func read(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns what is in a file, or nil if there is no such file yet.
  package static func bytes(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Returns the lines of a text, or none if there is no such file yet.
  package static func lines(_ path: String) -> [String] {
    (read(path) ?? "").split(separator: "\n").map(String.init)
  }

  /// Writes a text over what is in a file, or makes one.
  package static func write(_ text: String, to path: String) throws {
    let file = try unsafe check(
      open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "open \(path)")
    defer { close(file) }
    let bytes = Array(text.utf8)
    let count = try unsafe check(Glibc.write(file, bytes, bytes.count), "write \(path)")
    guard count == bytes.count else { throw SystemFailure(call: "write \(path)", number: EIO) }
  }

  /// Returns the names in a folder, or none if there is no such folder yet.
  package static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}

import Glibc

/// A folder that goes with all that is in it.
final class TestFolder: Sendable {
  let path: String

  init() {
    // In memory if possible: thousands of syncs are asked for.
    let base = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/lockstore-XXXXXX".utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "no folder to test in")
    path = template.dropLast().withUTF8Text { $0 }
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in Files.names(in: path) where unsafe unlink("\(path)/\(name)") != 0 {
      remove("\(path)/\(name)")
    }
    unsafe rmdir(path)
  }
}

extension Sequence<CChar> {
  fileprivate func withUTF8Text(_ body: (String) -> String) -> String {
    body(String(decoding: map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

/// Files by the plainest calls, so that the store is not tested by itself.
enum Files {
  static func bytes(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes over a file, or makes one that is 0600.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) {
    let bytes = Array(bytes)
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0, "\(path) cannot be written")
    defer { close(file) }
    let count = unsafe Glibc.write(file, bytes, bytes.count)
    precondition(count == bytes.count)
  }

  /// Makes a folder that is 0700.
  static func make(_ path: String) {
    precondition(unsafe mkdir(path, 0o700) == 0, "\(path) cannot be made")
  }

  static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The permission bits.
  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Copies the files of a store to a new folder.
  static func copyStore(_ path: String, to copy: String) {
    unsafe mkdir(copy, 0o700)
    for name in names(in: path) {
      if let bytes = bytes("\(path)/\(name)") { write(bytes, to: "\(copy)/\(name)") }
    }
  }
}

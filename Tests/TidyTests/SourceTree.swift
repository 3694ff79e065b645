import Glibc

/// The checkout's own files, read as text.
enum SourceTree {
  static let root = String(#filePath.dropLast("/Tests/TidyTests/SourceTree.swift".count))

  /// The Swift files below a folder of the checkout, by path from its root.
  static func swiftFiles(below folder: String) -> [String] {
    var files: [String] = []
    for name in names(in: "\(root)/\(folder)") {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        files.append(path)
      } else if isFolder("\(root)/\(path)") {
        files += swiftFiles(below: path)
      }
    }
    return files.sorted()
  }

  static func lines(_ path: String) -> [Substring] {
    guard let file = unsafe fopen("\(root)/\(path)", "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

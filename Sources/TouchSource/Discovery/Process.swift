import Glibc

/// Another program that runs.
public struct Process: Hashable, Sendable {
  public let id: Int32
  /// Its name as /proc tells it.
  public let name: String

  public init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// The other processes that have the file open, as far as we are permitted to see.
  package static func having(open path: String) -> [Process] {
    let own = getpid()
    return entries(of: "/proc").compactMap { entry in
      guard let id = Int32(entry), id != own else { return nil }
      let folder = "/proc/\(id)/fd"
      guard entries(of: folder).contains(where: { link("\(folder)/\($0)") == path }) else {
        return nil
      }
      return Process(id: id, name: firstLine(of: "/proc/\(id)/comm"))
    }
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  private static func link(_ path: String) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count < 0 ? "" : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func firstLine(of path: String) -> String {
    guard let file = try? Descriptor(reading: path) else { return "?" }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(file.number, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0a }, as: UTF8.self)
  }
}

extension Process: CustomStringConvertible {
  public var description: String { "\(name) (process \(id))" }
}

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

  /// The other processes, as far as we are permitted to see.
  package static func all() -> [Process] {
    let own = getpid()
    return entries(of: "/proc").compactMap { entry in
      guard let id = Int32(entry), id != own else { return nil }
      return Process(id: id, name: firstLine(of: "/proc/\(id)/comm"))
    }
  }

  /// The other processes that have the file open, as far as we are permitted to see.
  package static func having(open path: String) -> [Process] {
    all().filter { process in
      let folder = "/proc/\(process.id)/fd"
      return entries(of: folder).contains { link("\(folder)/\($0)") == path }
    }
  }

  /// The terminal of a console or a serial line that controls it, such as `tty1`; nil if none does.
  package var terminal: String? {
    // Behind the name in parentheses, which may hold anything, its fifth field is tty_nr (proc(5)).
    let line = Self.firstLine(of: "/proc/\(id)/stat")
    guard let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[end...].split(separator: " ")
    guard fields.count > 5, let number = Int64(fields[5]) else { return nil }
    let device = DeviceNumber(dev_t(UInt32(truncatingIfNeeded: number)))
    // The major number of the kernel's own terminals (Documentation/admin-guide/devices.txt): 64 of
    // the console, then serial lines.
    guard device.major == 4 else { return nil }
    return device.minor < 64 ? "tty\(device.minor)" : "ttyS\(device.minor - 64)"
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
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(file.number, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0a }, as: UTF8.self)
  }
}

extension Process: CustomStringConvertible {
  public var description: String { "\(name) (process \(id))" }
}

import Glibc

/// systemd's journal, where standard error goes into it.
enum Journal {
  /// How much a line matters, by the numbers of syslog(3).
  enum Priority: Int {
    case error = 3
    case warning = 4
    case notice = 5
  }

  /// Whether standard error is the stream that `JOURNAL_STREAM` tells of, by device and inode.
  static let isThere: Bool = {
    var status = stat()
    guard unsafe fstat(2, &status) == 0 else { return false }
    return Terminal.environment("JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
  }()

  /// Writes a line for whoever runs the machine, if there is a journal.
  static func tell(_ priority: Priority, _ line: String) {
    if isThere { write("<\(priority.rawValue)>\(line)\n") }
  }

  /// Writes to standard error; when even that fails there is nobody to tell.
  static func write(_ line: String) {
    var bytes = Array(line.utf8)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      _ = unsafe Glibc.write(2, bytes.baseAddress, bytes.count)
    }
  }
}

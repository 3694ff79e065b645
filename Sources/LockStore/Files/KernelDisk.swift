private import CCrypt
internal import Glibc

/// The file systems of this machine.
package struct KernelDisk: Disk {
  package init() {}

  package func lock(_ path: String) throws(StoreError) -> (any DiskFolder)? {
    try KernelFolder.lock(path)
  }

  package func make(_ path: String) throws(StoreError) -> any DiskFolder {
    try KernelFolder.make(path)
  }
}

/// A folder of this machine that is open and locked.
final class KernelFolder: DiskFolder {
  let path: String
  private let descriptor: Descriptor
  private var written: OpenFile?

  private struct OpenFile: ~Copyable {
    let descriptor: Descriptor
    let path: String
  }

  private init(_ path: String, _ descriptor: consuming Descriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  static func lock(_ path: String) throws(StoreError) -> KernelFolder? {
    let path = withoutLastSlashes(path)
    let descriptor: Descriptor
    do throws(FailedCall) {
      descriptor = try Descriptor.folder(path)
    } catch {
      switch error.errno {
      case ENOENT: return nil
      case ENOTDIR, ELOOP: throw .notAFolder(path: path)
      default: throw .system(path: path, error)
      }
    }
    try demandOwn(descriptor, at: path)
    try waitForLock(descriptor, at: path)
    return KernelFolder(path, descriptor)
  }

  static func make(_ path: String) throws(StoreError) -> KernelFolder {
    let path = withoutLastSlashes(path)
    try reporting(path) { () throws(FailedCall) in
      guard unsafe mkdir(path, 0o700) == 0 else {
        guard errno == EEXIST else { throw FailedCall("mkdir", errno: errno) }
        return
      }
      // A umask may have taken away more than it should.
      try check("fchmodat") { unsafe fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW) }
    }
    guard let folder = try lock(path) else {
      throw .system(path: path, FailedCall("openat", errno: ENOENT))
    }
    try folder.syncFolderAbove()
    return folder
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    let path = path(of: name)
    guard let opened = try open(name) else { return nil }
    let status = try Self.demandOwn(opened, at: path)
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return try Self.reporting(path) { () throws(FailedCall) in
      try opened.read(atMost: StoreFolder.longestFile + 1)
    }
  }

  private func open(_ name: String) throws(StoreError) -> Descriptor? {
    do throws(FailedCall) {
      return try descriptor.open(name, O_RDONLY)
    } catch {
      switch error.errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .notAFile(path: path(of: name))
      default: throw .system(path: path(of: name), error)
      }
    }
  }

  func write(_ bytes: [UInt8], as name: String) throws(StoreError) {
    try remove(name)
    let path = path(of: name)
    written = OpenFile(
      descriptor: try Self.reporting(path) { () throws(FailedCall) in
        let new = try descriptor.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try check("fchmod") { fchmod(new.number, 0o600) }
        try new.write(bytes)
        return new
      }, path: path)
  }

  func syncWritten() throws(StoreError) {
    guard let file = written.take() else { preconditionFailure("no file was written") }
    try Self.reporting(file.path) { () throws(FailedCall) in try file.descriptor.sync() }
  }

  func rename(_ name: String, to newName: String) throws(StoreError) {
    try Self.reporting(path(of: newName)) { () throws(FailedCall) in
      try check("renameat") {
        unsafe renameat(descriptor.number, name, descriptor.number, newName)
      }
    }
  }

  func remove(_ name: String) throws(StoreError) {
    try Self.reporting(path(of: name)) { () throws(FailedCall) in
      guard unsafe unlinkat(descriptor.number, name, 0) != 0, errno != ENOENT else { return }
      throw FailedCall("unlinkat", errno: errno)
    }
  }

  func sync() throws(StoreError) {
    try Self.reporting(path) { () throws(FailedCall) in try descriptor.sync() }
  }

  private func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes sure that a folder just made outlives a cut. A folder above that may not be read cannot
  /// be synced, and only a store that has just been made could be lost by that.
  private func syncFolderAbove() throws(StoreError) {
    try Self.reporting(path) { () throws(FailedCall) in
      do throws(FailedCall) {
        try descriptor.open("..", O_RDONLY | O_DIRECTORY).sync()
      } catch  where error.errno == EACCES {}
    }
  }

  /// Refuses what others may read or write, or what belongs to another user.
  ///
  /// Root too takes nobody else's store: its owner could put there what unlocks something of root's.
  @discardableResult
  private static func demandOwn(
    _ opened: borrowing Descriptor, at path: String
  ) throws(StoreError) -> stat {
    let status: stat
    do throws(FailedCall) { status = try opened.status() } catch {
      throw .system(path: path, error)
    }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, owner: status.st_uid) }
    guard status.st_mode & 0o077 == 0 else {
      throw .accessibleToOthers(path: path, mode: status.st_mode & 0o7777)
    }
    return status
  }

  /// Locks the folder itself, so that there is no lock file that could be missing or left behind.
  /// The lock goes with the descriptor, however the process ends.
  private static func waitForLock(
    _ descriptor: borrowing Descriptor, at path: String
  ) throws(StoreError) {
    let pauseMicroseconds: UInt32 = 5_000
    let longestWait = StoreFolder.longestWaitSeconds * 1_000_000
    for _ in 0..<(longestWait / Int(pauseMicroseconds)) {
      if swipelock_flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return }
      let code = errno
      switch code {
      case EWOULDBLOCK: usleep(pauseMicroseconds)
      case EINTR: break
      default: throw .system(path: path, FailedCall("flock", errno: code))
      }
    }
    throw .busy(folder: path)
  }

  /// A path that ends in a slash would be followed through a symbolic link.
  private static func withoutLastSlashes(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    guard let end else { return path.isEmpty ? path : "/" }
    return String(path[...end])
  }

  /// Runs calls on a file, whose path is put to what they throw.
  @discardableResult
  private static func reporting<Result: ~Copyable>(
    _ path: String, _ body: () throws(FailedCall) -> Result
  ) throws(StoreError) -> Result {
    do throws(FailedCall) { return try body() } catch { throw .system(path: path, error) }
  }
}

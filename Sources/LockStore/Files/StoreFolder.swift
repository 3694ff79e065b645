private import CCrypt
internal import Glibc

/// The files of a store.
enum StoreFile: String, CaseIterable {
  case credential
  case attempts
}

/// The folder of a store, open and locked: while it lives, no other process reads or writes there,
/// and all that is done through it is one step to them.
struct StoreFolder: ~Copyable {
  /// How long a process that holds the lock is waited for. A holder needs some writes and syncs:
  /// tens of milliseconds, a second or two on a worn card. One that hangs must not hang the lock.
  static let longestWaitSeconds = 5
  /// No file of a store is longer; 16 names of some 150 bytes are far below it.
  static let longestFile = 16_384

  let path: String
  private let descriptor: Descriptor

  private init(_ path: String, _ descriptor: consuming Descriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens and locks the folder; nil if there is none.
  static func lock(_ path: String) throws(StoreError) -> StoreFolder? {
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
    return StoreFolder(path, descriptor)
  }

  /// Opens and locks the folder, which is made if there is none.
  static func make(_ path: String) throws(StoreError) -> StoreFolder {
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

  func path(of file: StoreFile) -> String { "\(path)/\(file.rawValue)" }

  /// The bytes of a file, at most one more than `longestFile`; nil if there is no such file.
  func read(_ file: StoreFile) throws(StoreError) -> [UInt8]? {
    let path = path(of: file)
    guard let opened = try open(file) else { return nil }
    let status = try Self.demandOwn(opened, at: path)
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return try Self.reporting(path) { () throws(FailedCall) in
      try opened.read(atMost: Self.longestFile + 1)
    }
  }

  private func open(_ file: StoreFile) throws(StoreError) -> Descriptor? {
    do throws(FailedCall) {
      return try descriptor.open(file.rawValue, O_RDONLY)
    } catch {
      switch error.errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .notAFile(path: path(of: file))
      default: throw .system(path: path(of: file), error)
      }
    }
  }

  /// What a cut of the power may leave of a replaced file.
  enum Durability {
    /// The new text, once this has returned.
    case new
    /// The old text or the new one, each of them whole.
    case oldOrNew
  }

  /// Puts a text in the place of a file, or of none, in one step.
  func replace(
    _ file: StoreFile, with text: String, leaving durability: Durability
  ) throws(StoreError) {
    let (name, newName) = (file.rawValue, "\(file.rawValue).new")
    try Self.reporting("\(path)/\(newName)") { () throws(FailedCall) in
      // What an earlier write that was cut off may have left.
      if unsafe unlinkat(descriptor.number, newName, 0) != 0, errno != ENOENT {
        throw FailedCall("unlinkat", errno: errno)
      }
      let new = try descriptor.open(newName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try check("fchmod") { fchmod(new.number, 0o600) }
      try new.write(Array(text.utf8))
      // Even where the old text would do: a file system may take the new name before the new
      // bytes (UBIFS, XFS), and an empty file would lock everybody out.
      try new.sync()
    }
    try Self.reporting(path(of: file)) { () throws(FailedCall) in
      try check("renameat") {
        unsafe renameat(descriptor.number, newName, descriptor.number, name)
      }
      if durability == .new { try descriptor.sync() }
    }
  }

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
    for _ in 0..<(longestWaitSeconds * 1_000_000 / Int(pauseMicroseconds)) {
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
  private static func reporting<Result>(
    _ path: String, _ body: () throws(FailedCall) -> Result
  ) throws(StoreError) -> Result {
    do throws(FailedCall) { return try body() } catch { throw .system(path: path, error) }
  }
}

/// The files of a store.
enum StoreFile: String, CaseIterable {
  case credential
  case attempts

  /// What it is called until it is whole.
  var newName: String { "\(rawValue).new" }
}

/// The folder of a store, open and locked, and what it means to put a file there safely.
struct StoreFolder {
  /// How long a process that holds the lock is waited for. A holder needs some writes and syncs:
  /// tens of milliseconds, a second or two on a worn card. One that hangs must not hang the lock.
  static let longestWaitSeconds = 5
  /// No file of a store is longer; 16 names of some 150 bytes are far below it.
  static let longestFile = 16_384

  private let folder: any DiskFolder

  init(_ folder: any DiskFolder) { self.folder = folder }

  var path: String { folder.path }

  func path(of file: StoreFile) -> String { "\(path)/\(file.rawValue)" }

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
    try folder.write(Array(text.utf8), as: file.newName)
    // Even where the old text would do: a file system may take the new name before the new bytes
    // (UBIFS, XFS), and an empty file would lock everybody out.
    try folder.syncWritten()
    try folder.rename(file.newName, to: file.rawValue)
    if durability == .new { try folder.sync() }
  }

  /// Removes the files of a store in which nobody is enrolled any more.
  func removeAll() throws(StoreError) {
    // The credential first, and surely: left without attempts it would be locked out. Attempts that
    // a cut leaves alone are nobody's.
    try remove(.credential)
    try folder.sync()
    try remove(.attempts)
  }

  private func remove(_ file: StoreFile) throws(StoreError) {
    try folder.remove(file.newName)
    try folder.remove(file.rawValue)
  }

  func credential() throws(StoreError) -> Credential? {
    guard let bytes = try folder.read(StoreFile.credential.rawValue) else { return nil }
    return try Credential(bytes, at: path(of: .credential))
  }

  func attempts() throws(StoreError) -> AttemptRecord? {
    guard let bytes = try folder.read(StoreFile.attempts.rawValue) else { return nil }
    return try AttemptRecord(bytes, at: path(of: .attempts))
  }

  /// Both records of a store in which somebody is enrolled. An enrolment that was cut off leaves the
  /// attempts alone: then nobody is.
  ///
  /// Attempts that are gone are taken for as many as can be, with the last just now, and that is
  /// written down: else whoever can remove a file could guess for ever.
  func records(
    at clock: () throws(StoreError) -> BootClock
  ) throws(StoreError) -> (credential: Credential, attempts: AttemptRecord) {
    // The attempts too if there is no credential: a store is whole, or a fault.
    let (credential, attempts) = (try credential(), try attempts())
    guard let credential else { throw .nobodyEnrolled(folder: path) }
    if let attempts { return (credential, attempts) }
    let lost = AttemptRecord.lost(at: try clock())
    // After a cut they are gone again, and as many again.
    try replace(.attempts, with: lost.text, leaving: .oldOrNew)
    return (credential, lost)
  }
}

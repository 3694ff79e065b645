package import LockStore
import Synchronization

/// A disk in memory with one folder, of which a cut of the power leaves what fsync(2) promises: the
/// bytes of a synced file, and the names as they were when the folder was synced last. Of all else
/// any part may be left, in any order, as no file system is quite so unkind to do.
package final class PromisedDisk: Disk {
  fileprivate struct Contents {
    var isMade = false
    /// The files by their numbers, as the running machine sees them.
    var names: [String: Int] = [:]
    var namesWhenSynced: [String: Int] = [:]
    /// What was done to names since, each in one step; nil for a name that went.
    var changes: [[String: Int?]] = []
    var files: [[UInt8]] = []
    var synced: Set<Int> = []

    mutating func change(_ change: [String: Int?]) {
      apply(change, to: &names)
      changes.append(change)
    }
  }

  private let contents: Mutex<Contents>

  package init() { contents = Mutex(Contents()) }

  /// A disk on which the folder and these files are safe.
  private init(_ files: [String: [UInt8]]) {
    var contents = Contents(isMade: true)
    for (name, bytes) in files {
      contents.names[name] = contents.files.count
      contents.synced.insert(contents.files.count)
      contents.files.append(bytes)
    }
    contents.namesWhenSynced = contents.names
    self.contents = Mutex(contents)
  }

  package func lock(_ path: String) -> (any DiskFolder)? {
    contents.withLock { $0.isMade } ? PromisedFolder(path, on: self) : nil
  }

  package func make(_ path: String) -> any DiskFolder {
    contents.withLock { $0.isMade = true }
    return PromisedFolder(path, on: self)
  }

  fileprivate func use<Result>(_ body: (inout sending Contents) -> sending Result) -> sending Result
  {
    contents.withLock(body)
  }

  /// Each disk that a cut at this moment may leave.
  package func cuts() -> [PromisedDisk] {
    let contents = contents.withLock { $0 }
    guard contents.isMade else { return [PromisedDisk()] }
    var left: Set<[String: [UInt8]]> = []
    for chosen in 0..<(1 << contents.changes.count) {
      var names = contents.namesWhenSynced
      for (index, change) in contents.changes.enumerated() where chosen & 1 << index != 0 {
        apply(change, to: &names)
      }
      left.formUnion(contents.whole(orTorn: names))
    }
    return left.map { PromisedDisk($0) }
  }
}

extension PromisedDisk.Contents {
  /// The files of those names, with none, half or all of the bytes of each that is not synced.
  fileprivate func whole(orTorn names: [String: Int]) -> [[String: [UInt8]]] {
    names.reduce([[:]]) { all, entry in
      let bytes = files[entry.value]
      let kept = synced.contains(entry.value) ? [bytes.count] : [0, bytes.count / 2, bytes.count]
      return all.flatMap { files in
        kept.map { files.merging([entry.key: Array(bytes.prefix($0))]) { $1 } }
      }
    }
  }
}

private func apply(_ change: [String: Int?], to names: inout [String: Int]) {
  for (name, file) in change { names[name] = file }
}

private final class PromisedFolder: DiskFolder {
  let path: String
  private let disk: PromisedDisk
  private var written: Int?

  init(_ path: String, on disk: PromisedDisk) { (self.path, self.disk) = (path, disk) }

  func read(_ name: String) -> [UInt8]? {
    disk.use { contents in contents.names[name].map { contents.files[$0] } }
  }

  func write(_ bytes: [UInt8], as name: String) {
    remove(name)
    written = disk.use { contents in
      contents.files.append(bytes)
      contents.change([name: contents.files.count - 1])
      return contents.files.count - 1
    }
  }

  func syncWritten() {
    guard let file = written.take() else { preconditionFailure("no file was written") }
    disk.use { contents in _ = contents.synced.insert(file) }
  }

  func rename(_ name: String, to newName: String) {
    disk.use { contents in
      guard let file = contents.names[name] else { preconditionFailure("there is no \(name)") }
      contents.change([newName: file, name: nil])
    }
  }

  func remove(_ name: String) {
    disk.use { contents in
      if contents.names[name] != nil { contents.change([name: nil]) }
    }
  }

  func sync() {
    disk.use { contents in
      contents.namesWhenSynced = contents.names
      contents.changes = []
    }
  }
}

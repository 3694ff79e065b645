package import LockStore

/// What is done to a disk, in one step.
package enum DiskStep: Hashable, Sendable {
  case made
  case written(String)
  case fileSynced
  case renamed(to: String)
  case removed(String)
  case folderSynced
}

/// A disk that tells of each step which was made on it.
package struct WatchedDisk: Disk {
  package typealias Observer = @Sendable (DiskStep) -> Void

  private let disk: any Disk
  private let observer: Observer

  package init(_ disk: any Disk, observer: @escaping Observer) {
    (self.disk, self.observer) = (disk, observer)
  }

  package func lock(_ path: String) throws(StoreError) -> (any DiskFolder)? {
    guard let folder = try disk.lock(path) else { return nil }
    return WatchedFolder(folder, observer)
  }

  package func make(_ path: String) throws(StoreError) -> any DiskFolder {
    let folder = try disk.make(path)
    observer(.made)
    return WatchedFolder(folder, observer)
  }
}

private final class WatchedFolder: DiskFolder {
  private let folder: any DiskFolder
  private let observer: WatchedDisk.Observer

  init(_ folder: any DiskFolder, _ observer: @escaping WatchedDisk.Observer) {
    (self.folder, self.observer) = (folder, observer)
  }

  var path: String { folder.path }

  func read(_ name: String) throws(StoreError) -> [UInt8]? { try folder.read(name) }

  func write(_ bytes: [UInt8], as name: String) throws(StoreError) {
    try folder.write(bytes, as: name)
    observer(.written(name))
  }

  func syncWritten() throws(StoreError) {
    try folder.syncWritten()
    observer(.fileSynced)
  }

  func rename(_ name: String, to newName: String) throws(StoreError) {
    try folder.rename(name, to: newName)
    observer(.renamed(to: newName))
  }

  func remove(_ name: String) throws(StoreError) {
    try folder.remove(name)
    observer(.removed(name))
  }

  func sync() throws(StoreError) {
    try folder.sync()
    observer(.folderSynced)
  }
}

/// Where stores are: the kernel's file systems, or what tests put in their place.
package protocol Disk: Sendable {
  /// Opens and locks a folder; nil if there is none.
  func lock(_ path: String) throws(StoreError) -> (any DiskFolder)?

  /// Opens and locks a folder, which is made, and outlives a cut of the power, if there is none.
  func make(_ path: String) throws(StoreError) -> any DiskFolder
}

/// A folder that is open and locked: while it lives, no other process reads or writes there, and all
/// that is done through it is one step to them.
package protocol DiskFolder: AnyObject {
  var path: String { get }

  /// The bytes of a file, at most one more than `StoreFolder.longestFile`; nil if there is none.
  func read(_ name: String) throws(StoreError) -> [UInt8]?

  /// Makes a new file; one of that name goes.
  func write(_ bytes: [UInt8], as name: String) throws(StoreError)

  /// Waits until the contents of the file that was written last are on the disk.
  func syncWritten() throws(StoreError)

  /// Gives a file another name; what has that name goes, in one step.
  func rename(_ name: String, to newName: String) throws(StoreError)

  /// Removes a file, if there is one.
  func remove(_ name: String) throws(StoreError)

  /// Waits until the names of the files are on the disk.
  func sync() throws(StoreError)
}

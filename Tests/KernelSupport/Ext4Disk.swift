internal import Glibc

/// An ext4 file system on a loop device over a file in memory, mounted until it goes.
package struct Ext4Disk: ~Copyable, Sendable {
  /// Where it is mounted.
  package let folder: String
  private let file: String
  private let device: LoopDevice

  /// Else the file system would keep more than it was told to sync: the bytes of a file that takes
  /// the name of another, and all of it every five seconds.
  package static let options = "noauto_da_alloc,commit=300"

  /// Makes one that is empty.
  package static func make() throws -> Ext4Disk { try mount(empty.get()) }

  /// Mounts one that holds what another held.
  package static func mount(_ image: DiskImage) throws -> Ext4Disk {
    let scratch = try ScratchFolder.make()
    let (folder, file) = (scratch + "/disk", scratch + "/image")
    try image.write(to: file)
    let device = try LoopDevice.open(file)
    try check(unsafe mkdir(folder, 0o700), "mkdir \(folder)")
    let path = device.path
    try check(unsafe Glibc.mount(path, folder, "ext4", 0, options), "mount \(path)")
    return Ext4Disk(folder: folder, file: file, device: device)
  }

  private init(folder: String, file: String, device: consuming LoopDevice) {
    (self.folder, self.file) = (folder, file)
    self.device = device
  }

  deinit {
    unsafe umount2(folder, 0)
    unsafe unlink(file)
  }

  private static let empty = Result {
    let file = try ScratchFolder.make() + "/image"
    // Complete at once, or the kernel would go on with it while the test runs.
    let complete = "lazy_itable_init=0,lazy_journal_init=0"
    try Program.run(["mkfs.ext4", "-q", "-E", complete, file, "4M"])
    return try DiskImage(of: file)
  }

  /// What a cut of the power would leave at this moment.
  package func image() throws -> DiskImage { try DiskImage(of: file) }

  /// Syncs a file that nobody asks for: ext4 then writes down the names of all files, but not their
  /// bytes.
  package func syncNeighbour() throws {
    let path = folder + "/neighbour"
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let neighbour = try check(unsafe open(path, flags, 0o600), "open \(path)")
    defer { close(neighbour) }
    try check(unsafe write(neighbour, "more", 4), "write \(path)")
    try check(fsync(neighbour), "fsync \(path)")
  }
}

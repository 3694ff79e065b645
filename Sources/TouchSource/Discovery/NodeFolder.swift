import Glibc

/// inotify's word on `/dev/input`, for where no udevd runs: that something came, went or got other
/// permissions, and not what.
struct NodeFolder: ~Copyable {
  private let inotify: Descriptor
  private static let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO)

  private init(_ inotify: consuming Descriptor) { self.inotify = inotify }

  static func watch() throws(SystemError) -> NodeFolder {
    let number = try check("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    let folder = NodeFolder(Descriptor(adopting: number))
    try check("inotify_add_watch") {
      unsafe inotify_add_watch(number, "/dev", UInt32(IN_CREATE))
    }
    folder.watchInput()
    return folder
  }

  /// Readable when something changed.
  var descriptor: CInt { inotify.number }

  /// Whether something changed since the last time.
  func takeChange() throws(SystemError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    do throws(SystemError) {
      while try check("read", { unsafe read(inotify.number, &bytes, bytes.count) }) > 0 {
        hasChanged = true
      }
    } catch {
      guard error.errno == EAGAIN else { throw error }
    }
    if hasChanged { watchInput() }
    return hasChanged
  }

  /// The folder comes with the first device.
  private func watchInput() {
    _ = unsafe inotify_add_watch(inotify.number, "/dev/input", Self.events)
  }
}

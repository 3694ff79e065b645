import CUmockdev
import Glibc

/// A sandbox of umockdev: its own sysfs, udev database and nodes, for this whole process while it
/// lives.
@safe
final class Testbed {
  private let testbed: UnsafeMutablePointer<UMockdevTestbed>
  private var handlers: [IoctlHandler] = []

  /// Whether umockdev is in this process, by LD_PRELOAD.
  static var isAvailable: Bool {
    guard let libraries = unsafe getenv("LD_PRELOAD") else { return false }
    return unsafe String(cString: libraries).split(separator: "/").last?.hasPrefix("libumockdev")
      ?? false
  }

  init() {
    unsafe testbed = umockdev_testbed_new()
  }

  deinit {
    unsafe g_object_unref(testbed)
  }

  /// The folder that stands for `/`.
  var root: String {
    let path = unsafe umockdev_testbed_get_root_dir(testbed)
    defer { unsafe g_free(path) }
    return unsafe path.map { unsafe String(cString: $0) } ?? ""
  }

  /// Adds devices in the format of `umockdev-record`.
  func add(_ description: String) {
    var error: UnsafeMutablePointer<GError>?
    let isAdded = unsafe umockdev_testbed_add_from_string(testbed, description, &error) != 0
    precondition(isAdded, "umockdev refuses the description")
  }

  func remove(_ sysPath: String) {
    unsafe umockdev_testbed_remove_device(testbed, sysPath)
  }

  func sendUevent(_ action: String, of sysPath: String) {
    unsafe umockdev_testbed_uevent(testbed, sysPath, action)
  }

  func setProperty(_ name: String, to value: String, of sysPath: String) {
    unsafe umockdev_testbed_set_property(testbed, sysPath, name, value)
  }

  /// The end of the node that is the device's.
  func descriptor(of node: String) -> CInt {
    unsafe umockdev_testbed_get_dev_fd(testbed, node)
  }

  /// Lets the handler answer the ioctls of the node.
  func attach(_ handler: IoctlHandler, to node: String) {
    var error: UnsafeMutablePointer<GError>?
    let isAttached =
      unsafe handler.withBase { base in
        unsafe umockdev_testbed_attach_ioctl(testbed, node, base, &error)
      } != 0
    precondition(isAttached, "umockdev refuses the handler")
    handlers.append(handler)
  }

  /// Gives the node the device number of the pty that plays it: this umockdev disguises the pty from
  /// `stat`, but not from `fstat`.
  ///
  /// - Returns: that number's minor; the major is 136.
  func renumber(_ node: String, of sysPath: String) -> Int {
    let pty = Self.target(of: root + node)
    guard let number = pty.split(separator: "/").last.flatMap({ Int($0) }), number < 256 else {
      preconditionFailure("no pty plays \(node)")
    }
    let kept = root + "/dev/.node/" + node.dropFirst("/dev/".count).map { $0 == "/" ? "_" : $0 }
    unsafe unlink(kept)
    unsafe symlink("136:\(number)", kept)
    let device = "../.." + sysPath.dropFirst("/sys".count)
    unsafe symlink(device, root + "/sys/dev/char/136:\(number)")
    setProperty("MAJOR", to: "136", of: sysPath)
    setProperty("MINOR", to: String(number), of: sysPath)
    return number
  }

  private static func target(of path: String) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func detach(from node: String) {
    unsafe umockdev_testbed_detach_ioctl(testbed, node, nil)
  }
}

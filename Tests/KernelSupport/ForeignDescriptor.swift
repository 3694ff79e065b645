internal import CUinput
internal import Glibc

/// Descriptors that another process has open, as root gets at them.
package enum ForeignDescriptor {
  /// Revokes each that the process has open on the node, as a session's owner does.
  package static func revoke(_ node: String, of process: Int32) throws {
    let handle = try check(pidfd_open(process, 0), "pidfd_open")
    defer { close(handle) }
    for number in TextFile.names(in: "/proc/\(process)/fd").compactMap(Int32.init)
    where link("/proc/\(process)/fd/\(number)") == node {
      let copy = try check(pidfd_getfd(handle, number, 0), "pidfd_getfd")
      defer { close(copy) }
      try check(ioctl(copy, evdev_revoke, 0), "EVIOCREVOKE")
    }
  }

  private static func link(_ path: String) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

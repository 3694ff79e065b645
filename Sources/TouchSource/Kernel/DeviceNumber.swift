import Glibc

/// The number by which the kernel knows a device (`dev_t`).
public struct DeviceNumber: Hashable, Sendable {
  public let major: UInt32
  public let minor: UInt32

  public init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }

  /// Splits a `dev_t` as glibc's `gnu_dev_major` and `gnu_dev_minor` do.
  init(_ number: dev_t) {
    let number = UInt64(number)
    major = UInt32((number >> 8) & 0xfff | (number >> 32) & 0xffff_f000)
    minor = UInt32(number & 0xff | (number >> 12) & 0xffff_ff00)
  }

  /// The number of the device that a node, or a symbolic link to one, stands for; ENOTTY for any other
  /// file.
  init(ofNode path: String) throws(SystemError) {
    var status = stat()
    try check("stat") { unsafe stat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFCHR else {
      throw SystemError(errno: ENOTTY, call: "stat")
    }
    self.init(status.st_rdev)
  }

  var packed: dev_t {
    let (major, minor) = (UInt64(major), UInt64(minor))
    return dev_t(
      (major & 0xfff) << 8 | (major & 0xffff_f000) << 32 | minor & 0xff
        | (minor & 0xffff_ff00) << 12)
  }
}

extension DeviceNumber: CustomStringConvertible {
  public var description: String { "\(major):\(minor)" }
}

internal import Glibc

/// A file as a disk; given back when it goes.
struct LoopDevice: ~Copyable, Sendable {
  let path: String
  private let device: Int32

  // <linux/loop.h>
  private static let setFile: UInt = 0x4c00
  private static let clearFile: UInt = 0x4c01
  private static let getFree: UInt = 0x4c82

  static func open(_ file: String) throws -> LoopDevice {
    let control = try openDescriptor("/dev/loop-control")
    defer { close(control) }
    let number = try check(ioctl(control, getFree), "LOOP_CTL_GET_FREE")
    let path = "/dev/loop\(number)"
    let device = LoopDevice(path: path, device: try openDescriptor(path))
    let backing = try openDescriptor(file)
    defer { close(backing) }
    try check(ioctl(device.device, setFile, backing), "LOOP_SET_FD \(file)")
    return device
  }

  private init(path: String, device: Int32) { (self.path, self.device) = (path, device) }

  deinit {
    _ = ioctl(device, Self.clearFile)
    close(device)
  }

  private static func openDescriptor(_ path: String) throws -> Int32 {
    try check(unsafe Glibc.open(path, O_RDWR | O_CLOEXEC), "open \(path)")
  }
}

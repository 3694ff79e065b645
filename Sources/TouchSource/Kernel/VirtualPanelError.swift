import Glibc
public import TouchCore

/// Why no panel can be made through uinput. Each describes itself as a sentence with the remedy.
public enum VirtualPanelError: Error, Hashable, Sendable {
  /// The kernel has no uinput.
  case missing
  /// The node of uinput may not be opened.
  case noPermission
  /// uinput takes no axis of that range.
  case refusedAxis(UInt16, AxisRange)
  /// It was made, and nobody says under which node.
  case noNode
  case system(SystemError)

  init(_ error: SystemError) {
    self =
      switch error.errno {
      case ENOENT, ENODEV, ENXIO: .missing
      case EACCES, EPERM: .noPermission
      default: .system(error)
      }
  }
}

extension VirtualPanelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing:
      "/dev/uinput is not there: load it with 'modprobe uinput' as root"
    case .noPermission:
      "no permission to open /dev/uinput: run as root, or as root give yourself the node with "
        + "'setfacl -m u:$USER:rw /dev/uinput'"
    case .refusedAxis(let axis, let range):
      "axis 0x\(String(axis, radix: 16)) has minimum \(range.minimum), maximum \(range.maximum) and "
        + "flat \(range.flat), which uinput does not take: give a description with --panel-from"
    case .noNode:
      "uinput made a panel without a node: mount sysfs on /sys, and load evdev with "
        + "'modprobe evdev' as root"
    case .system(let error):
      "/dev/uinput: \(error)"
    }
  }
}

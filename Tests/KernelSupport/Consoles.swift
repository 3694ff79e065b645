internal import CUinput
internal import Glibc

/// The guest's virtual terminals.
package enum Consoles {
  /// Which one is in front, as the kernel names it.
  package static var inFront: String? { TextFile.read("/sys/class/tty/tty0/active") }

  /// Has the first in front again, whatever a lock left behind.
  package static func free() {
    let file = unsafe open("/dev/tty0", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = ioctl(file, UInt(KDSETMODE), KD_TEXT)
    _ = ioctl(file, UInt(VT_UNLOCKSWITCH), 1)
    _ = ioctl(file, UInt(VT_ACTIVATE), 1)
  }
}

internal import Glibc

/// A compositor on the guest's display, and a client that tells of every touch and key that it gets:
/// what a kiosk has before there is a lock.
package final class Compositor {
  package let weston: Program
  package let client: Program
  private static let socket = "wayland-kiosk"
  private static let patience = Duration.seconds(120)

  /// Starts both and waits until the client is on the display.
  package init() throws {
    let folder = try ScratchFolder.make()
    let environment = [
      "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.socket, "WAYLAND_DEBUG": "client",
      // It has pointers built in; an emulated guest takes a minute to read those of a theme.
      "XCURSOR_PATH": "/nowhere",
    ]
    weston = try Program(
      [
        "weston", "--tty=2", "--backend=drm-backend.so", "--use-pixman", "--idle-time=0",
        "--shell=kiosk-shell.so", "--socket=\(Self.socket)", "--log=\(folder)/weston.log",
      ], environment: ["XDG_RUNTIME_DIR": folder])
    try Wait.until(
      "weston to listen; it said \(TextFile.read("\(folder)/weston.log") ?? "")",
      within: Self.patience
    ) {
      unsafe access("\(folder)/\(Self.socket)", F_OK) == 0
    }
    client = try Program(["weston-eventdemo"], environment: environment)
    // What it attached is shown once the compositor lets go of it, or of the frame's callback.
    try client.line(containing: ".attach(", in: .errors, within: Self.patience)
    try client.line(containing: "] wl_callback@", in: .errors, within: Self.patience)
  }

  /// How many touches the client was told of.
  package var touches: Int {
    client.errors.count { $0.contains("] wl_touch@") && $0.contains(".down(") }
  }

  /// How many keys went down for it.
  package var keys: Int {
    client.errors.count { $0.contains("] wl_keyboard@") && $0.contains(".key(") }
  }
}

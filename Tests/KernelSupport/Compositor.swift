internal import Glibc

/// A compositor on the guest's display, and a client that tells of every touch and key that it gets:
/// what a kiosk has before there is a lock.
package final class Compositor {
  package let weston: Program
  package let client: Program
  private static let socket = "wayland-kiosk"

  /// Starts both and waits until the client is on the display.
  package init() throws {
    let folder = try ScratchFolder.make()
    let environment = [
      "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.socket, "WAYLAND_DEBUG": "client",
    ]
    weston = try Program(
      [
        "weston", "--tty=2", "--backend=drm-backend.so", "--use-pixman", "--idle-time=0",
        "--shell=kiosk-shell.so", "--socket=\(Self.socket)", "--log=\(folder)/weston.log",
      ], environment: ["XDG_RUNTIME_DIR": folder])
    try Wait.until("weston to listen; it said \(TextFile.read("\(folder)/weston.log") ?? "")") {
      unsafe access("\(folder)/\(Self.socket)", F_OK) == 0
    }
    client = try Program(["weston-eventdemo"], environment: environment)
    // Its first picture was asked for again: so one was shown.
    try client.line(containing: "wl_callback@", in: .errors)
    try client.line(containing: "xdg_toplevel@", in: .errors)
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

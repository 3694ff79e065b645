import Glibc
import LockStore
import TouchSource

/// What is checked beside the panels themselves.
enum SeatChecks {
  static func udev() -> Check {
    PanelFinder.hasUdev
      ? .fine("udev", "udev", "udevd runs")
      : .finding(
        "udev", "udev",
        "no udevd runs here, so panels are judged by their own description and found in /dev/input: "
          + "start systemd-udevd, or give the container /run/udev of its host, read-only")
  }

  static func noPanel() -> Check {
    .finding(
      "panels", "none",
      "no touch panel on \(PanelDevice.defaultSeat): look for it in 'dmesg'; if a node is its own in "
        + "'cat /proc/bus/input/devices', udev does not take it for one: name it by --panel, or tag "
        + "it by a udev rule with ENV{ID_INPUT_TOUCHSCREEN}=\"1\"")
  }

  static func store(_ store: Store) -> Check {
    let owner = owner(of: store.path)
    do throws(StoreError) {
      let status = try store.status()
      return .fine(
        "store", "store",
        "\(store.path), \(owner): \(status.enrolled.count) enrolled, \(status.failures) failures")
    } catch {
      return .finding("store", "store", "\(error)\(owner.isEmpty ? "" : " (\(owner))")")
    }
  }

  /// Whose a file is, and its mode; empty if it cannot be asked for.
  static func owner(of path: String) -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "" }
    let mode = String(status.st_mode & 0o7777, radix: 8)
    return "of the user \(status.st_uid), mode 0\(mode)"
  }
}

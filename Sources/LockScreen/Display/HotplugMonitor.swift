#if Screen
internal import CUdev

/// udev's word that a graphics card has other outputs now, or other displays on them. Where udev cannot
/// be asked it stays silent.
@safe
struct HotplugMonitor: ~Copyable {
  private let context: OpaquePointer?
  private let monitor: OpaquePointer?
  /// Negative if there never is anything.
  let descriptor: Int32

  init() {
    unsafe context = udev_new()
    unsafe monitor = udev_monitor_new_from_netlink(context, "udev")
    guard let monitor = unsafe monitor else {
      descriptor = -1
      return
    }
    unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
    unsafe udev_monitor_enable_receiving(monitor)
    descriptor = unsafe udev_monitor_get_fd(monitor)
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(context)
  }

  /// Whether anything was told since; takes all that is there.
  func takeAll() -> Bool {
    var hasChanged = false
    while let device = unsafe udev_monitor_receive_device(monitor) {
      unsafe udev_device_unref(device)
      hasChanged = true
    }
    return hasChanged
  }
}
#endif

import CUdev
import Glibc

/// libudev: what it lists and what it tells of changes, as values. No handle of it leaves this file.
@safe
struct Udev: ~Copyable {
  private let context: OpaquePointer

  init() throws(SystemError) {
    unsafe context = try checkPresence("udev_new") { unsafe udev_new() }
  }

  deinit {
    unsafe udev_unref(context)
  }

  /// The evdev nodes that the kernel has, by number of the node.
  func records() throws(SystemError) -> [UdevRecord] {
    let list = unsafe try checkPresence("udev_enumerate_new") {
      unsafe udev_enumerate_new(context)
    }
    defer { unsafe udev_enumerate_unref(list) }
    try checkNegative("udev_enumerate_add_match_subsystem") {
      unsafe udev_enumerate_add_match_subsystem(list, "input")
    }
    try checkNegative("udev_enumerate_add_match_sysname") {
      unsafe udev_enumerate_add_match_sysname(list, "event*")
    }
    try checkNegative("udev_enumerate_scan_devices") {
      unsafe udev_enumerate_scan_devices(list)
    }
    var records: [UdevRecord] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let this = unsafe entry {
      // One that went in the meantime is not there any more, and no fault.
      if let path = unsafe udev_list_entry_get_name(this),
        let device = unsafe udev_device_new_from_syspath(context, path)
      {
        records.append(unsafe UdevRecord(device))
        unsafe udev_device_unref(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(this)
    }
    return records.sorted { $0.number.minor < $1.number.minor }
  }

  /// The device of that number, nil if the kernel has none.
  func record(of number: DeviceNumber) -> UdevRecord? {
    let type = CChar(bitPattern: UInt8(ascii: "c"))
    guard let device = unsafe udev_device_new_from_devnum(context, type, number.packed) else {
      return nil
    }
    defer { unsafe udev_device_unref(device) }
    return unsafe UdevRecord(device)
  }
}

/// udev's word on devices that come, go and change.
@safe
struct UdevMonitor: ~Copyable {
  /// What was received.
  enum Reception {
    case nothing
    /// More came than the kernel kept for us.
    case overflow
    case change(action: String, UdevRecord)
  }

  private let context: Udev
  private let monitor: OpaquePointer
  /// Readable when something can be received.
  let descriptor: CInt

  init() throws(SystemError) {
    let context = try Udev()
    let monitor = unsafe try context.makeMonitor()
    descriptor = unsafe udev_monitor_get_fd(monitor)
    self.context = context
    unsafe self.monitor = monitor
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
  }

  /// Receives one change, without waiting.
  func receive() throws(SystemError) -> Reception {
    do throws(SystemError) {
      let device = unsafe try checkPresence("udev_monitor_receive_device") {
        errno = EAGAIN
        return unsafe udev_monitor_receive_device(monitor)
      }
      defer { unsafe udev_device_unref(device) }
      guard let action = unsafe udev_device_get_action(device) else { return .nothing }
      return unsafe .change(action: String(cString: action), UdevRecord(device))
    } catch {
      switch error.errno {
      case EAGAIN, EINTR: return .nothing
      case ENOBUFS: return .overflow
      default: throw error
      }
    }
  }
}

extension Udev {
  fileprivate func makeMonitor() throws(SystemError) -> OpaquePointer {
    let monitor = unsafe try checkPresence("udev_monitor_new_from_netlink") {
      unsafe udev_monitor_new_from_netlink(context, "udev")
    }
    do throws(SystemError) {
      try checkNegative("udev_monitor_filter_add_match_subsystem_devtype") {
        unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
      }
      try checkNegative("udev_monitor_enable_receiving") {
        unsafe udev_monitor_enable_receiving(monitor)
      }
    } catch {
      unsafe udev_monitor_unref(monitor)
      throw error
    }
    return unsafe monitor
  }
}

extension UdevRecord {
  /// Copies what is needed out of libudev's device, which stays the caller's.
  fileprivate init(_ device: OpaquePointer) {
    sysPath = unsafe Self.text(udev_device_get_syspath(device)) ?? ""
    sysName = unsafe Self.text(udev_device_get_sysname(device)) ?? ""
    node = unsafe Self.text(udev_device_get_devnode(device))
    number = DeviceNumber(unsafe udev_device_get_devnum(device))
    isInitialized = unsafe udev_device_get_is_initialized(device) > 0
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let this = unsafe entry {
      if let name = unsafe Self.text(udev_list_entry_get_name(this)),
        Self.propertyPrefixes.contains(where: { name.hasPrefix($0) })
      {
        properties[name] = unsafe Self.text(udev_list_entry_get_value(this))
      }
      unsafe entry = unsafe udev_list_entry_get_next(this)
    }
    let parent = unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    guard let parent = unsafe parent else { return }
    for name in Self.attributeNames {
      attributes[name] = unsafe Self.text(udev_device_get_sysattr_value(parent, name))
    }
  }

  private static func text(_ string: UnsafePointer<CChar>?) -> String? {
    guard let string = unsafe string else { return nil }
    return unsafe String(cString: string)
  }
}

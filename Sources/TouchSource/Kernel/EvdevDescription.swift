import CEvdev
import TouchCore

/// libevdev's view of a device, held only while the device is described: its values go stale, so none
/// is ever asked of it.
@safe
struct EvdevDescription: ~Copyable {
  private let context: OpaquePointer

  /// Asks the device behind the descriptor.
  init(describing descriptor: CInt) throws(SystemError) {
    var context: OpaquePointer?
    try checkNegative("libevdev_new_from_fd") {
      unsafe libevdev_new_from_fd(descriptor, &context)
    }
    unsafe self.context = try checkPresence("libevdev_new_from_fd") { unsafe context }
  }

  /// Describes a device that is not there yet. What libevdev has no name for is left out, and so are
  /// key repeats and force feedback, which would make the kernel act by itself.
  init(of panel: Panel) throws(SystemError) {
    unsafe context = try checkPresence("libevdev_new") { unsafe libevdev_new() }
    unsafe libevdev_set_name(context, panel.name)
    unsafe libevdev_set_id_bustype(context, CInt(panel.id.bus))
    unsafe libevdev_set_id_vendor(context, CInt(panel.id.vendor))
    unsafe libevdev_set_id_product(context, CInt(panel.id.product))
    unsafe libevdev_set_id_version(context, CInt(panel.id.version))
    for property in panel.properties.codes {
      _ = unsafe libevdev_enable_property(context, CUnsignedInt(property))
    }
    for type in [EV_KEY, EV_REL, EV_MSC, EV_SW].map(UInt16.init) {
      for code in panel.codes[type]?.codes ?? [] {
        _ = unsafe libevdev_enable_event_code(
          context, CUnsignedInt(type), CUnsignedInt(code), nil)
      }
    }
    for axis in 0...UInt16(ABS_MAX) where panel.declares(type: EventType.abs, code: axis) {
      var info = input_absinfo(panel.axes[axis] ?? AxisRange(minimum: 0, maximum: 0))
      _ = unsafe libevdev_enable_event_code(
        context, CUnsignedInt(EventType.abs), CUnsignedInt(axis), &info)
    }
  }

  deinit {
    unsafe libevdev_free(context)
  }

  /// Makes the device through uinput; it is whoever's asked.
  func makeDevice() throws(SystemError) -> OpaquePointer {
    var device: OpaquePointer?
    try checkNegative("uinput") {
      unsafe libevdev_uinput_create_from_device(
        context, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &device)
    }
    return unsafe try checkPresence("uinput") { unsafe device }
  }

  func panel() -> Panel {
    var panel = Panel(
      name: unsafe text(libevdev_get_name(context)),
      id: DeviceID(
        bus: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(context)),
        vendor: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(context)),
        product: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(context)),
        version: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(context))),
      phys: unsafe text(libevdev_get_phys(context)),
      uniq: unsafe text(libevdev_get_uniq(context)))
    for property in 0...UInt16(INPUT_PROP_MAX)
    where unsafe libevdev_has_property(context, CUnsignedInt(property)) == 1 {
      panel.properties.insert(property)
    }
    // The kernel's bitmap of "type 0" is that of the types.
    var types = CodeSet()
    for type in 0...UInt16(EV_MAX)
    where unsafe libevdev_has_event_type(context, CUnsignedInt(type)) == 1 {
      types.insert(type)
      if type != EventType.syn { panel.codes[type] = codes(of: type) }
    }
    panel.codes[EventType.syn] = types
    for axis in panel.codes[EventType.abs]?.codes ?? [] { panel.axes[axis] = range(of: axis) }
    return panel
  }

  private func codes(of type: UInt16) -> CodeSet {
    var codes = CodeSet()
    let maximum = libevdev_event_type_get_max(CUnsignedInt(type))
    guard maximum >= 0 else { return codes }
    for code in 0...UInt16(maximum)
    where unsafe libevdev_has_event_code(context, CUnsignedInt(type), CUnsignedInt(code)) == 1 {
      codes.insert(code)
    }
    return codes
  }

  private func range(of axis: UInt16) -> AxisRange? {
    guard let info = unsafe libevdev_get_abs_info(context, CUnsignedInt(axis)) else { return nil }
    return unsafe AxisRange(info.pointee)
  }

  private func text(_ string: UnsafePointer<CChar>?) -> String {
    guard let string = unsafe string else { return "" }
    return unsafe String(cString: string)
  }
}

extension AxisRange {
  init(_ info: input_absinfo) {
    self.init(
      minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
      resolution: info.resolution)
  }
}

extension input_absinfo {
  fileprivate init(_ range: AxisRange) {
    self.init(
      value: 0, minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz, flat: range.flat,
      resolution: range.resolution)
  }
}

internal import CUinput
internal import Glibc

/// Owns one device made through uinput; the device goes when this does.
@safe
struct UinputDevice: ~Copyable {
  let path: String
  private let file: Int32

  var name: String {
    String(path.split(separator: "/").last ?? "")
  }

  init(
    name: String, id: input_id, keys: [Int32], properties: [Int32], axes: [uinput_abs_setup]
  ) throws {
    let file = try unsafe check(open("/dev/uinput", O_RDWR | O_CLOEXEC), "open /dev/uinput")
    do {
      if !keys.isEmpty { try Self.enable(file, uinput_set_evbit, EV_KEY) }
      for key in keys { try Self.enable(file, uinput_set_keybit, key) }
      for property in properties { try Self.enable(file, uinput_set_propbit, property) }
      if !axes.isEmpty { try Self.enable(file, uinput_set_evbit, EV_ABS) }
      for var axis in axes {
        try unsafe check(ioctl(file, uinput_abs_setup, &axis), "UI_ABS_SETUP \(axis.code)")
      }
      var setup = Self.setup(name: name, id: id)
      try unsafe check(ioctl(file, uinput_dev_setup, &setup), "UI_DEV_SETUP")
      let time = Self.now()
      try check(ioctl(file, uinput_dev_create), "UI_DEV_CREATE")
      self.path = try Self.waitForNode(of: file, madeAt: time)
      self.file = file
    } catch {
      close(file)
      throw error
    }
  }

  deinit {
    close(file)
  }

  func emit(_ events: [KernelEvent]) throws { try emit(events.map(\.raw)) }

  func emit(_ raw: [input_event]) throws {
    let size = raw.count * MemoryLayout<input_event>.stride
    var written = 0
    while written < size {
      let count = unsafe raw.withUnsafeBytes { bytes in
        unsafe write(file, bytes.baseAddress.map { unsafe $0 + written }, size - written)
      }
      written += try check(count, "write to uinput")
    }
  }

  /// CLOCK_MONOTONIC in microseconds.
  static func now() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }

  private static func enable(_ file: Int32, _ request: UInt, _ code: Int32) throws {
    try check(ioctl(file, request, code), "uinput bit \(code)")
  }

  private static func setup(name: String, id: input_id) -> uinput_setup {
    var setup = uinput_setup()
    setup.id = id
    unsafe withUnsafeMutableBytes(of: &setup.name) { bytes in
      unsafe bytes.copyBytes(from: name.utf8.prefix(bytes.count - 1))
    }
    return setup
  }

  /// Waits until udev has done with the node too: before that it has neither tag nor permissions, and
  /// what udev says may be about a device before it that had the same number.
  private static func waitForNode(of file: Int32, madeAt time: Int64) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    try unsafe check(ioctl(file, uinput_get_sysname_64, &buffer), "UI_GET_SYSNAME")
    let system = String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    var name = ""
    try Wait.until("udev to initialise \(system)") {
      let names = TextFile.names(in: "/sys/devices/virtual/input/\(system)")
      name = names.first { $0.hasPrefix("event") } ?? ""
      return !name.isEmpty && UdevRecord(ofInputNode: name).initialized ?? -1 >= time
    }
    return "/dev/input/\(name)"
  }
}

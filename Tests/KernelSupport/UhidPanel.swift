internal import CUinput
internal import Glibc

/// A touch panel made through uhid, which the kernel's own driver (hid-multitouch) reads.
///
/// The layout of what goes over /dev/uhid is that of `struct uhid_event` of linux/uhid.h, whose packed
/// unions Swift does not import.
package struct UhidPanel: ~Copyable {
  /// The device node, such as `/dev/input/event3`.
  package let path: String
  package let description: WindowsTouch
  private let file: Int32
  private var scanTime: UInt16 = 0

  private static let folder = "/sys/devices/virtual/misc/uhid"

  /// Plugs the panel in, and waits until udev has initialised it.
  package init(_ description: WindowsTouch = .whole) throws {
    let file = try unsafe check(
      open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK), "open /dev/uhid")
    do {
      let time = UinputDevice.now()
      let before = Set(TextFile.names(in: Self.folder))
      try Self.write(Self.create(description), to: file)
      var (device, node) = ("", "")
      try Wait.until("hid-multitouch to make a node") {
        try Self.answer(file, description)
        (device, node) = Self.node(besides: before) ?? ("", "")
        return UdevRecord(ofInputNode: node).initialized ?? -1 >= time
      }
      try Self.keepFingers("\(Self.folder)/\(device)/quirks")
      path = "/dev/input/\(node)"
    } catch {
      close(file)
      throw error
    }
    self.file = file
    self.description = description
  }

  deinit {
    close(file)
  }

  /// Unplugs the panel.
  package consuming func destroy() {}

  /// Sends a frame, in as many reports as it takes.
  package mutating func send(_ touches: [WindowsTouch.Touch]) throws {
    scanTime &+= 80
    for report in description.reports(touches, scanTime: scanTime) {
      try Self.answer(file, description)
      let size = UInt16(report.count)
      try Self.write(
        Self.number(UInt32(UHID_INPUT2.rawValue)) + [UInt8(size & 0xff), UInt8(size >> 8)] + report,
        to: file)
    }
  }

  /// The driver lifts what it hears nothing of for 100 ms, which is little for a hand in a guest that is
  /// emulated (MT_QUIRK_STICKY_FINGERS of drivers/hid/hid-multitouch.c, Linux 6.1).
  private static func keepFingers(_ file: String) throws {
    let stickyFingers = 1 << 16
    guard let quirks = TextFile.lines(file).first.flatMap({ Int($0) }) else { return }
    try TextFile.write("\(quirks & ~stickyFingers)", to: file)
  }

  private static func node(besides before: Set<String>) -> (device: String, node: String)? {
    for device in TextFile.names(in: folder) where !before.contains(device) {
      for input in TextFile.names(in: "\(folder)/\(device)/input") where input.hasPrefix("input") {
        let names = TextFile.names(in: "\(folder)/\(device)/input/\(input)")
        if let node = names.first(where: { $0.hasPrefix("event") }) { return (device, node) }
      }
    }
    return nil
  }

  private static func create(_ description: WindowsTouch) -> [UInt8] {
    let descriptor = description.descriptor
    // type; name, phys and uniq; rd_size and bus; vendor, product, version, country; rd_data.
    return number(UInt32(UHID_CREATE2.rawValue)) + text("Swipelock Test Windows Touch", size: 128)
      + text("", size: 64) + text("", size: 64)
      + [UInt8(descriptor.count & 0xff), UInt8(descriptor.count >> 8), UInt8(BUS_USB), 0]
      + number(0x5157) + number(UInt32(description.product)) + number(1) + number(0) + descriptor
  }

  /// Answers what the driver asks: features, of which it needs two.
  private static func answer(_ file: Int32, _ description: WindowsTouch) throws {
    var event = [UInt8](repeating: 0, count: 4380)
    while unsafe read(file, &event, event.count) > 0 {
      let type = event[0]
      // The id of the request, in both kinds of them.
      let id = Array(event[4..<8])
      if UInt32(type) == UHID_GET_REPORT.rawValue {
        let number = event[8]
        let value =
          number == WindowsTouch.contactMaximumReport
          ? [UInt8(description.contacts)]
          : [UInt8](repeating: 0, count: WindowsTouch.certificateSize)
        let size = value.count + 1
        try write(
          Self.number(UInt32(UHID_GET_REPORT_REPLY.rawValue)) + id
            + [0, 0, UInt8(size & 0xff), UInt8(size >> 8), number] + value, to: file)
      } else if UInt32(type) == UHID_SET_REPORT.rawValue {
        try write(Self.number(UInt32(UHID_SET_REPORT_REPLY.rawValue)) + id + [0, 0], to: file)
      }
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws {
    try unsafe check(Glibc.write(file, bytes, bytes.count), "write to uhid")
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func text(_ text: String, size: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
  }
}

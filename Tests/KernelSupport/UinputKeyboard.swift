internal import CUinput

/// A keyboard made through uinput: what swipelock must neither open nor be allowed to.
package struct UinputKeyboard: ~Copyable {
  private let device: UinputDevice

  package init(name: String = "Swipelock Test Keyboard") throws {
    device = try UinputDevice(
      name: name,
      id: input_id(bustype: UInt16(BUS_USB), vendor: 0x5157, product: 0x0100, version: 1),
      keys: Array(KEY_ESC...KEY_KPDOT) + [KEY_SYSRQ], properties: [], axes: [])
  }

  package var path: String { device.path }

  package var udev: UdevRecord { UdevRecord(ofInputNode: device.name) }

  package consuming func destroy() {}

  /// Presses the keys one after another, and lets go of them all.
  package func press(_ keys: Int32...) throws {
    for key in keys { try device.emit([.key(key, 1), .synReport]) }
    for key in keys.reversed() { try device.emit([.key(key, 0), .synReport]) }
  }

  package func type(_ key: Int32) throws {
    try device.emit([.key(key, 1), .synReport, .key(key, 0), .synReport])
  }
}

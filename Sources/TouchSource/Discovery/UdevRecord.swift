import TouchCore

/// What udev, and sysfs through it, tell of one device.
struct UdevRecord {
  var sysPath: String
  var sysName: String
  var node: String?
  var number: DeviceNumber
  /// Whether udevd has finished with the device.
  var isInitialized: Bool
  var properties: [String: String] = [:]
  /// Attributes of the input device that the node belongs to.
  var attributes: [String: String] = [:]

  /// The properties that say what a panel is and how it is read begin so.
  static let propertyPrefixes = [
    "ID_INPUT", "ID_SEAT", "ID_PATH", "EVDEV_ABS_", "LIBINPUT_", "WL_OUTPUT",
  ]
  static let attributeNames = [
    "name", "phys", "id/bustype", "id/vendor", "id/product", "id/version", "properties",
    "capabilities/abs", "capabilities/key",
  ]

  /// Whether udev's database knows it. The properties come from nowhere else, and udevd writes it once
  /// it has finished with a device.
  var isInDatabase: Bool { isInitialized || properties["ID_INPUT"] != nil }

  var isEventNode: Bool { sysName.hasPrefix("event") && node != nil }

  func hexadecimal(_ attribute: String) -> UInt16 {
    UInt16(attributes[attribute] ?? "", radix: 16) ?? 0
  }

  /// Whether a bit of a bitmap of sysfs is set: hexadecimal words of the machine, the highest first.
  func isSet(_ bit: UInt16, in attribute: String) -> Bool {
    let words = (attributes[attribute] ?? "").split(separator: " ")
    let place = words.count - 1 - Int(bit) / UInt.bitWidth
    guard words.indices.contains(place), let word = UInt(words[place], radix: 16) else {
      return false
    }
    return word & (1 << UInt(Int(bit) % UInt.bitWidth)) != 0
  }

  var tellsContacts: Bool {
    isSet(AbsCode.mtPositionX, in: "capabilities/abs")
      && isSet(AbsCode.mtPositionY, in: "capabilities/abs")
  }

  var tellsPosition: Bool {
    tellsContacts
      || isSet(AbsCode.x, in: "capabilities/abs") && isSet(AbsCode.y, in: "capabilities/abs")
  }

  var isDirect: Bool { isSet(InputProperty.direct, in: "properties") }
}

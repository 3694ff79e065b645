public import TouchCore

/// A touch panel that was found, not yet opened.
public struct PanelDevice: Hashable, Sendable {
  /// By whose word it is a touch panel.
  public enum Classification: String, Sendable {
    /// udev's database says so.
    case udev
    /// There is no udev database here: it has positions and is no indirect device (by sysfs).
    case ownLook
    /// Its node was named, and nothing else says so.
    case named
  }

  /// Such as `/dev/input/event5`; another one after each time that it is plugged in.
  public let node: String
  public let number: DeviceNumber
  /// The same each time that the panel is plugged in at the same place; two panels of a seat never
  /// share it.
  public internal(set) var stableName: String
  public let name: String
  /// The physical path that the kernel tells; empty if there is none.
  public let phys: String
  public let id: DeviceID
  public let seat: String
  /// What udev's database says of what the panel is and how it is read, by name.
  public let properties: [String: String]
  /// udev's LIBINPUT_CALIBRATION_MATRIX as it stands there.
  public var calibration: String? { properties["LIBINPUT_CALIBRATION_MATRIX"] }
  /// The display that its glass is over, as udev's rules name it.
  public var output: String? { properties["WL_OUTPUT"] }
  public let classification: Classification
  /// Whether it tells contacts by axes of their own, not as ABS_X and ABS_Y alone.
  let tellsContacts: Bool
  /// Whether it is another node of a panel: the mouse that it plays, or its pen.
  var isCompanion = false
  /// Its path in sysfs, which the kernel never uses twice; empty if it has none.
  let sysPath: String

  init(_ record: UdevRecord, classification: Classification) {
    node = record.node ?? ""
    number = record.number
    name = record.attributes["name"] ?? ""
    phys = record.attributes["phys"] ?? ""
    id = DeviceID(
      bus: record.hexadecimal("id/bustype"), vendor: record.hexadecimal("id/vendor"),
      product: record.hexadecimal("id/product"), version: record.hexadecimal("id/version"))
    seat = record.properties["ID_SEAT"] ?? Self.defaultSeat
    properties = record.properties
    tellsContacts = record.tellsContacts
    sysPath = record.sysPath
    self.classification = classification
    stableName = ""
    stableName = record.properties["ID_PATH"].map(Self.sanitized) ?? nameByDescription
  }

  /// A node of which nothing is known but its number.
  init(node: String, number: DeviceNumber) {
    self.node = node
    self.number = number
    name = ""
    phys = ""
    id = DeviceID()
    seat = Self.defaultSeat
    properties = [:]
    classification = .named
    tellsContacts = false
    sysPath = ""
    stableName = Self.sanitized(node)
  }

  public static let defaultSeat = "seat0"

  /// `vendor:product` in hexadecimal, as `lsusb` writes it.
  public var vendorAndProduct: String {
    Self.fourDigits(id.vendor) + ":" + Self.fourDigits(id.product)
  }

  /// The physical path of the whole device, of which a node may be one input of several; nil if none
  /// is told.
  private var wholePhys: Substring? {
    guard !phys.isEmpty else { return nil }
    // Up to the first "/input". By hand: the library's search brings its regular expressions along.
    let end = phys.indices.first { phys[$0...].hasPrefix("/input") }
    return phys[..<(end ?? phys.endIndex)]
  }

  /// Whether the other is a node of the same device, and tells no contacts of its own beside this
  /// one's. Two that both tell contacts are two panels.
  func isMain(over other: PanelDevice) -> Bool {
    wholePhys != nil && wholePhys == other.wholePhys && number != other.number && tellsContacts
      && !other.tellsContacts
  }

  /// For a device with no path in udev's database, such as one of uinput.
  private var nameByDescription: String {
    let parts = [name, vendorAndProduct, phys].filter { !$0.isEmpty }
    return Self.sanitized(parts.joined(separator: "-"))
  }

  /// Replaces what a shell, a file name or a list would stumble over.
  private static func sanitized(_ text: String) -> String {
    let kept: Set<Character> = ["-", ".", ":", "_", "+"]
    return String(
      text.map { character in
        let isPlain = character.isASCII && (character.isLetter || character.isNumber)
        return isPlain || kept.contains(character) ? character : "_"
      })
  }

  private static func fourDigits(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension PanelDevice {
  /// Takes the name with a number where others have it already: `NAME`, `NAME-2`, `NAME-3`.
  mutating func makeNameUnique(among taken: Set<String>) {
    guard taken.contains(stableName) else { return }
    var number = 2
    while taken.contains("\(stableName)-\(number)") { number += 1 }
    stableName += "-\(number)"
  }
}

/// A touch panel as Windows 8 wants them over HID, of our own description: contacts with tip switch,
/// id and position, then scan time and contact count.
package struct WindowsTouch: Sendable {
  /// The contacts that it tells at once.
  package var contacts = 10
  /// The contacts that one report has room for; more come in further reports with a count of 0.
  package var contactsPerReport = 10
  package var product: UInt16 = 0x0010

  package static let whole = WindowsTouch()
  /// A hybrid, which spreads a frame over reports.
  package static let hybrid = WindowsTouch(contactsPerReport: 4, product: 0x0011)

  /// Of both axes, over 292 × 195 mm.
  package static let largest: UInt16 = 4095

  /// One contact in a report.
  package struct Touch: Sendable {
    package let id: UInt8
    package let x: UInt16
    package let y: UInt16
    package let isDown: Bool

    package init(id: UInt8, x: UInt16, y: UInt16, isDown: Bool = true) {
      (self.id, self.x, self.y, self.isDown) = (id, x, y, isDown)
    }
  }

  static let touchReport: UInt8 = 1
  static let contactMaximumReport: UInt8 = 2
  static let certificateReport: UInt8 = 3
  static let certificateSize = 256

  /// The HID report descriptor, by the HID usage tables' page of digitizers (0x0d).
  var descriptor: [UInt8] {
    // Touch screen, application, report 1.
    var bytes: [UInt8] = [0x05, 0x0d, 0x09, 0x04, 0xa1, 0x01, 0x85, Self.touchReport]
    for _ in 0..<contactsPerReport { bytes += Self.finger }
    bytes += [
      // Scan time in 100 µs, 16 bits.
      0x05, 0x0d, 0x55, 0x0c, 0x66, 0x01, 0x10, 0x47, 0xff, 0xff, 0x00, 0x00, 0x27, 0xff, 0xff,
      0x00, 0x00, 0x75, 0x10, 0x95, 0x01, 0x09, 0x56, 0x81, 0x02,
      // Contact count, 8 bits.
      0x09, 0x54, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,
      // The most contacts, a feature of 8 bits.
      0x85, Self.contactMaximumReport, 0x09, 0x55, 0x25, UInt8(contacts), 0xb1, 0x02,
      // What tells a Windows 8 panel: a feature of 256 bytes of a vendor's page.
      0x06, 0x00, 0xff, 0x09, 0xc5, 0x85, Self.certificateReport, 0x15, 0x00, 0x26, 0xff, 0x00,
      0x75, 0x08, 0x96, 0x00, 0x01, 0xb1, 0x02,
      0xc0,
    ]
    return bytes
  }

  private static let finger: [UInt8] = [
    // Finger, logical.
    0x05, 0x0d, 0x09, 0x22, 0xa1, 0x02,
    // Tip switch, and seven bits of nothing.
    0x09, 0x42, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02, 0x95, 0x07, 0x81, 0x03,
    // Contact identifier.
    0x09, 0x51, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,
    // X to 4095 over 2920 of 0.1 mm.
    0x05, 0x01, 0x26, 0xff, 0x0f, 0x75, 0x10, 0x55, 0x0e, 0x65, 0x11, 0x35, 0x00, 0x46, 0x68, 0x0b,
    0x09, 0x30, 0x81, 0x02,
    // Y over 1950.
    0x46, 0x9e, 0x07, 0x09, 0x31, 0x81, 0x02, 0x45, 0x00, 0x65, 0x00, 0x55, 0x00,
    0xc0,
  ]

  /// The reports of one frame.
  func reports(_ touches: [Touch], scanTime: UInt16) -> [[UInt8]] {
    var reports: [[UInt8]] = []
    var rest = touches[...]
    repeat {
      let part = rest.prefix(contactsPerReport)
      rest = rest.dropFirst(contactsPerReport)
      var bytes = [Self.touchReport]
      for place in 0..<contactsPerReport {
        let touch = place < part.count ? part[part.startIndex + place] : nil
        bytes += [touch?.isDown == true ? 1 : 0, touch?.id ?? 0]
        for value in [touch?.x ?? 0, touch?.y ?? 0] {
          bytes += [UInt8(value & 0xff), UInt8(value >> 8)]
        }
      }
      bytes += [UInt8(scanTime & 0xff), UInt8(scanTime >> 8)]
      bytes.append(reports.isEmpty ? UInt8(touches.count) : 0)
      reports.append(bytes)
    } while !rest.isEmpty
    return reports
  }
}

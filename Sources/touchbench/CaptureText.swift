import TestSupport
import TouchCore

/// A capture of a made-up panel as the tools write it, so that each reader has the same events.
enum CaptureText: String, CaseIterable {
  case evemu
  case evtest
  case getevent
  case libinput = "libinput record"
  case records = "raw input_event"

  private static let ranges = [
    (code: AbsCode.mtSlot, name: "ABS_MT_SLOT", most: 9, resolution: 0),
    (code: AbsCode.mtPositionX, name: "ABS_MT_POSITION_X", most: 65535, resolution: 320),
    (code: AbsCode.mtPositionY, name: "ABS_MT_POSITION_Y", most: 65535, resolution: 320),
    (code: AbsCode.mtTrackingID, name: "ABS_MT_TRACKING_ID", most: 65535, resolution: 0),
  ]

  private static func name(_ code: UInt16) -> String {
    ranges.first { $0.code == code }?.name ?? "\(code)"
  }

  var header: String {
    switch self {
    case .evemu:
      let axes = Self.ranges.map { range in
        "A: \(Self.hex(UInt64(range.code), 2)) 0 \(range.most) 0 0 \(range.resolution)\n"
      }
      return """
        # EVEMU 1.3
        N: Made-up panel
        I: 0018 0001 0002 0003
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02

        """ + axes.joined()
    case .evtest:
      let axes = Self.ranges.map { range in
        """
            Event code \(range.code) (\(range.name))
              Value      0
              Min        0
              Max    \(range.most)
              Resolution      \(range.resolution)

        """
      }
      return """
        Input driver version is 1.0.1
        Input device ID: bus 0x18 vendor 0x1 product 0x2 version 0x3
        Input device name: "Made-up panel"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 3 (EV_ABS)

        """ + axes.joined() + """
          Properties:
            Property type 1 (INPUT_PROP_DIRECT)
          Testing ... (interrupt to exit)

          """
    case .getevent:
      let axes = Self.ranges.enumerated().map { index, range in
        (index == 0 ? "    ABS (0003): " : "                ") + range.name.padded(to: 22)
          + ": value 0, min 0, max \(range.most), fuzz 0, flat 0, resolution \(range.resolution)\n"
      }
      return """
        add device 1: /dev/input/event2
          name:     "Made-up panel"
          events:

        """ + axes.joined() + """
            input props:
              INPUT_PROP_DIRECT

          """
    case .libinput:
      let axes = Self.ranges.map { range in
        "      \(range.code): [0, \(range.most), 0, 0, \(range.resolution)]\n"
      }
      return """
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event2
          evdev:
            name: "Made-up panel"
            id: [24, 1, 2, 3]
            codes:
              0: [0]
              3: [47, 53, 54, 57]
            absinfo:

        """ + axes.joined() + """
              properties: [1]
            events:

          """
    case .records: return ""
    }
  }

  /// Appends what the tool writes for an event; `isFirst` says whether it is its frame's first.
  func append(_ event: InputEvent, isFirst: Bool, to text: inout [UInt8]) {
    let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let fraction = String(repeating: "0", count: 6 - "\(rest)".count) + "\(rest)"
    switch self {
    case .evemu:
      text += "E: \(seconds).\(fraction) ".utf8
      text += "\(Self.hex(UInt64(event.type), 4)) \(Self.hex(UInt64(event.code), 4)) ".utf8
      text += "\(event.value)\n".utf8
    case .evtest:
      text += "Event: time \(seconds).\(fraction), ".utf8
      text +=
        event.isReport
        ? "-------------- SYN_REPORT ------------\n".utf8
        : "type 3 (EV_ABS), code \(event.code) (\(Self.name(event.code))), value \(event.value)\n"
          .utf8
    case .getevent:
      let type = event.isReport ? "EV_SYN" : "EV_ABS"
      let name = event.isReport ? "SYN_REPORT" : Self.name(event.code)
      let value = Self.hex(UInt64(UInt32(bitPattern: event.value)), 8)
      text += "[\(String(repeating: " ", count: 8 - "\(seconds)".count))\(seconds).".utf8
      text += "\(fraction)] \(type)       \(name.padded(to: 20)) \(value)            \n".utf8
    case .libinput:
      if isFirst { text += "  - evdev:\n".utf8 }
      text += "    - [\(seconds), \(rest), \(event.type), \(event.code), \(event.value)]\n".utf8
    case .records:
      Self.append(UInt64(bitPattern: seconds), bytes: 8, to: &text)
      Self.append(UInt64(rest), bytes: 8, to: &text)
      Self.append(UInt64(event.type), bytes: 2, to: &text)
      Self.append(UInt64(event.code), bytes: 2, to: &text)
      Self.append(UInt64(UInt32(bitPattern: event.value)), bytes: 4, to: &text)
    }
  }

  private static func append(_ value: UInt64, bytes: Int, to text: inout [UInt8]) {
    for byte in 0..<bytes { text.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))) }
  }

  private static func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

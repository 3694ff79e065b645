import TouchCore

/// The text of a capture, piece by piece. Nothing here allocates once the buffer is large enough,
/// the header aside.
enum EvemuText {
  private static let digits = Array("0123456789abcdef".utf8)

  static func append(_ step: SourceStep, to text: inout [UInt8]) {
    switch step {
    case .event(let event):
      append(event, to: &text)
      return
    case .state(let table, let isSettled):
      append(table, isSettled: isSettled, to: &text)
      return
    case .settled:
      append("# swipelock: settled", to: &text)
    case .distrusted(let time):
      append("# swipelock: distrusted ", to: &text)
      append(time, to: &text)
    case .readBoundary(let wake, let events):
      append("# swipelock: read ", to: &text)
      append(wake, to: &text)
      append(" ", to: &text)
      append(decimal: max(0, events), to: &text)
    case .discarded(let events):
      append("# swipelock: discarded ", to: &text)
      append(decimal: max(0, events), to: &text)
    case .ended(let reason, let time):
      append("# swipelock: ended ", to: &text)
      append(reason.rawValue, to: &text)
      append(" ", to: &text)
      append(time, to: &text)
    case .range(let axis, let range):
      append("# swipelock: range ", to: &text)
      append(hex: axis, width: 2, to: &text)
      append(range, to: &text)
    case .counted(let contacts):
      append("# swipelock: contacts ", to: &text)
      append(decimal: max(0, contacts), to: &text)
    }
    append("\n", to: &text)
  }

  static func append(fault rule: String, to text: inout [UInt8]) {
    appendLine("# swipelock: fault ", rule, to: &text)
  }

  private static func append(_ event: InputEvent, to text: inout [UInt8]) {
    append("E: ", to: &text)
    append(event.time, to: &text)
    append(" ", to: &text)
    append(hex: event.type, width: 4, to: &text)
    append(" ", to: &text)
    append(hex: event.code, width: 4, to: &text)
    append(" ", to: &text)
    append(decimal: Int(event.value), width: 4, to: &text)
    append("\n", to: &text)
  }

  private static func append(_ table: SlotTable, isSettled: Bool, to text: inout [UInt8]) {
    precondition(
      table.entries.count <= PanelReading.maximumSlots, "a slot table is no larger than a panel's")
    let unknown = SlotTable.Entry()
    append("# swipelock: state \(isSettled ? "settled" : "unsettled")", to: &text)
    let isCurrent = table.entries.indices.contains(Int(table.currentSlot))
    append(" current=\(isCurrent ? table.currentSlot : -1) slots=\(table.entries.count)", to: &text)
    append(" known=\(table.entries.count { $0 != unknown })\n", to: &text)
    for (index, entry) in table.entries.enumerated() where entry != unknown {
      append("# swipelock: slot \(index) id=\(entry.trackingID)", to: &text)
      if let x = entry.x { append(" x=\(x)", to: &text) }
      if let y = entry.y { append(" y=\(y)", to: &text) }
      if let pressure = entry.pressure { append(" pressure=\(pressure)", to: &text) }
      if let major = entry.major { append(" major=\(major)", to: &text) }
      if let tool = entry.tool { append(" tool=\(tool)", to: &text) }
      append("\n", to: &text)
    }
  }

  // MARK: - The header

  static func appendHeader(_ panel: Panel, _ notes: CaptureNotes, to text: inout [UInt8]) {
    append("# EVEMU 1.3\n# swipelock: capture \(CaptureComment.version)\n", to: &text)
    if notes.isSecret {
      append("# swipelock: secret: a recording of an unlock is the secret\n", to: &text)
    }
    if let clock = notes.clock { appendLine("# swipelock: clock ", clock, to: &text) }
    if !panel.phys.isEmpty { appendLine("# swipelock: phys ", panel.phys, to: &text) }
    if !panel.uniq.isEmpty { appendLine("# swipelock: uniq ", panel.uniq, to: &text) }
    for property in notes.udev {
      appendLine("# swipelock: udev \(property.name)=", property.value, to: &text)
    }
    for setting in notes.settings {
      appendLine("# swipelock: \(setting.key)=", setting.value, to: &text)
    }
    appendLine("N: ", panel.name, to: &text)
    append("I:", to: &text)
    for number in [panel.id.bus, panel.id.vendor, panel.id.product, panel.id.version] {
      append(" ", to: &text)
      append(hex: number, width: 4, to: &text)
    }
    append("\n", to: &text)
    appendSet(panel.properties, "P:", leastCount: 8, to: &text)
    // evemu's own line, always the same.
    append("B: 00 0b 00 00 00 00 00 00 00\n", to: &text)
    for (type, codes) in panel.codes.sorted(by: { $0.key < $1.key }) where type != EventType.syn {
      var start: [UInt8] = []
      append("B: ", to: &start)
      append(hex: type, width: 2, to: &start)
      appendSet(
        codes, String(decoding: start, as: UTF8.self), leastCount: type == EventType.key ? 96 : 8,
        to: &text)
    }
    for (code, range) in panel.axes.sorted(by: { $0.key < $1.key }) {
      append("A: ", to: &text)
      append(hex: code, width: 2, to: &text)
      append(range, to: &text)
      append("\n", to: &text)
    }
  }

  private static func append(_ range: AxisRange, to text: inout [UInt8]) {
    append(" \(range.minimum) \(range.maximum) \(range.fuzz) \(range.flat)", to: &text)
    append(" \(range.resolution)", to: &text)
  }

  private static func appendSet(
    _ set: CodeSet, _ start: String, leastCount: Int, to text: inout [UInt8]
  ) {
    let used = set.bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let count = (max(leastCount, used) + 7) / 8 * 8
    for index in 0..<count {
      if index % 8 == 0 { append(start, to: &text) }
      append(" ", to: &text)
      let byte = index < used ? set.bytes[index] : 0
      append(hex: UInt16(byte), width: 2, to: &text)
      if index % 8 == 7 { append("\n", to: &text) }
    }
  }

  /// A device names itself, so the name may hold anything; what would break the line, or make it
  /// too long, is replaced or cut.
  private static func appendLine(_ start: String, _ value: String, to text: inout [UInt8]) {
    append(start, to: &text)
    for scalar in value.unicodeScalars.prefix(LineReader.limit / 8) {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      append(isControl ? "?" : String(scalar), to: &text)
    }
    append("\n", to: &text)
  }

  // MARK: - Numbers

  private static func append(_ string: String, to text: inout [UInt8]) {
    text.append(contentsOf: string.utf8)
  }

  private static func append(_ time: Timestamp, to text: inout [UInt8]) {
    let microseconds = max(0, time.microseconds)
    append(decimal: Int(microseconds / 1_000_000), to: &text)
    append(".", to: &text)
    append(decimal: Int(microseconds % 1_000_000), width: 6, to: &text)
  }

  /// C's `%0*d`: the width counts the sign.
  private static func append(decimal value: Int, width: Int = 1, to text: inout [UInt8]) {
    var width = width
    if value < 0 {
      text.append(0x2d)
      width -= 1
    }
    append(value.magnitude, radix: 10, width: width, to: &text)
  }

  private static func append(hex value: UInt16, width: Int, to text: inout [UInt8]) {
    append(UInt(value), radix: 16, width: width, to: &text)
  }

  private static func append(
    _ value: UInt, radix: UInt, width: Int, to text: inout [UInt8]
  ) {
    var divisor: UInt = 1
    var length = 1
    while value / divisor >= radix {
      divisor *= radix
      length += 1
    }
    while length < width {
      text.append(0x30)
      length += 1
    }
    while divisor > 0 {
      text.append(digits[Int(value / divisor % radix)])
      divisor /= radix
    }
  }
}

import TouchCore

/// What Android's getevent prints, with any of its options: a list of devices, their capabilities, and
/// a line for each event, of several devices in turn.
struct GeteventGrammar: TextGrammar {
  let format = "getevent"
  private(set) var devices: [CaptureDevice] = []

  /// The device that description lines are about.
  private var described: Int?
  /// The device of events that name no path.
  private var unnamed: Int?
  private var section = Section.other

  private enum Section {
    case other
    case codes(UInt16)
    case properties
  }

  mutating func take(_ line: LineCursor) throws(LineFault) -> LineMeaning {
    var line = line
    line.skipQuoting()
    switch try GeteventEvent(line) {
    case .event(let path, let event, let isTimed):
      guard let device = device(of: path) else { return .foreign }
      return isTimed
        ? .event(device: device, event) : .doubtful(device: device, event, .noTimes)
    case .unknownName(let name): return .unknownName(name)
    case .begun: return .begun
    case nil: break
    }
    if try takeDevice(line) { return .told }
    if try takeCodes(line) { return .told }
    return .foreign
  }

  // MARK: - Devices

  private mutating func device(of path: String) -> Int? {
    section = .other
    guard path.isEmpty else {
      if let known = devices.firstIndex(where: { $0.node == path }) { return known }
      return addDevice(path)
    }
    if let unnamed { return unnamed }
    // Only one device was asked for; if several are described it is the touch panel.
    let panels = devices.indices.filter {
      devices[$0].panel.map { DeviceKind($0) } == .touchPanel
    }
    unnamed = devices.count == 1 ? 0 : panels.count == 1 ? panels[0] : addDevice("")
    return unnamed
  }

  private mutating func addDevice(_ path: String) -> Int? {
    guard devices.count < Self.maximumDevices else { return nil }
    devices.append(CaptureDevice(number: devices.count + 1, node: path))
    return devices.count - 1
  }

  private mutating func describe(_ change: (inout Panel) -> Void) {
    if described == nil { described = addDevice("") }
    guard let described else { return }
    var panel = devices[described].panel ?? Panel()
    change(&panel)
    devices[described].panel = panel
  }

  private mutating func takeDevice(_ line: LineCursor) throws(LineFault) -> Bool {
    var line = line
    if line.take("add device ") {
      guard line.takeDigits(), line.take(": ") else { return false }
      let path = line.takeWord()
      section = .other
      described = devices.firstIndex { $0.node == path } ?? addDevice(path)
    } else if line.take("remove device ") || line.take("could not ") {
      section = .other
    } else if line.take("name:") {
      let name = Self.quoted(&line)
      describe { $0.name = name }
    } else if line.take("location:") {
      let path = Self.quoted(&line)
      describe { $0.phys = path }
    } else if line.take("id:") {
      let number = Self.quoted(&line)
      describe { $0.uniq = number }
    } else {
      return takeID(line)
    }
    return true
  }

  /// `bus:      0018`, `vendor    0eef`; the driver's `version:  1.0.1` is none of it.
  private mutating func takeID(_ line: LineCursor) -> Bool {
    var line = line
    let parts: [(String, WritableKeyPath<DeviceID, UInt16>)] = [
      ("bus:", \.bus), ("vendor", \.vendor), ("product", \.product), ("version", \.version),
    ]
    for (word, part) in parts where line.takeWord(word) {
      guard let number = line.takePattern(digits: 4), line.isAtEnd else { return false }
      describe { $0.id[keyPath: part] = UInt16(number) }
      return true
    }
    return line.takeWord("version:")
  }

  /// The name between quotes, without them.
  private static func quoted(_ line: inout LineCursor) -> String {
    line.skipBlanks()
    guard line.take("\"") else { return line.text }
    let text = line.text
    return text.hasSuffix("\"") ? String(text.dropLast()) : text
  }

  // MARK: - Capabilities

  private mutating func takeCodes(_ line: LineCursor) throws(LineFault) -> Bool {
    var line = line
    if line.take("events:") {
      section = .other
      return true
    } else if line.take("input props:") {
      section = .properties
      return true
    } else if case .properties = section {
      return takeProperty(line)
    }
    var start = line
    if let type = Self.type(&start) {
      section = .codes(type)
      line = start
    }
    guard case .codes(let type) = section else { return false }
    return try take(codesOf: type, line)
  }

  /// `ABS (0003): `
  private static func type(_ line: inout LineCursor) -> UInt16? {
    var rest = line
    guard !rest.takeWord().isEmpty, rest.take("("), let type = rest.takePattern(digits: 4),
      type <= maximumType, rest.take("):")
    else { return nil }
    rest.skipBlanks()
    line = rest
    return UInt16(type)
  }

  private mutating func takeProperty(_ line: LineCursor) -> Bool {
    var line = line
    if line.takeWord("<none>") { return true }
    let number = line.takePattern(digits: 4).map { UInt16($0) }
    guard let property = number ?? CodeNames.property(line.takeWord()) else { return false }
    if property < Self.propertyCount { describe { $0.properties.insert(property) } }
    return true
  }

  /// `0072  0073  014a`, or names, or one axis and its range.
  private mutating func take(
    codesOf type: UInt16, _ line: LineCursor
  ) throws(LineFault) -> Bool {
    var line = line
    var isFirst = true
    while !line.isAtEnd {
      var word = line.takeWord()
      if word.hasSuffix("*") { word.removeLast() }  // A key that was down.
      let code = Self.hex(word) ?? CodeNames.code(word, of: type)
      guard let code, code < Self.keyCount else {
        // A key that has a name of its own is one no contact needs.
        guard !isFirst || word.contains("_") else { return false }
        continue
      }
      isFirst = false
      if type != EventType.syn { describe { $0.codes[type, default: CodeSet()].insert(code) } }
      if line.take(":") {
        guard let range = try Self.range(&line) else { return false }
        describe { $0.axes[code] = range }
      }
    }
    return true
  }

  private static func hex(_ word: String) -> UInt16? {
    word.utf8.count == 4 ? UInt16(word, radix: 16) : nil
  }

  /// ` value 0, min 0, max 9, fuzz 0, flat 0, resolution 0`; old ones lack the last.
  private static func range(_ line: inout LineCursor) throws(LineFault) -> AxisRange? {
    var range = AxisRange(minimum: 0, maximum: 0)
    let parts: [(String, WritableKeyPath<AxisRange, Int32>?)] = [
      ("value", nil), ("min", \.minimum), ("max", \.maximum), ("fuzz", \.fuzz), ("flat", \.flat),
      ("resolution", \.resolution),
    ]
    for (word, part) in parts {
      line.skipBlanks()
      guard line.takeWord(word), let value = try line.takeSigned() else {
        return word == "resolution" && line.isAtEnd ? range : nil
      }
      if let part { range[keyPath: part] = value }
      _ = line.take(",")
    }
    return range
  }

  private static let maximumType: UInt32 = 0x1f
  private static let keyCount: UInt16 = 0x300
  private static let propertyCount: UInt16 = 0x20
  private static let maximumDevices = 64

  /// Whether no other format has such a line; the kernel's own log has such a time too, but nothing of
  /// what follows.
  static func recognises(_ line: LineCursor) -> Bool {
    var line = line
    line.skipQuoting()
    if let event = try? GeteventEvent(line) {
      if case .begun = event { return false }
      return true
    }
    if line.take("add device ") { return line.takeDigits() && line.take(": /dev/") }
    return type(&line) != nil
  }
}

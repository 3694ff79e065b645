import TouchCore

/// What evtest prints: a menu, a description, and a line for each event. Codes are decimal; where a
/// name and a number stand together the number is believed, since names changed over the years.
struct EvtestGrammar: TextGrammar {
  let format = "evtest"
  private(set) var devices: [CaptureDevice] = []

  /// The device that lines are about; nil before the first.
  private var current: Int?
  private var section = Section.other
  /// Whether the description of the current device may still go on.
  private var isDescribing = false

  private enum Section {
    case other
    case codes(UInt16)
    case axis(UInt16, minimum: Int32?)
    case properties
    case menu
  }

  mutating func take(_ line: LineCursor) throws(LineFault) -> LineMeaning {
    var event = line
    if event.skip(past: "Event: time ") || event.take("time ") {
      guard let parsed = try EvtestEvent(&event) else { return .begun }
      let device = endDescription()
      return parsed.isRenamed
        ? .doubtful(device: device, parsed.event, .configIsContactEnd)
        : .event(device: device, parsed.event)
    }
    var line = line
    line.skipQuoting()
    if try takeIdentity(line) { return .told }
    if try takeDescription(line) { return .told }
    if case .menu = section, CaptureFormat.begins(line, with: ["/dev/input/event"]) { return .told }
    if CaptureFormat.begins(line, with: ["Available devices:", "No device specified"]) {
      section = .menu
      return .told
    }
    return Self.others.contains { CaptureFormat.begins(line, with: [$0]) } ? .told : .foreign
  }

  // MARK: - The description

  private mutating func takeIdentity(_ line: LineCursor) throws(LineFault) -> Bool {
    var line = line
    if line.take("Input driver version is ") {
      beginDevice()
    } else if line.take("Input device ID: bus ") {
      if current == nil || !isDescribing { beginDevice() }
      guard let id = try Self.id(&line) else { return false }
      describe { $0.id = id }
    } else if line.take("Input device name: ") {
      guard line.take("\"") else { return false }
      if current == nil || !isDescribing { beginDevice() }
      let text = line.text
      let name = text.hasSuffix("\"") ? String(text.dropLast()) : text
      describe { $0.name = name }
    } else {
      return false
    }
    return true
  }

  private mutating func takeDescription(_ line: LineCursor) throws(LineFault) -> Bool {
    var line = line
    if line.take("Event type ") {
      guard let type: UInt16 = try line.takeNumber(), type <= Self.maximumType else { return false }
      if current == nil { beginDevice() }
      section = .codes(type)
    } else if line.take("Event code ") {
      guard let code: UInt16 = try line.takeNumber() else { return false }
      if current == nil { beginDevice() }
      return take(code: code, named: line)
    } else if line.take("Property type ") {
      guard let property: UInt16 = try line.takeNumber() else { return false }
      if property < Self.propertyCount { describe { $0.properties.insert(property) } }
    } else if line.take("Repeat ") || line.take("Key repeat handling:") {
      section = .other
    } else if line.take("Properties:") {
      section = .properties
    } else {
      return try takeRange(line)
    }
    return true
  }

  private mutating func take(code: UInt16, named line: LineCursor) -> Bool {
    var line = line
    line.skipBlanks()
    _ = line.take("(")
    let type: UInt16
    switch section {
    case .codes(let told): type = told
    case .axis: type = EventType.abs
    default:
      guard let told = CodeNames.type(ofCode: line.text) else { return false }
      type = told
    }
    guard code < Self.keyCount else { return false }
    if type != EventType.syn { describe { $0.codes[type, default: CodeSet()].insert(code) } }
    section = type == EventType.abs ? .axis(code, minimum: nil) : .codes(type)
    return true
  }

  private mutating func takeRange(_ line: LineCursor) throws(LineFault) -> Bool {
    var line = line
    if line.takeWord("Value") {
      return try line.takeValue() != nil
    } else if line.takeWord("Min") {
      guard let value = try line.takeValue() else { return false }
      if case .axis(let code, _) = section { section = .axis(code, minimum: value) }
    } else if line.takeWord("Max") {
      guard let value = try line.takeValue() else { return false }
      guard case .axis(let code, let minimum?) = section else { return true }
      describe { $0.axes[code] = AxisRange(minimum: minimum, maximum: value) }
    } else if line.takeWord("Fuzz") {
      return try take(detail: \.fuzz, &line)
    } else if line.takeWord("Flat") {
      return try take(detail: \.flat, &line)
    } else if line.takeWord("Resolution") {
      return try take(detail: \.resolution, &line)
    } else {
      return false
    }
    return true
  }

  private mutating func take(
    detail: WritableKeyPath<AxisRange, Int32>, _ line: inout LineCursor
  ) throws(LineFault) -> Bool {
    guard let value = try line.takeValue() else { return false }
    if case .axis(let code, _) = section { describe { $0.axes[code]?[keyPath: detail] = value } }
    return true
  }

  private static func id(_ line: inout LineCursor) throws(LineFault) -> DeviceID? {
    var id = DeviceID()
    for (word, part) in [
      ("", \DeviceID.bus), ("vendor", \.vendor), ("product", \.product), ("version", \.version),
    ] {
      if !word.isEmpty { guard line.takeBlanks(), line.takeWord(word) else { return nil } }
      _ = line.take("0x")
      guard let number: UInt16 = try line.takeNumber(radix: 16) else { return nil }
      id[keyPath: part] = number
    }
    return id
  }

  // MARK: - Devices

  private mutating func beginDevice() {
    guard devices.count < Self.maximumDevices else { return }
    devices.append(CaptureDevice(number: devices.count + 1))
    current = devices.count - 1
    (section, isDescribing) = (.other, true)
  }

  private mutating func describe(_ change: (inout Panel) -> Void) {
    guard isDescribing, let current else { return }
    var panel = devices[current].panel ?? Panel()
    change(&panel)
    devices[current].panel = panel
  }

  /// The device that an event is of. One that was described before, in another run of evtest, is the
  /// same one.
  private mutating func endDescription() -> Int {
    if current == nil { beginDevice() }
    guard isDescribing, let described = current else { return current ?? 0 }
    isDescribing = false
    let same = devices.firstIndex { $0.panel == devices[described].panel }
    if let same, same < described {
      devices.removeLast()
      current = same
    }
    return current ?? 0
  }

  private static let maximumType: UInt16 = 0x1f
  private static let keyCount: UInt16 = 0x300
  private static let propertyCount: UInt16 = 0x20
  private static let maximumDevices = 64

  // MARK: - Recognising

  static func recognises(_ line: LineCursor) -> Bool {
    var event = line
    if event.skip(past: "Event: time ") { return event.takeDigits() }
    event = line
    if event.take("time "), event.takeDigits(), event.take("."), event.takeDigits() { return true }
    return CaptureFormat.begins(
      line,
      with: [
        "Input driver version is ", "Input device ID: bus ", "Input device name: \"",
        "Testing ... (interrupt to exit)", "No device specified, trying to scan all of ",
      ])
  }

  /// Whether it is of a description, which others print too.
  static func describes(_ line: LineCursor) -> Bool {
    CaptureFormat.begins(line, with: ["Event type ", "Event code "])
  }

  /// What else evtest prints, and no contact needs.
  private static let others = [
    "Not running as root", "Select the device event number", "Supported events:", "Testing ...",
    "***", "This device is grabbed", "/dev/input/event", "State ", "Event: ",
  ]
}

import TouchCore

/// One line of an evemu file.
///
///     N: NAME                              the panel's name
///     I: BUS VENDOR PRODUCT VERSION        in hex
///     P: 8 bytes in hex                    properties, repeated for more
///     B: TYPE 8 bytes in hex               codes of an event type, repeated for more
///     A: AXIS MIN MAX FUZZ FLAT [RES]      axis in hex, the rest decimal
///     L: LED STATE / S: SWITCH STATE
///     E: SECONDS.MICROSECONDS TYPE CODE VALUE      value decimal, leading zeros or not
enum EvemuLine {
  case event(InputEvent)
  case name(String)
  case id(DeviceID)
  case properties([UInt8])
  case codes(type: UInt16, [UInt8])
  case axis(UInt16, AxisRange)
  /// The state of an LED or a switch, which no contact needs.
  case deviceState
  case blank
  /// The cursor is what follows the `#`.
  case comment(LineCursor)
  /// Nothing of the above.
  case other

  init(_ line: LineCursor) throws(LineFault) {
    var rest = line
    if rest.isAtEnd {
      self = .blank
    } else if rest.take("E:") {
      self = try Self.event(&rest).map { .event($0) } ?? .other
    } else if rest.take("#") {
      self = .comment(rest)
    } else if rest.take("N:") {
      rest.skipBlanks()
      self = .name(rest.text)
    } else if rest.take("I:") {
      self = try Self.id(&rest).map { .id($0) } ?? .other
    } else if rest.take("P:") {
      self = try Self.eightBytes(&rest).map { .properties($0) } ?? .other
    } else if rest.take("B:") {
      self = try Self.codes(&rest)
    } else if rest.take("A:") {
      self = try Self.axis(&rest)
    } else if rest.take("L:") || rest.take("S:") {
      self = try Self.isDeviceState(&rest) ? .deviceState : .other
    } else {
      self = .other
    }
  }

  private static func event(_ rest: inout LineCursor) throws(LineFault) -> InputEvent? {
    rest.skipBlanks()
    guard let time = try rest.takeTime(), let type = try hex(&rest), let code = try hex(&rest),
      rest.takeBlanks(), let value = try rest.takeSigned(), rest.isAtTail
    else { return nil }
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  private static func id(_ rest: inout LineCursor) throws(LineFault) -> DeviceID? {
    guard let bus = try hex(&rest), let vendor = try hex(&rest), let product = try hex(&rest),
      let version = try hex(&rest), rest.isAtTail
    else { return nil }
    return DeviceID(bus: bus, vendor: vendor, product: product, version: version)
  }

  private static func codes(_ rest: inout LineCursor) throws(LineFault) -> EvemuLine {
    guard let type = try hex(&rest), let bytes = try eightBytes(&rest) else { return .other }
    return .codes(type: type, bytes)
  }

  /// The fifth number came with evemu 1.2; files have it or not, whatever version they claim.
  private static func axis(_ rest: inout LineCursor) throws(LineFault) -> EvemuLine {
    guard let code = try hex(&rest), let minimum = try decimal(&rest),
      let maximum = try decimal(&rest), let fuzz = try decimal(&rest),
      let flat = try decimal(&rest)
    else { return .other }
    let resolution = rest.isAtTail ? 0 : try decimal(&rest)
    guard let resolution, rest.isAtTail else { return .other }
    return .axis(
      code,
      AxisRange(
        minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution))
  }

  private static func isDeviceState(_ rest: inout LineCursor) throws(LineFault) -> Bool {
    guard try hex(&rest) != nil, try decimal(&rest) != nil else { return false }
    return rest.isAtTail
  }

  private static func eightBytes(_ rest: inout LineCursor) throws(LineFault) -> [UInt8]? {
    var bytes: [UInt8] = []
    for _ in 0..<8 {
      guard rest.takeBlanks(), let byte: UInt8 = try rest.takeNumber(radix: 16) else { return nil }
      bytes.append(byte)
    }
    return rest.isAtTail ? bytes : nil
  }

  private static func hex(_ rest: inout LineCursor) throws(LineFault) -> UInt16? {
    guard rest.takeBlanks() else { return nil }
    return try rest.takeNumber(radix: 16)
  }

  private static func decimal(_ rest: inout LineCursor) throws(LineFault) -> Int32? {
    guard rest.takeBlanks() else { return nil }
    return try rest.takeSigned()
  }
}

import TouchCore

/// What umockdev-record writes of a device: the description from sysfs and udev, and the answers to
/// ioctls. It holds no events; those are in a file beside it, in evemu's format.
struct UmockdevGrammar: TextGrammar {
  let format = "umockdev"
  private(set) var devices: [CaptureDevice] = []

  /// The device's place in sysfs, by index of the device.
  private var paths: [String] = []
  private var current: Int?

  mutating func take(_ line: LineCursor) throws(LineFault) -> LineMeaning {
    var line = line
    if line.take("@DEV ") {
      let node = line.takeWord()
      current = addDevice(at: node)
      if let current { devices[current].node = node }
      return .told
    }
    if line.take("P: ") {
      current = addDevice(at: Self.inputDevice(of: line.text))
      return .told
    }
    if line.take("N: ") {
      let name = line.text.prefix { $0 != "=" }
      if let current { devices[current].node = "/dev/\(name)" }
      return .told
    }
    if line.take("E: ") || line.take("A: ") { return take(property: line.text) }
    if line.take("S: ") || line.take("H: ") || line.take("L: ") { return .told }
    return takeAnswer(line)
  }

  // MARK: - Devices

  /// The event node's own place lies below its device's.
  private static func inputDevice(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, last.hasPrefix("event") else { return path }
    return parts.dropLast().joined(separator: "/")
  }

  /// Nil for what is no input device: its parents are in the file too.
  private mutating func addDevice(at path: String) -> Int? {
    if let known = paths.firstIndex(of: path) { return known }
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("input") || name.hasPrefix("event"), devices.count < Self.maximumDevices
    else { return nil }
    paths.append(path)
    devices.append(CaptureDevice(number: devices.count + 1))
    return devices.count - 1
  }

  private mutating func describe(_ change: (inout Panel) -> Void) {
    guard let current else { return }
    var panel = devices[current].panel ?? Panel()
    change(&panel)
    devices[current].panel = panel
  }

  // MARK: - sysfs

  private mutating func take(property text: String) -> LineMeaning {
    guard let sign = text.firstIndex(of: "=") else { return .foreign }
    let value = String(text[text.index(after: sign)...])
    switch text[..<sign] {
    case "name": describe { $0.name = value }
    case "phys": describe { $0.phys = value }
    case "uniq": describe { $0.uniq = value }
    case "properties":
      guard let word = UInt32(value, radix: 16) else { break }
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
      describe { $0.properties = CodeSet(trimming: bytes) }
    case "modalias": takeModalias(value)
    default: break
    }
    return .told
  }

  /// `input:b0018v0000p0000e0000-e0,1,3,k14A,ra0,1,35,mlsfw`: the codes by number, where the bitmaps
  /// of sysfs are of words as wide as the recording machine's.
  private mutating func takeModalias(_ text: String) {
    guard text.hasPrefix("input:"), let dash = text.firstIndex(of: "-") else { return }
    var id = DeviceID()
    let parts: [(Character, WritableKeyPath<DeviceID, UInt16>)] = [
      ("b", \.bus), ("v", \.vendor), ("p", \.product), ("e", \.version),
    ]
    for (letter, part) in parts {
      guard let place = text[..<dash].dropFirst(6).firstIndex(of: letter) else { continue }
      let digits = text[place...].dropFirst().prefix(4)
      if let number = UInt16(digits, radix: 16) { id[keyPath: part] = number }
    }
    describe { $0.id = id }
    let types: [Character: UInt16] = [
      "k": EventType.key, "r": EventType.rel, "a": EventType.abs, "m": EventType.msc,
    ]
    var type: UInt16?
    for word in text[text.index(after: dash)...].split(separator: ",") {
      take(modaliasWord: word, types, &type)
    }
  }

  /// A small letter begins the codes of a type, several in a row the types that have none; digits are
  /// capitals.
  private mutating func take(
    modaliasWord word: Substring, _ types: [Character: UInt16], _ type: inout UInt16?
  ) {
    var digits = word
    while let letter = digits.first, letter.isLowercase {
      type = types[letter]
      digits = digits.dropFirst()
    }
    let described = type
    guard let described, let code = UInt16(digits, radix: 16), code < Self.keyCount else { return }
    describe { $0.codes[described, default: CodeSet()].insert(code) }
  }

  // MARK: - Answers to ioctls

  /// `EVIOCGABS(53) 0 000000000000…`: name, argument, result, and what the caller's memory held.
  private mutating func takeAnswer(_ line: LineCursor) -> LineMeaning {
    var line = line
    let call = line.takeWord()
    guard call.hasPrefix("EVIOC") else { return .foreign }
    _ = line.take("-")
    guard line.takeDigits(), line.takeBlanks(), let bytes = line.takeBytes(), line.isAtEnd else {
      return .foreign
    }
    let parts = call.split(separator: "(")
    let argument = parts.count > 1 ? UInt16(parts[1].dropLast()) : 0
    guard let name = parts.first, let argument else { return .foreign }
    switch name {
    case "EVIOCGNAME": describe { $0.name = Self.text(bytes) }
    case "EVIOCGPHYS": describe { $0.phys = Self.text(bytes) }
    case "EVIOCGUNIQ": describe { $0.uniq = Self.text(bytes) }
    case "EVIOCGPROP": describe { $0.properties = CodeSet(trimming: bytes) }
    case "EVIOCGBIT" where (1...0x1f).contains(argument):
      let set = CodeSet(trimming: bytes)
      if !set.isEmpty { describe { $0.codes[argument] = set } }
    case "EVIOCGID":
      let number = Self.numbers(bytes, count: 4, width: 2)
      guard let number else { return .foreign }
      describe {
        $0.id = DeviceID(
          bus: UInt16(truncatingIfNeeded: number[0]), vendor: UInt16(truncatingIfNeeded: number[1]),
          product: UInt16(truncatingIfNeeded: number[2]),
          version: UInt16(truncatingIfNeeded: number[3]))
      }
    case "EVIOCGABS":
      guard let number = Self.numbers(bytes, count: 6, width: 4), argument < 0x40 else {
        return .foreign
      }
      describe {
        $0.axes[argument] = AxisRange(
          minimum: number[1], maximum: number[2], fuzz: number[3], flat: number[4],
          resolution: number[5])
      }
    default: break
    }
    return .told
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Little-endian numbers, as all machines that run umockdev have them.
  private static func numbers(_ bytes: [UInt8], count: Int, width: Int) -> [Int32]? {
    guard bytes.count >= count * width else { return nil }
    return (0..<count).map { index in
      var number: UInt32 = 0
      for place in (0..<width).reversed() {
        number = number << 8 | UInt32(bytes[index * width + place])
      }
      return Int32(bitPattern: number)
    }
  }

  private static let keyCount: UInt16 = 0x300
  private static let maximumDevices = 64
}

extension CodeSet {
  /// The set of a bitmap without the zeros that pad it.
  init(trimming bytes: [UInt8]) {
    let last = bytes.lastIndex { $0 != 0 }
    self.init(bytes: last.map { Array(bytes[...$0]) } ?? [])
  }
}

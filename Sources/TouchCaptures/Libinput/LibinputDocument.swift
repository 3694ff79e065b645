#if LibinputRecordings
import TouchCore

/// What the tokens of a `libinput record` file say, by the names that lists and keys stand under.
///
/// It asks for no more of the path than it needs, since pieces of such files are pasted.
struct LibinputDocument {
  private(set) var devices: [CaptureDevice] = []

  private enum Level {
    /// The key that waits for its value; nil where a key comes next.
    case mapping(name: String, key: String?)
    case sequence(name: String, numbers: [Int64], isNumeric: Bool)

    var name: String {
      switch self {
      case .mapping(let name, _), .sequence(let name, _, _): name
      }
    }
  }

  private var levels: [Level] = []
  private static let longestList = 1024
  private static let maximumDevices = 64

  /// The event and its device's index, if the token completes one.
  mutating func take(_ token: YAMLParser.Token) -> (device: Int, event: InputEvent)? {
    switch token {
    case .scalar(let text): take(scalar: text)
    case .mappingStart: levels.append(.mapping(name: nameForValue, key: nil))
    case .sequenceStart:
      levels.append(.sequence(name: nameForValue, numbers: [], isNumeric: true))
    case .mappingEnd:
      _ = levels.popLast()
      endValue()
    case .sequenceEnd:
      guard case .sequence(let name, let numbers, let isNumeric)? = levels.popLast() else {
        return nil
      }
      defer { endValue() }
      return isNumeric ? take(list: numbers, name) : nil
    case .other, .end, .broken: break
    }
    return nil
  }

  /// Begins anew in the middle of a file; the devices stay.
  mutating func loseTrack() { levels = [] }

  /// What the value that begins here stands under: a key, or the list's own name.
  private var nameForValue: String {
    guard case .mapping(let name, let key)? = levels.last else { return levels.last?.name ?? "" }
    return key ?? name
  }

  private mutating func endValue() {
    if case .mapping(let name, _)? = levels.last {
      levels[levels.count - 1] = .mapping(name: name, key: nil)
    }
  }

  private mutating func take(scalar text: String) {
    switch levels.last {
    case .mapping(let name, nil):
      levels[levels.count - 1] = .mapping(name: name, key: text)
    case .mapping(_, let key?):
      take(value: text, key)
      endValue()
    case .sequence(let name, var numbers, let isNumeric):
      // Emptied first, so that the numbers are not copied for each.
      levels[levels.count - 1] = .sequence(name: name, numbers: [], isNumeric: false)
      let number = Int64(text)
      if let number, numbers.count < Self.longestList { numbers.append(number) }
      levels[levels.count - 1] = .sequence(
        name: name, numbers: numbers, isNumeric: isNumeric && number != nil)
    case nil:
      break
    }
  }

  private mutating func take(value: String, _ key: String) {
    switch key {
    case "node":
      guard devices.count < Self.maximumDevices else { return }
      devices.append(CaptureDevice(number: devices.count + 1, node: value))
    case "name":
      describe { $0.name = value }
    default:
      break
    }
  }

  private mutating func take(
    list: [Int64], _ name: String
  ) -> (device: Int, event: InputEvent)? {
    switch levels.last {
    case .mapping(let parent, let key):
      describe(list, key ?? name, under: parent)
      return nil
    case .sequence, nil:
      guard list.count == 5, let event = Self.event(list) else { return nil }
      return (newest(), event)
    }
  }

  private static func event(_ list: [Int64]) -> InputEvent? {
    guard let type = UInt16(exactly: list[2]), let code = UInt16(exactly: list[3]),
      let value = Int32(exactly: list[4]), list[0] >= 0, list[1] >= 0
    else { return nil }
    let time = Timestamp(seconds: list[0], microseconds: list[1])
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  private mutating func describe(_ list: [Int64], _ key: String, under parent: String) {
    switch (parent, key) {
    case ("codes", _):
      guard let type = UInt16(key), (1...0x1f).contains(type) else { return }
      let codes = list.compactMap { UInt16(exactly: $0) }.filter { $0 < 0x300 }
      describe { $0.codes[type] = CodeSet(codes) }
    case ("absinfo", _):
      let numbers = list.compactMap { Int32(exactly: $0) }
      guard let code = UInt16(key), code < 0x40, numbers.count == 5 else { return }
      describe {
        $0.axes[code] = AxisRange(
          minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
          resolution: numbers[4])
      }
    case (_, "id"):
      let numbers = list.compactMap { UInt16(exactly: $0) }
      guard numbers.count == 4 else { return }
      describe {
        $0.id = DeviceID(
          bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
      }
    case (_, "properties"):
      let properties = list.compactMap { UInt16(exactly: $0) }.filter { $0 < 0x20 }
      describe { $0.properties = CodeSet(properties) }
    default:
      break
    }
  }

  /// The index of the device that is told of; a piece of a file may lack the line that begins it.
  private mutating func newest() -> Int {
    if devices.isEmpty { devices.append(CaptureDevice(number: 1)) }
    return devices.count - 1
  }

  private mutating func describe(_ change: (inout Panel) -> Void) {
    let index = newest()
    var panel = devices[index].panel ?? Panel()
    change(&panel)
    devices[index].panel = panel
  }
}

#endif

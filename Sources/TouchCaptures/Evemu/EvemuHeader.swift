import TouchCore

/// The header lines of a capture, as far as they were read.
struct EvemuHeader {
  /// The kernel's largest set, that of the keys, has 96 bytes; what is beyond names nothing.
  private static let maximumSetSize = 128
  private static let maximumType: UInt16 = 0x1f
  static let maximumAxis: UInt16 = 0x3f

  private(set) var hasLines = false
  var phys = ""
  var uniq = ""
  private var name: String?
  private var id: DeviceID?
  private var properties: [UInt8] = []
  private var codes: [UInt16: [UInt8]] = [:]
  private var axes: [UInt16: AxisRange] = [:]

  /// Takes a header line; false if it says what was said before, or what no device has.
  mutating func take(_ line: EvemuLine) -> Bool {
    hasLines = true
    switch line {
    case .name(let text):
      guard name == nil else { return false }
      name = text
    case .id(let numbers):
      guard id == nil else { return false }
      id = numbers
    case .properties(let bytes):
      guard properties.count < Self.maximumSetSize else { return false }
      properties += bytes
    case .codes(let type, let bytes):
      guard type <= Self.maximumType, codes[type, default: []].count < Self.maximumSetSize
      else { return false }
      codes[type, default: []] += bytes
    case .axis(let code, let range):
      guard code <= Self.maximumAxis, axes[code] == nil else { return false }
      axes[code] = range
    case .event, .deviceState, .blank, .comment, .other:
      break
    }
    return true
  }

  /// The panel that the lines describe; nil if there were none.
  ///
  /// The line for type 0 is always the same and says nothing, so it is left out.
  var panel: Panel? {
    guard hasLines else { return nil }
    var sets: [UInt16: CodeSet] = [:]
    for (type, bytes) in codes where type != EventType.syn {
      let set = CodeSet(trimming: bytes)
      if !set.isEmpty { sets[type] = set }
    }
    return Panel(
      name: name ?? "", id: id ?? DeviceID(), phys: phys, uniq: uniq,
      properties: CodeSet(trimming: properties), codes: sets, axes: axes)
  }
}

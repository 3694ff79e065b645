import TouchCore

/// How the records of a binary capture lie: a `struct input_event` of the recording machine, little
/// endian, some with the number of their device in front.
///
/// Nothing in such a file tells which layout it has, so the records are asked which makes sense.
struct RecordLayout: Hashable {
  /// Bytes a record.
  let size: Int
  /// The width of the device's number at the front, in bytes; 0 without one.
  let deviceWidth: Int
  /// Where the time is, and whether its two numbers have 64 bits or 32.
  let timeOffset: Int
  let isLong: Bool

  /// Bare events of 64-bit and of 32-bit machines, and those with a device's number in front.
  static let rawLayouts = [
    RecordLayout(size: 24, deviceWidth: 0, timeOffset: 0, isLong: true),
    RecordLayout(size: 16, deviceWidth: 0, timeOffset: 0, isLong: false),
    RecordLayout(size: 20, deviceWidth: 4, timeOffset: 4, isLong: false),
  ]
  /// revent's before it had a version: 32-bit Android, one build with filler, 64-bit packed and not.
  static let oldReventLayouts = [
    RecordLayout(size: 20, deviceWidth: 4, timeOffset: 4, isLong: false),
    RecordLayout(size: 24, deviceWidth: 4, timeOffset: 8, isLong: false),
    RecordLayout(size: 28, deviceWidth: 4, timeOffset: 4, isLong: true),
    RecordLayout(size: 32, deviceWidth: 4, timeOffset: 8, isLong: true),
  ]
  static let reventLayout = RecordLayout(
    size: 26, deviceWidth: 2, timeOffset: 2, isLong: true)

  /// The bytes that are enough to tell a layout.
  static let enough = 1024
  private static let judged = 64

  /// The layout of a file that holds nothing but records; nil if none makes sense.
  static func raw(of bytes: [UInt8]) -> RecordLayout? {
    best(of: rawLayouts, for: bytes[...], deviceCount: 64)
  }

  /// The layout by which most of the first records make sense: three of four at least, and of those
  /// one that tells something.
  static func best(
    of layouts: [RecordLayout], for bytes: ArraySlice<UInt8>, deviceCount: Int
  ) -> RecordLayout? {
    var best: (layout: RecordLayout, share: Double)?
    for layout in layouts {
      let share = layout.share(of: bytes, deviceCount: deviceCount)
      if share >= max(0.75, (best?.share ?? 0).nextUp) { best = (layout, share) }
    }
    return best?.layout
  }

  /// How many of the first records make sense, from 0 to 1.
  private func share(of bytes: ArraySlice<UInt8>, deviceCount: Int) -> Double {
    var tellsSomething = false
    var first: Timestamp?
    var (good, count) = (0, 0)
    var start = bytes.startIndex
    while count < Self.judged, start + size <= bytes.endIndex {
      defer { start += size }
      count += 1
      guard let record = record(bytes, at: start), record.device < deviceCount else { continue }
      let time = record.event.time
      guard abs(time.microseconds(since: first ?? time)) < Self.longestDistance else { continue }
      good += 1
      first = first ?? time
      if record.event.type != EventType.syn, time.microseconds > 0 { tellsSomething = true }
    }
    return tellsSomething ? Double(good) / Double(count) : 0
  }

  /// A week: no two events of one recording are further apart than that.
  private static let longestDistance: Int64 = 7 * 86_400_000_000

  /// The record at a place that has a whole one; nil if the kernel has no such event.
  func record(
    _ bytes: ArraySlice<UInt8>, at start: Int
  ) -> (device: Int, event: InputEvent)? {
    let width = isLong ? 8 : 4
    let place = start + timeOffset
    let seconds = Self.number(bytes, at: place, width)
    let microseconds = Self.number(bytes, at: place + width, width)
    let codes = place + 2 * width
    let type = UInt16(Self.number(bytes, at: codes, 2))
    let code = UInt16(Self.number(bytes, at: codes + 2, 2))
    let value = UInt32(Self.number(bytes, at: codes + 4, 4))
    guard seconds < 1 << 33, microseconds < 1_000_000, let last = Self.lastCode(of: type),
      code <= last
    else { return nil }
    let time = Timestamp(seconds: Int64(seconds), microseconds: Int64(microseconds))
    let event = InputEvent(
      time: time, type: type, code: code, value: Int32(bitPattern: value))
    let device = deviceWidth == 0 ? 0 : Int(Self.number(bytes, at: start, deviceWidth))
    return (device, event)
  }

  /// The largest code of an event type (`…_MAX` in linux/input-event-codes.h); nil for no type.
  private static func lastCode(of type: UInt16) -> UInt16? {
    switch type {
    case EventType.syn: 0xf
    case EventType.key: 0x2ff
    case EventType.rel: 0xf
    case EventType.abs: 0x3f
    case EventType.msc: 0x7
    case 0x05, 0x11, 0x12, 0x14: 0x1f
    case 0x15, 0x16, 0x17: 0x7f
    default: nil
    }
  }

  static func number(_ bytes: ArraySlice<UInt8>, at start: Int, _ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for place in (0..<width).reversed() { number = number << 8 | UInt64(bytes[start + place]) }
    return number
  }
}

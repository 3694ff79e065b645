/// The beginning of a file by revent of ARM's workload automation: a version, or none in old files,
/// and the paths of the devices.
struct ReventHeader {
  /// 0 where the file tells none.
  let version: Int
  let paths: [String]
  /// Where the records begin.
  let size: Int
  /// Nil if there is no record by which to tell it.
  let layout: RecordLayout?

  private static let magic = Array("REVENT".utf8)
  private static let versionedStart = 16
  /// Count of events, and two times of two numbers each.
  private static let versionedTail = 40
  private static let maximumDevices = 64
  private static let maximumPath = 255

  /// Nil if that is not how such a file begins, or if it records a gamepad by description.
  init?(_ head: [UInt8]) {
    let isVersioned = head.starts(with: Self.magic)
    var place = 0
    if isVersioned {
      guard head.count >= Self.versionedStart else { return nil }
      version = Int(RecordLayout.number(head[...], at: 6, 2))
      let mode = RecordLayout.number(head[...], at: 8, 2)
      guard (1...2).contains(version), version == 1 || mode == 0 else { return nil }
      place = Self.versionedStart
    } else {
      version = 0
    }
    guard let paths = Self.paths(head, &place) else { return nil }
    self.paths = paths
    if isVersioned { place += Self.versionedTail }
    size = min(place, head.count)
    let records = head[size...]
    layout =
      isVersioned
      ? RecordLayout.reventLayout
      : RecordLayout.best(
        of: RecordLayout.oldReventLayouts, for: records, deviceCount: paths.count)
    // Records that fit no layout are no revent's.
    if layout == nil, records.count >= 20 { return nil }
  }

  private static func paths(_ head: [UInt8], _ place: inout Int) -> [String]? {
    guard let count = number(head, &place), (1...maximumDevices).contains(count) else { return nil }
    var paths: [String] = []
    for _ in 0..<count {
      guard let length = number(head, &place), (1...maximumPath).contains(length),
        place + length <= head.count
      else { return nil }
      let path = String(decoding: head[place..<place + length], as: UTF8.self)
      guard path.hasPrefix("/dev/") else { return nil }
      paths.append(String(path.prefix { $0 != "\0" }))
      place += length
    }
    return paths
  }

  private static func number(_ head: [UInt8], _ place: inout Int) -> Int? {
    guard place + 4 <= head.count else { return nil }
    defer { place += 4 }
    return Int(RecordLayout.number(head[...], at: place, 4))
  }
}

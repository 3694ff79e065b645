import TouchCore

/// Reads captures of binary records: revent's, and what `cat` makes of an event node.
final class RecordReader: FormatReader {
  let format: String
  private(set) var devices: [CaptureDevice]
  let notes = CaptureNotes(clock: nil, isSecret: false)
  /// The number of the newest record, from 1.
  private(set) var line = 0
  var remarks = RemarkLog(of: .record)

  private var file: InputFile
  private let layout: RecordLayout
  private let start: Int
  private let startDevices: [CaptureDevice]
  private var buffer = [UInt8](repeating: 0, count: 65536)
  private var next = 0
  private var filled = 0
  /// The number of the newest record that was looked at, from 1.
  private var number = 0
  private var pending: CaptureItem?

  /// Bare records.
  convenience init(_ file: consuming InputFile, _ layout: RecordLayout) throws(CaptureError) {
    try self.init(
      file, "struct input_event, \(layout.size) bytes", layout, start: 0,
      [CaptureDevice(number: 1)])
  }

  /// What revent wrote, whose header stands in the file's head.
  convenience init(revent file: consuming InputFile) throws(CaptureError) {
    guard let header = ReventHeader(file.head) else { throw .notACapture(file: file.name) }
    let devices = header.paths.enumerated().map { CaptureDevice(number: $0 + 1, node: $1) }
    try self.init(
      file, header.version > 0 ? "revent \(header.version)" : "revent",
      header.layout ?? RecordLayout.oldReventLayouts[0], start: header.size, devices)
  }

  private init(
    _ file: consuming InputFile, _ format: String, _ layout: RecordLayout, start: Int,
    _ devices: [CaptureDevice]
  ) throws(CaptureError) {
    self.file = file
    self.format = format
    self.layout = layout
    self.start = start
    self.devices = devices
    startDevices = devices
    try readHeader()
  }

  var isSeekable: Bool { file.isSeekable }

  func nextItem() throws(CaptureError) -> CaptureItem? {
    if let item = pending.take() {
      line = number
      return item
    }
    return try readItem()
  }

  func rewind() throws(CaptureError) {
    try file.rewind()
    (next, filled, number, line) = (0, 0, 0, 0)
    remarks = RemarkLog(of: .record)
    devices = startDevices
    try readHeader()
  }

  func makeSeekable() throws(CaptureError) -> Bool { try file.makeSeekable() }

  private func readHeader() throws(CaptureError) {
    while filled < start, try refill() {}
    next = min(start, filled)
    pending = try readItem()
    line = 0
  }

  private func readItem() throws(CaptureError) -> CaptureItem? {
    while true {
      while filled - next < layout.size {
        guard try refill() else {
          if filled > next { remarks.skip(line: number + 1) }
          next = filled
          return nil
        }
      }
      let record = layout.record(buffer[...], at: next)
      next += layout.size
      number += 1
      guard let record, let device = device(record.device) else {
        remarks.skip(line: number)
        continue
      }
      line = number
      return CaptureItem(device: device, step: .event(record.event))
    }
  }

  private func device(_ index: Int) -> Int? {
    guard index < Self.maximumDevices else { return nil }
    while devices.count <= index { devices.append(CaptureDevice(number: devices.count + 1)) }
    return index
  }

  /// Moves what is left to the front and reads behind it; false at the end.
  private func refill() throws(CaptureError) -> Bool {
    let rest = filled - next
    for index in 0..<rest { buffer[index] = buffer[next + index] }
    (next, filled) = (0, rest)
    let count = try file.read(into: &buffer, from: filled, line: number + 1)
    filled += count
    return count > 0
  }

  private static let maximumDevices = 64
}

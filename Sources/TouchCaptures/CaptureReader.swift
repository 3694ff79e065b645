public import TouchCore

/// Reads a capture of any format, which is told by its content: the steps of one of its devices.
public struct CaptureReader: ~Copyable {
  /// The file as errors name it.
  public let file: String
  /// The device whose steps are read.
  public private(set) var device: CaptureDevice
  /// The devices of the capture, as far as it was read; the one that is read is among them.
  public private(set) var devices: [CaptureDevice]

  let reader: any FormatReader
  /// What the events of the device tell of it; nil if nobody asked yet.
  var ranges: EventRanges?

  /// Opens the file and reads up to its first event; `-` is standard input.
  ///
  /// A capture that may hold several devices is read through once before, for what each of them is;
  /// what comes through a pipe is kept in a file without a name for that, if what stands in front of
  /// the events does not tell.
  ///
  /// - Parameter device: the number of the device whose steps are wanted; nil for the touch panel, or
  ///   what comes nearest to one.
  public init(opening file: String, device: Int? = nil) throws(CaptureError) {
    try self.init(InputFile(opening: file), device)
  }

  /// Takes an open descriptor over, closes it in the end, and reads up to the first event.
  public init(
    adopting descriptor: Int32, name: String, device: Int? = nil
  ) throws(CaptureError) {
    try self.init(InputFile(adopting: descriptor, name: name), device)
  }

  private init(_ input: consuming InputFile, _ wanted: Int?) throws(CaptureError) {
    let file = input.name
    let reader = try Self.reader(of: input)
    var surveys: [EventRanges]?
    var devices = reader.devices
    if !reader.holdsOneDevice, try Self.canSurvey(reader, for: wanted) {
      surveys = try Self.survey(reader)
      devices = reader.devices
      try reader.rewind()
    }
    devices = Self.judged(devices, by: surveys ?? [])
    let index = try Self.choice(of: wanted, among: devices, surveys ?? [], file: file)
    self.file = file
    self.reader = reader
    self.devices = devices
    device = devices[index]
    ranges = surveys.map { index < $0.count ? $0[index] : EventRanges() }
  }

  /// The format's name, with its version where the file tells it, such as `evemu 1.3`.
  public var format: String { reader.format }
  /// What the capture says of the device that is read; nil if it describes none.
  public var panel: Panel? { device.panel }
  public var notes: CaptureNotes { reader.notes }
  /// The line of the newest step, from 1; of a state the last one of its lines; of a binary capture
  /// the record.
  public var line: Int { reader.line }
  /// The lines that are none of the format's, or that say again what was said before.
  public var skippedLines: Int { reader.remarks.skippedLines }
  /// The number of remarks so far, taken or not.
  public var remarkCount: Int { reader.remarks.count }
  /// Whether the file can be read again from its beginning.
  public var isSeekable: Bool { reader.isSeekable }

  /// Returns the next thing that the source read or did; nil at the end.
  public mutating func nextStep() throws(CaptureError) -> SourceStep? {
    while let item = try reader.nextItem() {
      if item.device == device.number - 1 { return item.step }
    }
    return nil
  }

  /// Returns the remarks that came since the last call, at most a few dozen.
  public mutating func takeRemarks() -> [CaptureRemark] { reader.remarks.take() }

  /// Goes back to the beginning.
  ///
  /// - Precondition: the file is seekable.
  public mutating func rewind() throws(CaptureError) {
    try reader.rewind()
  }
}

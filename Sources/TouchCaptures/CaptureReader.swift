public import TouchCore

/// Reads a capture of any format, which is told by its content: the steps of one of its devices.
public struct CaptureReader: ~Copyable {
  /// The file as errors name it.
  public let file: String
  /// The device whose steps are read.
  public private(set) var device: CaptureDevice

  private let reader: any FormatReader

  /// Opens the file and reads up to its first event; `-` is standard input.
  public init(opening file: String) throws(CaptureError) {
    try self.init(InputFile(opening: file))
  }

  /// Takes an open descriptor over, closes it in the end, and reads up to the first event.
  public init(adopting descriptor: Int32, name: String) throws(CaptureError) {
    try self.init(InputFile(adopting: descriptor, name: name))
  }

  private init(_ input: consuming InputFile) throws(CaptureError) {
    file = input.name
    reader = try EvemuReader(input)
    device = reader.devices[0]
  }

  /// The format's name, with its version where the file tells it, such as `evemu 1.3`.
  public var format: String { reader.format }
  /// The devices that the capture told of so far, the one that is read among them.
  public var devices: [CaptureDevice] { reader.devices }
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

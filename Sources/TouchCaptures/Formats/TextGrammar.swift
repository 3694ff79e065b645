import TouchCore

/// The lines of a text format, one after another.
protocol TextGrammar {
  init()
  /// The format's name.
  var format: String { get }
  /// The devices that the lines told of so far.
  var devices: [CaptureDevice] { get }

  mutating func take(_ line: LineCursor) throws(LineFault) -> LineMeaning
}

/// What a line of a text format says.
enum LineMeaning {
  /// An event of a device, by its index.
  case event(device: Int, InputEvent)
  /// As `event`, where something must be said of how it was read.
  case doubtful(device: Int, InputEvent, CaptureRemark.Rule)
  /// An event of a code that only its writer knows by that name.
  case unknownName(String)
  /// Something of the device, or a line that the recorder writes and no contact needs.
  case told
  /// The beginning of an event, of which the rest may stand in the next line.
  case begun
  /// Nothing of the format.
  case foreign
}

public import TouchCore

// Where the panel of a capture without a description comes from.
extension CaptureReader {
  /// Reads only the description in a file: the panel for a capture that has none of its own.
  ///
  /// - Throws: `CaptureError.noHeader` if it has none either.
  public static func panel(from file: String) throws(CaptureError) -> Panel {
    let reader = try CaptureReader(opening: file)
    guard let panel = reader.panel else { throw .noHeader(file: reader.file) }
    return panel
  }

  /// Reads all events for the codes and ranges that they use, and goes back to the beginning.
  ///
  /// - Throws: `CaptureError.needsPanel` if the file cannot be read twice.
  package mutating func panelFromEvents() throws(CaptureError) -> Panel {
    guard isSeekable else { throw .needsPanel(file: file) }
    var ranges = EventRanges()
    while let step = try nextStep() {
      if case .event(let event) = step { ranges.take(event) }
    }
    try rewind()
    return ranges.panel
  }
}

public import TouchCore

// Where the panel comes from that the events are read by.
extension CaptureReader {
  /// Reads only the description in a file: the panel for a capture that has none of its own.
  ///
  /// - Throws: `CaptureError.noHeader` if it has none either.
  public static func panel(from file: String) throws(CaptureError) -> Panel {
    let reader = try CaptureReader(opening: file)
    guard let panel = reader.panel else { throw .noHeader(file: reader.file) }
    return panel
  }

  /// The panel of the capture and its judgement. What a position needs and nobody described is taken
  /// from the events, for which the capture is read once before; a remark says so.
  ///
  /// - Throws: `CaptureError.needsPanel` if it must and cannot be read twice, `.unusablePanel` or
  ///   `.unusableEvents` if not even the events make one, `.nothingToReplay` if there are none.
  public mutating func completePanel() throws(CaptureError) -> (Panel, PanelReading) {
    var fault: PanelError?
    if var panel, !(ranges?.contradicts(panel) ?? false) {
      panel.guessesPositions = notes[CaptureNotes.ranges] == CaptureNotes.rangesOfEvents
      do throws(PanelError) {
        return (panel, try PanelReading(panel))
      } catch {
        fault = error
      }
    }
    let ranges = try eventRanges()
    if !ranges.hasEvents, panel?.axes.isEmpty ?? true, panel?.codes.isEmpty ?? true {
      throw .nothingToReplay(file: file)
    }
    let completed = ranges.completing(panel)
    do throws(PanelError) {
      let reading = try PanelReading(completed)
      remark(on: completed, ranges)
      return (completed, reading)
    } catch {
      if let fault { throw .unusablePanel(file: file, fault) }
      throw .unusableEvents(file: file, error)
    }
  }

  /// The panel with all that its description lacks and its events use, whether it can be read or not.
  package mutating func panelFromEvents() throws(CaptureError) -> Panel {
    try eventRanges().completing(panel)
  }

  private mutating func eventRanges() throws(CaptureError) -> EventRanges {
    if let ranges { return ranges }
    guard try reader.makeSeekable() else { throw .needsPanel(file: file) }
    let surveys = try Self.survey(reader)
    try reader.rewind()
    let index = device.number - 1
    let ranges = index < surveys.count ? surveys[index] : EventRanges()
    self.ranges = ranges
    return ranges
  }

  private mutating func remark(on panel: Panel, _ ranges: EventRanges) {
    let added = panel.axes.keys.filter { device.panel?.axes[$0] == nil && ranges.uses($0) }
    if !added.isEmpty {
      reader.remarks.add(.rangesFromEvents(added.sorted()), line: ranges.firstLine)
    }
    if !ranges.hasPosition(panel) { reader.remarks.add(.noPosition, line: ranges.firstLine) }
  }
}

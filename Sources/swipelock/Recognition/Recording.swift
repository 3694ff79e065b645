import TouchCaptures
import TouchCore
import TouchSource

/// A capture that is being written, and what is told of it meanwhile.
struct Recording: ~Copyable {
  private var writer: CaptureWriter
  private var observation: Observation<JSONReport>?
  private var output = Output()

  init(
    _ file: String, _ panel: SeatPanel, _ notes: CaptureNotes,
    _ observation: Observation<JSONReport>?
  ) throws(Failure) {
    do throws(CaptureError) {
      writer = try CaptureWriter(creating: file, panel: panel.panel, notes: notes)
    } catch {
      throw Failure(error)
    }
    self.observation = observation
  }

  /// Takes what the reader of the panel read and did, and what it gave.
  mutating func take(
    _ steps: [SourceStep], _ arrival: SeatReader.Arrival, _ number: Int
  ) throws(Failure) {
    do throws(CaptureError) {
      for step in steps { try writer.write(step) }
      // Whatever ends this process, the kernel has what was recorded.
      try writer.flush()
    } catch {
      throw Failure(error)
    }
    guard observation != nil else { return }
    observation?.count(steps, ofPanel: number)
    switch arrival {
    case .panelAdded(let panel) where panel.number == number,
      .panelChanged(let panel) where panel.number == number:
      try output.write(observation?.text(ofNew: panel) ?? "")
    case .frame(let frame) where frame.panel == number:
      try output.write(observation?.text(of: frame) ?? "")
    default: return
    }
    try output.flush()
  }

  /// Ends the file and what is told.
  ///
  /// - Parameter end: what the end did to the contacts that were down.
  consuming func finish(_ end: Frame?) throws(Failure) {
    if observation != nil {
      if let end { try output.write(observation?.text(of: end) ?? "") }
      try output.write(observation?.summaries() ?? "")
      try output.flush()
    }
    do throws(CaptureError) { try writer.finish() } catch { throw Failure(error) }
  }
}

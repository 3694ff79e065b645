public import TouchCore

/// Turns the frames of one panel into the steps of a capture that tells when contacts were down, and
/// nothing of where.
///
/// Every contact goes along one path, in as many frames as every other, evenly spaced between down and
/// up, each with both axes. Kept are slots, tracking ids, the times of down and up and why it ended,
/// drops, and other findings by the name of their rule. What is replayed from it has the same contacts
/// as the source, at the same times. How long each took is kept, and tells something: see the README.
public struct Redactor: ~Copyable {
  /// The panel as the redacted capture describes it.
  public let panel: Panel

  /// The moments that wait for a contact's end are at most so many; a contact that is down for longer
  /// is written with no frame between its down and its up.
  public static let mostWaiting = 4096

  private var script: RedactedScript
  private var waiting: [RedactedMoment] = []
  private var faults: [RedactedStep] = []
  private var down = 0
  private var frameCount = 0

  public init(_ panel: Panel, _ reading: PanelReading) {
    self.panel = Self.described(panel, reading)
    script = RedactedScript(panel, reading)
  }

  /// A panel as a redacted capture describes it: as it is, but one of protocol A gets slots, since its
  /// contacts are told apart by their places alone.
  public static func described(_ panel: Panel, _ reading: PanelReading) -> Panel {
    if case .singleTouch = reading.touchProtocol { return panel }
    var panel = panel
    let last = Int32(reading.slotCount - 1)
    for (code, maximum) in [(AbsCode.mtSlot, last), (AbsCode.mtTrackingID, 65_535)]
    where !panel.declares(type: EventType.abs, code: code) {
      panel.codes[EventType.abs, default: CodeSet()].insert(code)
      panel.axes[code] = AxisRange(minimum: 0, maximum: maximum)
    }
    return panel
  }

  /// Takes the next frame; returns the steps that it completed. No step comes while a contact is down,
  /// until too much waits.
  public mutating func take(_ frame: borrowing Frame) -> [RedactedStep] {
    frameCount += 1
    var moments: [RedactedMoment] = []
    RedactedMoment.each(of: frame, number: frameCount) { moments.append($0) }
    for moment in moments { wait(moment) }
    return down == 0 || max(waiting.count, faults.count) >= Self.mostWaiting ? flush() : []
  }

  /// Takes moments that were kept of an earlier source.
  mutating func take(_ moments: [RedactedMoment]) {
    for moment in moments { wait(moment) }
  }

  /// Returns the steps that are left.
  public mutating func finish() -> [RedactedStep] { flush() }

  private mutating func wait(_ moment: RedactedMoment) {
    switch moment.kind {
    case .fault(let name):
      // Told behind the contacts: when a finger went too far is a part of its path.
      faults.append(.fault(name))
      return
    case .down: down += 1
    case .up: down -= 1
    case .dropped, .distrusted: break
    }
    waiting.append(moment)
  }

  private mutating func flush() -> [RedactedStep] {
    var ends: [Int: Timestamp] = [:]
    for moment in waiting {
      if case .up = moment.kind { ends[moment.contact] = moment.time }
    }
    var start = 0
    while start < waiting.count {
      var end = start + 1
      while end < waiting.count, waiting[end].frame == waiting[start].frame { end += 1 }
      script.write(waiting[start..<end], ends: ends)
      start = end
    }
    waiting.removeAll(keepingCapacity: true)
    defer { faults.removeAll(keepingCapacity: true) }
    return script.takeSteps() + faults
  }
}

/// A line of a redacted capture.
public enum RedactedStep: Hashable, Sendable {
  case step(SourceStep)
  /// A finding of the source, by the name of its rule.
  case fault(String)
}

public import TouchCore

/// A capture as a source of frames: the frames that the recording reader got, or for a capture by
/// another tool those that its events make.
public struct ReplaySource: ~Copyable, FrameSource {
  public enum Pace: Hashable, Sendable {
    /// As fast as possible, with no look at a clock.
    case unpaced
    /// Frames come as far apart as their event times, by CLOCK_MONOTONIC.
    case realTime
  }

  /// As it describes itself, with the ranges of its axes as they are by now.
  public private(set) var panel: Panel
  /// The panel's judged description.
  public private(set) var reading: PanelReading
  /// What is odd about the panel or its description, before any event.
  public private(set) var findings: [Finding.Rule]
  /// How often the panel was opened, or got other ranges: from 1. What is said of it, and where its
  /// positions lie, holds up to the next time.
  public private(set) var opening = 1
  /// The number of frames that were returned: all of `ReplayCounts.frames`, and those that ended
  /// contacts with no SYN_REPORT.
  public private(set) var frameNumber = 0

  private var reader: CaptureReader
  private var assembler: FrameAssembler
  private var check: StreamCheck
  private var remarks = RemarkLog()
  private var clock: ReplayClock?
  private var tally = ReplayCounts()
  /// The contacts that were counted on other panels.
  private var contactsElsewhere = 0
  private var isAtEnd = false
  /// Whether the panel is gone, or has other ranges, and must be opened anew.
  private var mustReopen = false

  /// Opens a capture; `-` is standard input.
  ///
  /// - Parameters:
  ///   - panelFile: a capture or description whose panel is taken in place of the capture's own.
  ///     Without it, a capture that describes none is read twice, for the ranges of its events.
  ///   - device: see `CaptureReader`.
  public init(
    opening file: String, panelFrom panelFile: String? = nil, device: Int? = nil,
    pace: Pace = .unpaced
  ) throws(CaptureError) {
    var given: Panel?
    if let panelFile { given = try CaptureReader.panel(from: panelFile) }
    try self.init(CaptureReader(opening: file, device: device), panel: given, pace: pace)
  }

  /// Replays what the reader has yet to read.
  public init(
    _ capture: consuming CaptureReader, panel given: Panel? = nil, pace: Pace = .unpaced
  ) throws(CaptureError) {
    let (panel, reading) =
      if let given {
        (given, try Self.reading(of: given, file: capture.file))
      } else {
        try capture.completePanel()
      }
    self.panel = panel
    self.reading = reading
    findings = capture.device.kind.findings + reading.findings
    assembler = FrameAssembler(reading)
    check = StreamCheck(panel, reading)
    clock = pace == .realTime ? ReplayClock() : nil
    reader = capture
  }

  private static func reading(
    of panel: Panel, file: String
  ) throws(CaptureError) -> PanelReading {
    do throws(PanelError) {
      return try PanelReading(panel)
    } catch {
      throw .unusablePanel(file: file, error)
    }
  }

  /// The file as errors name it.
  public var file: String { reader.file }
  /// The capture's format, with its version where the file tells it.
  public var format: String { reader.format }
  public var notes: CaptureNotes { reader.notes }
  /// The devices of the capture, as far as it was read.
  public var devices: [CaptureDevice] { reader.devices }
  /// The device whose events are replayed.
  public var device: CaptureDevice { reader.device }
  /// The line of the last event, or other step, of the newest frame, from 1.
  public var line: Int { reader.line }

  /// What is done about noise; to be set before the first frame.
  public var filters: NoiseFilters {
    get { assembler.filters }
    set { assembler.filters = newValue }
  }

  public var counts: ReplayCounts {
    var counts = tally
    counts.contacts = assembler.contactCount - contactsElsewhere
    counts.skippedLines = reader.skippedLines
    counts.remarks = reader.remarkCount + remarks.count
    return counts
  }

  /// Returns what was assumed, skipped or unknown since the last call. Those that came with a frame
  /// are told once it was returned, those of the header before the first.
  public mutating func takeRemarks() -> [CaptureRemark] {
    let own = remarks.take()
    let read = reader.takeRemarks()
    return own.isEmpty ? read : (read + own).sorted { $0.line < $1.line }
  }

  /// Returns the next frame; nil at the end. Contacts that are down by then end as `endOfCapture`,
  /// in a frame of their own. After an error there are no more.
  public mutating func nextFrame() throws(CaptureError) -> Frame? {
    while !isAtEnd {
      let next: SourceStep?
      do throws(CaptureError) {
        next = try reader.nextStep()
        guard let step = next else { break }
        guard try take(step) else { continue }
      } catch {
        isAtEnd = true
        throw error
      }
      return deliver(assembler.frame)
    }
    guard !isAtEnd else { return nil }
    isAtEnd = true
    return endCapture()
  }

  /// Returns what the recording reader read or did next, nil at the end: for a replay into the kernel,
  /// which makes frames of it itself. Don't mix it with `nextFrame()`.
  public mutating func nextStep() throws(CaptureError) -> SourceStep? {
    try reader.nextStep()
  }

  /// Whether the step completed a frame.
  private mutating func take(_ step: SourceStep) throws(CaptureError) -> Bool {
    if mustReopen, !step.isRange { try reopen() }
    switch step {
    case .event(let event):
      return take(event)
    case .state(let table, let isSettled):
      guard assembler.downCount == 0 else {
        throw .damagedComment(file: file, line: reader.line)
      }
      check.noteState()
      assembler.adopt(table, isSettled: isSettled)
      tally.mostAtOnce = max(tally.mostAtOnce, assembler.downCount)
      return false
    case .settled:
      assembler.settle()
      return false
    case .distrusted(let time):
      assembler.distrust(at: time)
      return true
    case .readBoundary:
      return false
    case .discarded(let events):
      (tally.discarded, _) = tally.discarded.addingReportingOverflow(events)
      return false
    case .ended(let reason, let time):
      assembler.endAll(reason, at: time)
      mustReopen = reason == .removed
      // With nothing down it was no frame to the reader either.
      return assembler.frame.tellsSomething
    case .range(let axis, let range):
      guard assembler.downCount == 0 else {
        throw .damagedComment(file: file, line: reader.line)
      }
      panel.axes[axis] = range
      mustReopen = true
      return false
    case .counted(let contacts):
      guard contacts >= assembler.contactCount else {
        throw .damagedComment(file: file, line: reader.line)
      }
      contactsElsewhere += contacts - assembler.contactCount
      assembler.continueCount(from: contacts)
      return false
    }
  }

  private mutating func take(_ event: InputEvent) -> Bool {
    check.take(event, line: reader.line, into: &remarks)
    tally.events += 1
    if event.isReport { tally.frames += 1 }
    let step = assembler.feed(event)
    tally.mostAtOnce = max(tally.mostAtOnce, assembler.downCount)
    switch step {
    case .more:
      return false
    case .frame:
      return true
    case .dropped:
      if assembler.frame.findings.contains(where: { $0.rule == .dropped }) { tally.dropped += 1 }
      // A drop from before the first contact is none to the reader either.
      return assembler.frame.tellsSomething
    }
  }

  /// A panel that comes back, or has other ranges, is opened anew; only the count of contacts goes on.
  private mutating func reopen() throws(CaptureError) {
    reading = try Self.reading(of: panel, file: file)
    findings = reading.findings
    let filters = assembler.filters
    assembler = FrameAssembler(reading, contactsBefore: assembler.contactCount)
    assembler.filters = filters
    opening += 1
    mustReopen = false
  }

  private mutating func endCapture() -> Frame? {
    if assembler.isInsideFrame { remarks.add(.endsInMidFrame, line: reader.line) }
    return assembler.endCapture().map { deliver($0) }
  }

  private mutating func deliver(_ frame: Frame) -> Frame {
    frameNumber += 1
    tally.findings += frame.findings.count
    clock?.wait(until: frame.time)
    return frame
  }
}

extension SourceStep {
  fileprivate var isRange: Bool {
    if case .range = self { return true }
    return false
  }
}

import TouchCaptures
import TouchCore
import TouchSource

/// The frames of one panel, or of captures that stand for it.
struct PanelFrames: ~Copyable {
  enum Arrival {
    case frame(Frame)
    case deadlinePassed
    /// The descriptor that is watched beside the panel is readable.
    case woken
    case signal(Int32)
    /// The panel is another by now, or has other ranges.
    case changed
    case end
  }

  private(set) var panel: Panel
  private(set) var reading: PanelReading
  /// Nil for captures.
  private(set) var device: PanelDevice?
  private var seat: SeatReader?
  private let signals: Signals
  private var wakes: Wakes?
  private var number = 0
  private var source: ReplaySource?
  private var files: ArraySlice<String>
  private let read: ReadOptions

  /// - Parameter grabs: whether others see nothing of the panel meanwhile.
  static func open(
    _ files: [String], _ read: ReadOptions, for verb: String, grabs: Bool
  ) throws(Failure) -> PanelFrames {
    try Preconditions.demand(files: files)
    let signals = try Signals()
    if let first = files.first {
      let source = try read.capture(first)
      return PanelFrames(source, files.dropFirst(), read, signals)
    }
    try Preconditions.demand(panel: read.panel)
    let seat = try SeatReader.open(read, grabs: grabs)
    let panels = seat.panels.filter { !$0.isIgnored }
    guard let panel = panels.first else {
      throw Failure(SourceError.noPanel(seat: PanelDevice.defaultSeat))
    }
    guard panels.count == 1 else {
      let names = panels.map(\.device.stableName).joined(separator: ", ")
      throw Failure(usageOf: verb, "several panels: choose one with --panel: \(names)")
    }
    return PanelFrames(seat, panel, read, signals)
  }

  private init(
    _ source: consuming ReplaySource, _ rest: ArraySlice<String>, _ read: ReadOptions,
    _ signals: consuming Signals
  ) {
    (panel, reading, device) = (source.panel, source.reading, nil)
    self.source = consume source
    seat = nil
    wakes = nil
    (files, self.read) = (rest, read)
    self.signals = signals
  }

  private init(
    _ seat: consuming SeatReader, _ panel: SeatPanel, _ read: ReadOptions,
    _ signals: consuming Signals
  ) {
    (self.panel, reading, device, number) = (
      panel.panel, panel.reading, panel.device, panel.number
    )
    self.seat = consume seat
    source = nil
    wakes = nil
    (files, self.read) = ([], read)
    self.signals = signals
  }

  /// Has `next` end, from now on, when the descriptor is readable.
  mutating func watch(_ descriptor: Int32) throws(Failure) {
    let wakes = try Wakes()
    try wakes.watch(readable: signals.descriptor)
    try wakes.watch(readable: descriptor)
    self.wakes = consume wakes
  }

  /// Waits for what comes next; captures do not wait.
  mutating func next(until deadline: Timestamp? = nil) throws(Failure) -> Arrival {
    if source != nil { return try nextOfCaptures() }
    while true {
      let descriptor = wakes?.descriptor ?? signals.descriptor
      guard let arrival = try seat?.arrival(until: deadline, orReadable: descriptor) else {
        return .end
      }
      switch arrival {
      case .frame(let frame) where frame.panel == number: return .frame(frame)
      case .deadlinePassed: return .deadlinePassed
      case .woken:
        return signals.received().map { .signal($0) } ?? .woken
      case .panelRemoved(number, let reason):
        warn("the panel is gone (\(reason.rawValue)); waiting for it")
      case .panelFailed(_, let error): warn("\(error)")
      case .panelAdded(let panel) where panel.number == number,
        .panelChanged(let panel) where panel.number == number:
        let isSame = panel.reading == reading
        (self.panel, reading, device) = (panel.panel, panel.reading, panel.device)
        if !isSame { return .changed }
      default: break
      }
    }
  }

  private mutating func nextOfCaptures() throws(Failure) -> Arrival {
    while true {
      let frame: Frame?
      do throws(CaptureError) { frame = try source?.nextFrame() } catch { throw Failure(error) }
      if let frame { return .frame(frame) }
      guard let file = files.popFirst() else { return .end }
      let next = try read.capture(file)
      let isSame = next.reading == reading
      (panel, reading) = (next.panel, next.reading)
      source = consume next
      if !isSame { return .changed }
    }
  }
}

import TouchCore
import TouchSource

/// The panels of a seat that are watched for some seconds: what their frames tell of their health.
struct PanelWatch: ~Copyable {
  /// A panel that was open, and what was seen of it.
  struct Watched {
    var panel: SeatPanel
    var health = PanelHealth()
    /// Why it is gone, if it is.
    var end: EndReason?
  }

  private(set) var panels: [Watched] = []
  /// Those that could not be opened or read, and why.
  private(set) var failed: [(device: PanelDevice, error: SourceError)] = []
  private var seat: SeatReader
  private let signals: Signals

  private init(_ seat: consuming SeatReader, _ signals: consuming Signals) {
    self.seat = seat
    self.signals = signals
  }

  /// Opens the panels of the seat, or the one that was named; what cannot be opened is among `failed`.
  static func open(_ read: ReadOptions) throws(Failure) -> PanelWatch {
    let signals = try Signals()
    var settings = SeatReader.Settings()
    settings.selector = read.panel.map { PanelSelector($0) }
    settings.passesFailures = true
    let seat: SeatReader
    do throws(SourceError) { seat = try .open(settings) } catch { throw Failure(error) }
    var watch = PanelWatch(seat, signals)
    try watch.watch(seconds: 0) { _ in }
    return watch
  }

  /// Watches for so long; each frame is handed to `body`.
  mutating func watch(
    seconds: Double, _ body: (borrowing Frame) throws(Failure) -> Void
  ) throws(Failure) {
    let deadline = MonotonicClock.now().advanced(microseconds: Int64(seconds * 1e6))
    while true {
      switch try seat.arrival(until: deadline, or: signals) {
      case .deadlinePassed: return
      case .woken:
        if let signal = signals.received() { throw Failure(signal: signal) }
      case .panelAdded(let panel) where !panel.isIgnored:
        if let index = index(of: panel.number) {
          (panels[index].panel, panels[index].end) = (panel, nil)
        } else {
          panels.append(Watched(panel: panel))
        }
      case .panelChanged(let panel):
        if let index = index(of: panel.number) { panels[index].panel = panel }
      case .panelRemoved(let number, let reason):
        if let index = index(of: number) { panels[index].end = reason }
      case .panelFailed(let device, let error):
        failed.removeAll { $0.device.stableName == device.stableName }
        failed.append((device, error))
      case .frame(let frame):
        if let index = index(of: frame.panel) { panels[index].health.take(frame) }
        try body(frame)
      case .panelAdded: break
      }
    }
  }

  private func index(of number: Int) -> Int? {
    panels.firstIndex { $0.panel.number == number }
  }
}

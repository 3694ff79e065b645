public import TouchCore

/// All touch panels of a seat, or one that was chosen: their frames in the order in which they were
/// read, and the panels that come and go.
///
/// A panel that goes ends its contacts as removed and is waited for; one that is revoked, or may not be
/// opened, is tried again each second. Contacts are counted over all of
/// them together.
public struct SeatReader: ~Copyable {
  public struct Settings: Hashable, Sendable {
    public var seat = PanelDevice.defaultSeat
    /// The panel that is read; nil for all of the seat.
    public var selector: PanelSelector?
    /// Whether panels are grabbed, those too that were not chosen.
    public var grabs = false
    /// Whether it is no error that no panel, or not the chosen one, is there at first.
    public var waitsForPanels = true
    /// What is done about noise, on all panels.
    public var filters = NoiseFilters.none
    /// Whether a panel that cannot be opened at first is told of as failed, and is no error.
    public var passesFailures = false
    /// For a recorder, which must take the steps of each panel now and then: they pile up.
    public var keepsSteps = false
    /// Whether the times of reads are kept.
    package var keepsTimes = false

    public init() {}
  }

  /// What a wait ended with.
  public enum Arrival: Sendable {
    case panelAdded(SeatPanel)
    /// Its axes have other ranges now; its contacts ended before.
    case panelChanged(SeatPanel)
    /// It gives nothing any more; its contacts ended before.
    case panelRemoved(number: Int, EndReason)
    /// A panel could not be opened, grabbed or read, and is left alone. If it was told as added, it is
    /// told as removed next.
    case panelFailed(PanelDevice, SourceError)
    case frame(Frame)
    /// The extra descriptor is readable, or its other side is gone.
    case woken
    case deadlinePassed
  }

  /// A panel that is there and not open.
  struct Barred {
    let device: PanelDevice
    /// Whether its failure was told.
    var isTold: Bool
  }

  public internal(set) var settings: Settings
  let kept: KeptNodes?
  let finder: PanelFinder
  let monitor: PanelMonitor
  /// The panels that are open, in the order in which they came.
  var opened: [OpenPanel] = []
  /// The number of each panel that was ever open, by stable name.
  var numbers: [String: Int] = [:]
  /// The stable name of the panel that was chosen, once it was found.
  var chosen: String?
  var pending: [Arrival] = []
  /// The steps, by number, of panels that are gone, as far as they were not taken.
  var lastSteps: [Int: [SourceStep]] = [:]
  /// Panels that are there and not open, since they were revoked, may not be opened, have another's
  /// grab or cannot be read; and when those of them are tried again of which nobody says when that ends.
  var barred: [Barred] = []
  var retryTime: Timestamp?
  /// The number of contacts that began so far, on all panels.
  public internal(set) var contactCount = 0
  private var readiness = Readiness(places: 2)
  /// The newest time that is known.
  private var time = Timestamp(microseconds: 0)
  /// The place in `opened` that is looked at first, so that no panel keeps the others waiting.
  private var first = 0

  /// Opens what is there. Each panel is told as added before its first frame.
  ///
  /// `kept` are panels that an earlier process had grabbed.
  /// - Throws: `SourceError` of a panel that cannot be opened or grabbed; if it does not wait for
  ///   panels, `.noPanel`, and what `PanelFinder.panel(_:)` throws for the one that was chosen.
  public static func open(
    _ settings: Settings = Settings(), from kept: KeptNodes? = nil
  ) throws(SourceError) -> SeatReader {
    // Listens before it looks, so that nothing comes in between unseen.
    var reader = SeatReader(settings, try .listen(seat: settings.seat), kept)
    try reader.openAll()
    return reader
  }

  private init(_ settings: Settings, _ monitor: consuming PanelMonitor, _ kept: KeptNodes?) {
    self.settings = settings
    self.kept = kept
    self.monitor = monitor
    finder = PanelFinder(seat: settings.seat)
  }

  public var panels: [SeatPanel] { opened.map(\.summary) }

  /// Whether nobody else gets a touch of any panel that is open.
  public var isGrabbed: Bool {
    for index in opened.indices where !opened[index].live.isGrabbed { return false }
    return true
  }

  /// The panels that are grabbed, and the descriptors that hold the grabs: copies hold them as well.
  public var grabs: [(panel: Int, descriptor: CInt)] {
    opened.filter { $0.live.isGrabbed }.map { ($0.number, $0.live.evdev.descriptor) }
  }

  /// The number of contacts that are down, inherited ones included.
  public var downCount: Int { opened.reduce(0) { $0 + $1.live.downCount } }

  /// Overwrites what was read and is used up, on all panels.
  public mutating func wipe() {
    for panel in opened { panel.live.wipe() }
  }

  /// When the newest read of the panel was, if that is kept and the panel is there.
  package func readTimes(ofPanel number: Int) -> ReadTimes? {
    opened.first { $0.number == number }?.live.readTimes
  }

  /// Takes the steps that were kept of the panel.
  public mutating func takeSteps(ofPanel number: Int) -> [SourceStep] {
    let last = lastSteps.removeValue(forKey: number) ?? []
    let panel = opened.first { $0.number == number }
    return last + (panel?.live.takeSteps() ?? [])
  }

  /// Waits for what comes next: a panel, a frame, a descriptor of the caller's, or a deadline.
  ///
  /// - Parameters:
  ///   - deadline: a moment of CLOCK_MONOTONIC.
  ///   - descriptor: such as one end of a pipe that a signal writes to; it is not read.
  /// - Throws: `SourceError.system`.
  public mutating func next(
    until deadline: Timestamp? = nil, orReadable descriptor: CInt? = nil
  ) throws(SourceError) -> Arrival {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if let frame = stepPanels() { return .frame(frame) }
      if !pending.isEmpty { continue }
      if let retryTime, retryTime <= MonotonicClock.now() {
        retryBarred()
        continue
      }
      guard try wait(until: deadline, orReadable: descriptor) else {
        if let deadline, deadline <= MonotonicClock.now() { return .deadlinePassed }
        continue
      }
      if readiness.state(at: 0) != .quiet { return .woken }
      if readiness.state(at: 1) != .quiet { try takeChanges() }
    }
  }

  /// Ends what is down on a panel as the end of a capture does, for a recorder that stops; nil if
  /// nothing is.
  public mutating func endCapture(ofPanel number: Int) -> Frame? {
    guard let panel = opened.first(where: { $0.number == number }) else { return nil }
    panel.live.continueCount(from: contactCount)
    return panel.live.endCapture()
  }

  private mutating func wait(
    until deadline: Timestamp?, orReadable descriptor: CInt?
  ) throws(SourceError) -> Bool {
    readiness.resize(places: 2 + opened.count)
    readiness.watch(descriptor, at: 0)
    readiness.watch(monitor.descriptor, at: 1)
    var deadline = earliest(deadline, retryTime)
    var silenceLeft: Int64?
    shareTime()
    for index in opened.indices {
      readiness.watch(opened[index].live.evdev.descriptor, at: 2 + index)
      deadline = earliest(deadline, opened[index].live.grabTime)
      if let left = opened[index].live.silenceLeft { silenceLeft = min(silenceLeft ?? left, left) }
    }
    do throws(SystemError) {
      let isReady = try readiness.wait(until: deadline, atMost: silenceLeft)
      if !isReady || readiness.state(at: 0) != .quiet || readiness.state(at: 1) != .quiet {
        time = MonotonicClock.now()
      }
      guard isReady else {
        shareTime()
        return false
      }
    } catch {
      throw .system(error, node: nil)
    }
    for index in opened.indices { opened[index].state = readiness.state(at: 2 + index) }
    return true
  }

  /// A panel that is silent hears of the time from those that are not.
  private mutating func shareTime() {
    for index in opened.indices { time = max(time, opened[index].live.latest) }
    for index in opened.indices { opened[index].live.latest = time }
  }

  /// Goes on with what was read of the panels, and reads once from each that can be read.
  private mutating func stepPanels() -> Frame? {
    for offset in opened.indices {
      let index = (first + offset) % opened.count
      let panel = opened[index]
      if let frame = step(panel) {
        first = index + 1
        return frame
      }
      if !pending.isEmpty { return nil }
    }
    return nil
  }

  private mutating func step(_ panel: OpenPanel) -> Frame? {
    while true {
      do throws(SourceError) {
        panel.live.continueCount(from: contactCount)
        defer { contactCount = panel.live.contactCount }
        switch try panel.live.step() {
        case .frame(let frame):
          if !panel.isIgnored { return frame }
        case .ended(let reason):
          close(panel, reason)
          return nil
        case .drained:
          guard panel.state != .quiet else { return nil }
          let state = panel.state
          panel.state = .quiet
          try panel.live.take(state)
        }
      } catch {
        bar(panel.device, error)
        panel.live.trust.mustEnd(.removed)
      }
    }
  }
}

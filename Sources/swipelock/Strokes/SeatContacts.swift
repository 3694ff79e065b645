import Glibc
import LockCore
import TouchCore
import TouchSource

/// The contacts on the panels of a seat, which are grabbed meanwhile: any of them may draw.
struct SeatContacts: ContactFeed, ~Copyable {
  let grid: DotGrid
  private var seat: SeatReader
  private let kiosk: Kiosk?
  private let signals: Signals
  private let wakes: Wakes
  private let faces: Faces
  private let read: ReadOptions
  private let options: GridOptions
  private let rules: PatternRules
  private var fits: [Int: GridFit] = [:]
  /// What is still to be handed on of the newest frame.
  private var changes: [ContactChange] = []
  private var taken = 0
  private var frameTime = Timestamp(microseconds: 0)
  private var panel = 0
  /// The panels of which nobody need be told that they came.
  private var panelsAtStart: Int
  private var recorder: FlightRecorder?
  /// Whether a panel is there whose grab nobody keeps yet.
  private var awaitsGrab = true
  private var timings: Timings?

  /// What a panel that is yet to come is fitted onto.
  private static let standardView = ViewSize(width: 1000, height: 1000)

  init(
    _ seat: consuming SeatReader, _ signals: consuming Signals, _ read: ReadOptions,
    _ options: GridOptions, _ rules: PatternRules, ring: RingOptions? = nil, faces: Faces,
    kiosk: Kiosk?, _ timings: Timings? = nil
  ) throws(Failure) {
    let wakes = try Wakes()
    try wakes.watch(readable: signals.descriptor)
    try wakes.watch(readable: faces.descriptor)
    if let descriptor = kiosk?.descriptor { try wakes.watch(readable: descriptor) }
    if seat.panels.isEmpty {
      warn("no touch panel yet; waiting for one")
      kiosk?.bulletin.lose(.noPanel)
    }
    self.kiosk = kiosk
    panelsAtStart = seat.panels.count
    let first = seat.panels.first { !$0.isIgnored }
    var read = read
    let display = faces.view(of: first?.device, millimetres: first?.reading.millimetres)
    // Without millimetres a display tells better than the axes what the glass is like.
    if first?.reading.millimetres == nil { read.view = read.view ?? display }
    let view = first.map { Self.mapping(of: $0, read).view } ?? read.view ?? Self.standardView
    // What is seen on a display is touched there, whatever shape the axes of a later panel tell.
    if faces.hasScreen { read.view = view }
    grid = options.grid(rules, in: view)
    faces.place(grid, of: view)
    self.wakes = wakes
    self.faces = faces
    self.signals = signals
    self.seat = seat
    self.read = read
    self.options = options
    self.rules = rules
    if let ring { recorder = FlightRecorder(ring) } else { recorder = nil }
    self.timings = timings
  }

  var now: Timestamp { MonotonicClock.now() }

  var isHeld: Bool { seat.isGrabbed }

  mutating func next(until deadline: Timestamp?) throws(Failure) -> ContactArrival {
    while true {
      if taken < changes.count {
        taken += 1
        let change = changes[taken - 1]
        return .contact(change, at: fits[panel]?.point(of: change.contact), time: frameTime)
      }
      if awaitsGrab, seat.isGrabbed {
        awaitsGrab = false
        for grab in seat.grabs { kiosk?.keep(panel: grab.descriptor) }
        return .woken
      }
      timings?.end()
      kiosk?.tick(at: now)
      let due = [deadline, recorder?.due, kiosk?.due].compactMap { $0 }.min()
      switch try seat.arrival(until: due, orReadable: wakes.descriptor) {
      case .woken:
        guard let signal = signals.received() else {
          kiosk?.process()
          let mustShow = faces.process()
          for delay in faces.takeDelays() { timings?.noteShown(delay) }
          if mustShow { return .woken }
          continue
        }
        guard signal == SIGUSR1 else { return .signal(signal) }
        if recorder == nil { warn("SIGUSR1: nothing to write, since there is no --ring") }
        recorder?.write("SIGUSR1")
      case .deadlinePassed:
        recorder?.writeIfDue()
        if let deadline, deadline <= now { return .deadlinePassed }
      case .frame(let frame): take(frame)
      case .panelAdded(let panel), .panelChanged(let panel): take(panel)
      case .panelRemoved(let number, let reason):
        fits[number] = nil
        warn("a panel is gone (\(reason.rawValue)); waiting for it")
        kiosk?.bulletin.panelLost(reason.rawValue, isLast: seat.panels.isEmpty)
        recorder?.noteFault(reason.rawValue)
      case .panelFailed(_, let error):
        warn("\(error)")
        kiosk?.bulletin.lose(.panelNotGrabbed)
        recorder?.noteFault("panel failed")
      }
    }
  }

  private mutating func take(_ frame: Frame) {
    timings?.begin(frame, of: seat)
    if timings != nil { faces.note(event: frame.time) }
    recorder?.take(frame)
    // A copy of our own, which can be wiped.
    changes.removeAll(keepingCapacity: true)
    changes.append(contentsOf: frame.changes)
    (taken, frameTime, panel) = (0, frame.time, frame.panel)
    for finding in frame.findings where finding.rule.concernsOthers {
      warn("\(finding.rule.text)")
    }
  }

  private mutating func take(_ panel: SeatPanel) {
    awaitsGrab = true
    guard !panel.isIgnored else { return }
    kiosk?.bulletin.panelCame(panel.device.stableName, isNew: panelsAtStart > 0)
    recorder?.know(panel)
    let mapping = Self.mapping(of: panel, read)
    fits[panel.number] = GridFit(mapping, options.grid(rules, in: mapping.view), onto: grid)
    if panelsAtStart > 0 {
      panelsAtStart -= 1
    } else {
      warn("\(panel.device.node) is there: \(panel.panel.name)")
    }
  }

  private static func mapping(of panel: SeatPanel, _ read: ReadOptions) -> ViewMapping {
    read.mapping(panel.reading, udevCalibration: panel.device.calibration)
  }

  mutating func wipe() {
    guard taken == changes.count else { return }
    changes.wipe()
    taken = 0
    seat.wipe()
  }

  mutating func noteFault(_ what: String) { recorder?.noteFault(what) }
  mutating func noteQuestion() { timings?.noteQuestion() }
  mutating func noteDecision() { timings?.noteDecision() }

  /// Gives the panels back, once the fingers are lifted or 2 s have passed, and closes them. Signals
  /// do again what they did before.
  consuming func finish() throws(Failure) {
    timings?.end()
    if let timings { warn(timings.text) }
    recorder?.wipe()
    do throws(SourceError) {
      for finding in try seat.release(orReadable: signals.descriptor) {
        warn("\(finding.rule.text)")
      }
    } catch {
      throw Failure(error)
    }
    changes.wipe()
    seat.wipe()
  }
}

extension Finding.Rule {
  /// Whether somebody at a lock should hear of it at once.
  fileprivate var concernsOthers: Bool {
    switch self {
    case .grabbedWhileDown, .releasedWhileDown, .dropped, .stateDisagrees: true
    default: false
    }
  }
}

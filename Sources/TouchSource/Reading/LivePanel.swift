import Glibc
public import TouchCore

/// A touch panel that is open: its events as frames, as they happen.
///
/// Contacts that are down at open are inherited. After SYN_DROPPED every contact ends as dropped and
/// what is down is asked for anew; until a second answer agrees with what the events built, contacts
/// that begin are inherited too. Closing it, or the process's end, gives a grab back.
public struct LivePanel: ~Copyable {
  /// What a wait ended with.
  public enum Arrival: Sendable {
    case frame(Frame)
    /// The extra descriptor is readable, or its other side is gone.
    case woken
    case deadlinePassed
    /// The panel is gone; its contacts have ended in a frame before.
    case ended(EndReason)
  }

  /// What a step without waiting led to.
  enum Progress {
    case frame(Frame)
    /// All that was read is used up.
    case drained
    case ended(EndReason)
  }

  /// How far the slots are believed.
  enum Trust {
    case full
    /// The state must be asked for before the next event is taken.
    case mustAsk
    /// The queue would not stay empty: the state is asked for at the next SYN_REPORT.
    case mustAskAtReport
    /// The state was adopted after a drop; no whole frame came since.
    case awaitsFrame(disagreements: Int)
    /// A frame came: ask again as soon as the queue is empty.
    case awaitsAgreement(disagreements: Int)
    /// The device is gone or given up, and its contacts must be ended; nil finds out why.
    case mustEnd(EndReason?)
    /// The device is gone.
    case over(EndReason)
  }

  /// Who gets the device's events, besides us.
  enum Grip {
    case shared
    /// Others still hold the contacts that are down; at the deadline it is grabbed all the same.
    case grabbing(by: Timestamp)
    case grabbed
  }

  public let device: PanelDevice
  var evdev: EvdevDevice
  var buffer: EventBuffer
  var assembler: FrameAssembler
  var trust = Trust.full
  var grip = Grip.shared
  /// A SYN_REPORT that is fed after the end that it brought.
  var heldReport: InputEvent?
  var readiness = Readiness(places: 2)

  /// When events were read last, by CLOCK_MONOTONIC.
  var heard: Timestamp
  /// The newest time that is known; it is asked for with each read, and after waits in vain.
  var latest: Timestamp
  /// After so many microseconds with nothing read while contacts are down, the kernel is asked whether
  /// it holds them: a lift may have got lost with no word of a drop.
  package var longestSilence: Int64 = 10_000_000

  /// Whether `readTimes` is kept, which costs two looks at the clock a read.
  package var keepsTimes = false
  /// When the newest read was, if that is kept.
  package internal(set) var readTimes = ReadTimes()

  /// Whether the steps are kept.
  public let keepsSteps: Bool
  /// What was read and done since the last `takeSteps()`; always empty unless it keeps them.
  public private(set) var steps: [SourceStep] = []

  /// Opens the panel, with the event clock set to CLOCK_MONOTONIC before anything is read.
  ///
  /// - Parameters:
  ///   - number: what the frames bear as their panel.
  ///   - contactsBefore: the number of contacts that were counted before.
  ///   - keepsSteps: for a recorder, which must take them after each frame.
  ///   - isBack: whether it was open before, so that a recorder must hear of its ranges.
  ///   - kept: where the node may be, open and grabbed; then what is down is inherited, and so is what
  ///     begins until a whole frame was read and the kernel asked again.
  /// - Throws: `SourceError`: `.noNode`, `.noPermission`, `.notEvdev`, `.gone`, `.replaced`,
  ///   `.unreadable` or `.system`.
  public static func open(
    _ device: PanelDevice, number: Int = 0, contactsBefore: Int = 0, keepsSteps: Bool = false,
    isBack: Bool = false, from kept: KeptNodes? = nil
  ) throws(SourceError) -> LivePanel {
    let node = kept?.take(device.number)
    let isKept = node != nil
    let evdev = try device.open(node)
    let reading = try device.judge(evdev.panel)
    var live = LivePanel(
      device, evdev,
      FrameAssembler(reading, panel: number), keepsSteps)
    if isBack { live.noteRanges() }
    live.continueCount(from: contactsBefore)
    do throws(SystemError) {
      if isKept {
        try live.evdev.grabKept()
        live.grip = .grabbed
      }
      // Settled: the kernel hands whole frames to its readers, and each event that comes after an
      // answer on an empty queue is in it already or is new. In a queue that was kept half a frame
      // may wait.
      try live.askState(isSettled: !isKept)
    } catch {
      throw SourceError(opening: device.node, error)
    }
    return live
  }

  private init(
    _ device: PanelDevice, _ evdev: consuming EvdevDevice, _ assembler: consuming FrameAssembler,
    _ keepsSteps: Bool
  ) {
    self.device = device
    self.keepsSteps = keepsSteps
    heard = MonotonicClock.now()
    latest = heard
    self.assembler = assembler
    buffer = EventBuffer(capacity: EventBuffer.ringSize(for: evdev.panel))
    self.evdev = evdev
  }

  /// What is done about noise; to be set before the first frame.
  public var filters: NoiseFilters {
    get { assembler.filters }
    set { assembler.filters = newValue }
  }

  /// The panel as it describes itself.
  public var panel: Panel { evdev.panel }
  public var reading: PanelReading { assembler.reading }
  /// The number of contacts that are down, inherited ones included.
  public var downCount: Int { assembler.downCount }
  /// The number of contacts that began so far, those before this panel included.
  public var contactCount: Int { assembler.contactCount }

  /// Overwrites what was read and is used up: where fingers were is as secret as the pattern that they
  /// drew. Of each slot the last position stays, since the kernel tells only what changes.
  public mutating func wipe() {
    buffer.wipe()
    assembler.wipe()
  }

  /// Takes the steps that were kept.
  public mutating func takeSteps() -> [SourceStep] {
    defer { steps.removeAll(keepingCapacity: true) }
    return steps
  }

  /// Counts on from `count`, where several panels count their contacts together.
  mutating func continueCount(from count: Int) {
    guard count != contactCount else { return }
    assembler.continueCount(from: count)
    note(.counted(count))
  }

  mutating func noteRanges() {
    for (axis, range) in panel.axes.sorted(by: { $0.key < $1.key }) {
      note(.range(axis: axis, range))
    }
  }

  mutating func note(_ step: @autoclosure () -> SourceStep) {
    if keepsSteps { steps.append(step()) }
  }
}

extension LivePanel: FrameSource {
  /// Returns the next frame, nil when the panel is gone. It blocks until one of them.
  ///
  /// - Throws: `SourceError.grabbed` if a grab that was waited with failed, or `.system`.
  public mutating func nextFrame() throws(SourceError) -> Frame? {
    while true {
      switch try next() {
      case .frame(let frame): return frame
      case .ended: return nil
      case .woken, .deadlinePassed: continue
      }
    }
  }

  /// Waits for the next frame, for a descriptor of the caller's, or for a deadline.
  ///
  /// - Parameters:
  ///   - deadline: a moment of CLOCK_MONOTONIC.
  ///   - descriptor: such as one end of a pipe that a signal writes to; it is not read.
  /// - Throws: as `nextFrame()`.
  public mutating func next(
    until deadline: Timestamp? = nil, orReadable descriptor: CInt? = nil
  ) throws(SourceError) -> Arrival {
    readiness.watch(evdev.descriptor, at: 0)
    readiness.watch(descriptor, at: 1)
    while true {
      switch try step() {
      case .frame(let frame): return .frame(frame)
      case .ended(let reason): return .ended(reason)
      case .drained: break
      }
      let isReady: Bool
      do throws(SystemError) {
        isReady = try readiness.wait(
          until: earliest(deadline, grabTime), atMost: silenceLeft)
      } catch {
        throw SourceError(using: device.node, error)
      }
      let isWoken = readiness.state(at: 1) != .quiet
      if !isReady || isWoken { latest = MonotonicClock.now() }
      if !isReady, let deadline, deadline <= latest { return .deadlinePassed }
      if isWoken { return .woken }
      try take(readiness.state(at: 0))
    }
  }
}

import Glibc
import TouchCaptures
import TouchCore
import TouchSource

/// A capture that is replayed into the kernel: its panel is made anew, and its events come out of that
/// as far apart as they were recorded.
struct UinputReplay: ~Copyable {
  private var source: ReplaySource
  /// Seconds that a program has after it opened the panel.
  private let delay: Double
  private var device: VirtualPanel?
  private var node = ""
  private var clock = ReplayClock()
  private var hasBegun = false
  private var events = 0

  /// Seconds for readers at the end: what they have not read when the panel goes is lost to them.
  private static let rest = 0.5
  /// Seconds between two looks for who has the panel open.
  private static let look = 0.2
  private static let mostLooks = 50

  init(_ source: consuming ReplaySource, delay: Double) {
    self.source = source
    self.delay = delay
  }

  mutating func run(to output: inout Output) throws(Failure) {
    while let step = try nextStep() {
      if case .ended(.removed, _) = step {
        device = nil
        continue
      }
      if device == nil { try plugIn(tellingOn: &output) }
      if case .event(let event) = step { wait(for: event) }
      do throws(VirtualPanelError) { try device?.take(step) } catch { throw Failure(error) }
    }
    Self.pause(Self.rest)
    try output.say("\(source.file): \(events) events replayed")
  }

  private mutating func nextStep() throws(Failure) -> SourceStep? {
    do throws(CaptureError) { return try source.nextStep() } catch { throw Failure(error) }
  }

  private mutating func plugIn(tellingOn output: inout Output) throws(Failure) {
    let device: VirtualPanel
    do throws(VirtualPanelError) {
      device = try VirtualPanel(of: source.panel)
    } catch {
      throw Failure(error)
    }
    try output.say("\(source.file): \(source.panel.name) is \(device.node)")
    node = device.node
    self.device = consume device
    hasBegun = false
  }

  /// Waits until the event is due; a frame is handed over by its SYN_REPORT.
  private mutating func wait(for event: InputEvent) {
    if !hasBegun {
      awaitReader()
      Self.pause(delay)
      clock = ReplayClock()
      hasBegun = true
    }
    if event.isReport { clock.wait(until: event.time) }
    events += 1
  }

  /// Waits until a program has the panel open, for 10 s at most. Who has it so at one look only is
  /// udev, or the like, at its own work.
  private func awaitReader() {
    var before: Set<Process> = []
    for _ in 0..<Self.mostLooks {
      let readers = Set(Process.having(open: node))
      guard readers.isDisjoint(with: before) else { return }
      before = readers
      Self.pause(Self.look)
    }
  }

  private static func pause(_ seconds: Double) {
    usleep(UInt32(seconds * 1e6))
  }
}

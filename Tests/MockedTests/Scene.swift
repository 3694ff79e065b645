import Glibc
import TestSupport
import TouchCore
import TouchSource

/// A testbed with one panel, and the events that are written to it.
struct Scene {
  let testbed = Testbed()
  let panel: MockPanel
  var script: EventScript

  init(_ description: Panel = PanelFixture.phone) throws {
    panel = MockPanel(testbed, description)
    script = try EventScript(description)
  }

  func find() throws -> PanelDevice {
    try PanelFinder().panel(.node(panel.node))
  }

  func open() throws -> LivePanel {
    try LivePanel.open(find(), keepsSteps: true)
  }

  /// Writes what the script holds by now, in one piece.
  mutating func play(_ write: (inout EventScript) -> Void) {
    let count = script.events.count
    write(&script)
    panel.write(Array(script.events[count...]))
  }

  /// The device is gone as the kernel has it: first from sysfs, then from its readers.
  func unplug() {
    testbed.remove(panel.sysPath)
    panel.hangUp()
  }
}

/// The next frame in short; `end` where there is none, `nothing` where none comes for 2 s.
func nextSummary(_ live: inout LivePanel) throws -> [String] {
  switch try live.next(until: soon(milliseconds: 2000)) {
  case .frame(let frame): summary(frame)
  case .ended: ["end"]
  case .deadlinePassed, .woken: ["nothing"]
  }
}

/// Reads until nothing comes for 50 ms.
func framesUntilQuiet(_ live: inout LivePanel) throws -> [Frame] {
  var frames: [Frame] = []
  while case .frame(let frame) = try live.next(until: soon()) { frames.append(frame) }
  return frames
}

/// A deadline.
func soon(milliseconds: Int64 = 50) -> Timestamp {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Timestamp(
    seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1000 + milliseconds * 1000)
}

extension SourceStep {
  /// Its case's name, with what tells most.
  var short: String {
    switch self {
    case .event: "event"
    case .state(let table, let isSettled):
      "state \(table.contactCount)\(isSettled ? " settled" : "")"
    case .settled: "settled"
    case .distrusted: "distrusted"
    case .readBoundary(_, let events): "read \(events)"
    case .discarded(let count): "discarded \(count)"
    case .ended(let reason, _): "ended \(reason.rawValue)"
    case .range(let axis, _): "range \(axis)"
    case .counted(let contacts): "counted \(contacts)"
    }
  }
}

/// The steps but the events, in short.
func takeOutline(_ live: inout LivePanel) -> [String] {
  live.takeSteps().map(\.short).filter { $0 != "event" }
}

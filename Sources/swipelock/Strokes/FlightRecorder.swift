import Glibc
import TouchCaptures
import TouchCore
import TouchSource

/// What `--ring` asks for.
struct RingOptions {
  let seconds: Double
  let file: String

  static let all = [
    Option(
      "ring", "SECONDS", "keep the last seconds in memory, redacted; a fault or SIGUSR1 writes them"
    ),
    Option("ring-file", "FILE", "where they are written (default: ring.evemu in the store)"),
  ]
}

/// The last seconds of the panels, for finding out what went wrong at a lock: when contacts came and
/// went, and never where.
///
/// A capture for each panel replaces the one before it: on a kiosk nobody clears up. After a fault it
/// is not written again, but for a signal, until its length has passed, since a panel that goes mad
/// does so without end.
struct FlightRecorder: ~Copyable {
  private var ring: MomentRing
  private let options: RingOptions
  private var panels: [SeatPanel] = []
  private var written: Timestamp?
  /// What is to be written, and when.
  private var pending: (reason: String, due: Timestamp)?

  init(_ options: RingOptions) {
    self.options = options
    ring = MomentRing(
      length: Int64(options.seconds * 1e6), capacity: MomentRing.capacity(for: options.seconds))
  }

  /// When a fault that waits is to be written.
  var due: Timestamp? { pending?.due }

  mutating func know(_ panel: SeatPanel) {
    panels.removeAll { $0.number == panel.number }
    panels.append(panel)
  }

  /// Takes a frame, and writes if it tells of a fault.
  mutating func take(_ frame: borrowing Frame) {
    ring.take(frame)
    for index in frame.findings.indices where frame.findings[index].rule.isFault {
      noteFault(frame.findings[index].rule.name)
    }
  }

  /// Notes that something went wrong, and writes unless it was done just before.
  mutating func noteFault(_ reason: String) {
    guard pending == nil else { return }
    let now = MonotonicClock.now()
    pending = (reason, max(now, written?.advanced(microseconds: ring.length) ?? now))
    writeIfDue()
  }

  /// Writes a fault that has waited for long enough.
  mutating func writeIfDue() {
    guard let (reason, due) = pending, due <= MonotonicClock.now() else { return }
    pending = nil
    written = MonotonicClock.now()
    write(reason)
  }

  /// Writes a capture for each panel. One that cannot be written is told: the lock goes on.
  mutating func write(_ reason: String) {
    for panel in panels {
      let file = panel.number == 0 ? options.file : "\(options.file).\(panel.number)"
      do throws(CaptureError) {
        try write(panel, reason, to: file)
        warn("\(file): the last \(Decimal.text(options.seconds)) s, redacted (\(reason))")
      } catch {
        warn("\(error)")
      }
    }
  }

  private mutating func write(
    _ panel: SeatPanel, _ reason: String, to file: String
  ) throws(CaptureError) {
    let steps = ring.steps(
      ofPanel: panel.number, panel.panel, panel.reading, now: MonotonicClock.now())
    let new = "\(file).new"
    // One that a cut left.
    unsafe unlink(new)
    var writer = try CaptureWriter(
      creating: new, panel: Redactor(panel.panel, panel.reading).panel, notes: .redacted(reason)
    )
    for step in steps { try writer.write(step) }
    try writer.finish()
    guard unsafe rename(new, file) == 0 else {
      throw .openFailed(file: file, errno: errno)
    }
  }

  /// Forgets all.
  mutating func wipe() { ring.wipe() }
}

extension Finding.Rule {
  /// Whether somebody will want to know what went before it.
  fileprivate var isFault: Bool {
    switch self {
    case .dropped, .stateDisagrees, .slotOutOfRange: true
    default: false
    }
  }
}

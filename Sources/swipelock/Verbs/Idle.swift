import LockCore
import LockScreen
import TouchCore
import TouchSource

/// `idle`: waits until nobody touched for so long.
struct Idle: Verb {
  static let name = "idle"
  static let arguments = "SECONDS"
  static let summary = "wait until nobody touched for so long"
  static let explanation = """
    Waits, while others get every touch as ever, until no panel of the seat, or not P, told of a touch \
    for SECONDS. With --blank it then turns the displays off and keeps touches from others, until the \
    first, which turns them on again and reaches nobody.
    """
  static let options =
    [Option("blank", nil, "turn the displays off, until somebody touches")]
    + ReadOptions.ofPanel

  private var read = ReadOptions()
  private var seconds: Double?
  private var blanks = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "blank": blanks = true
    default: _ = try read.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard seconds == nil else { throw UsageError("'\(argument)' is too much") }
    guard let number = Double(argument), (0.001...1e7).contains(number) else {
      throw UsageError("SECONDS are a number over 0, not '\(argument)'")
    }
    seconds = number
  }

  func run() throws(Failure) -> ExitStatus {
    guard let seconds else {
      throw Failure(usageOf: Self.name, "for how long? give SECONDS")
    }
    let signals = try Signals()
    var seat = try SeatReader.open(read, waitsForPanels: read.panel == nil)
    if seat.panels.isEmpty { warn("no touch panel yet; waiting for one") }
    try rest(Int64(seconds * 1_000_000), &seat, signals)
    if blanks { try blank(signals) }
    return .done
  }

  /// Returns once nothing was touched for that many microseconds.
  private func rest(
    _ patience: Int64, _ seat: inout SeatReader, _ signals: borrowing Signals
  ) throws(Failure) {
    var deadline = MonotonicClock.now().advanced(microseconds: patience)
    while true {
      switch try seat.arrival(until: deadline, or: signals) {
      case .frame(let frame):
        // A finger that rests and tells nothing new is nobody who uses the panel.
        guard !frame.changes.isEmpty else { continue }
        deadline = max(deadline, frame.time.advanced(microseconds: patience))
      case .deadlinePassed:
        // What came in the meantime was read before a deadline is told.
        return
      case .woken:
        guard let signal = signals.received() else { continue }
        throw Failure(signal: signal)
      case .panelFailed(_, let error): warn("\(error)")
      case .panelRemoved(_, let reason):
        warn("a panel is gone (\(reason.rawValue)); waiting for it")
      case .panelAdded, .panelChanged: break
      }
    }
  }

  /// Has the displays dark, and all touches for itself, until the fingers of the first are lifted.
  private func blank(_ signals: borrowing Signals) throws(Failure) {
    var seat = try SeatReader.open(read, grabs: true, waitsForPanels: true)
    let terminal: VirtualTerminal
    do throws(TerminalError) { terminal = try .take() } catch {
      throw Failure(.unavailable, "the displays stay on: \(error)")
    }
    do throws(Failure) {
      try rest(in: try darkness(), &seat, signals)
    } catch {
      terminal.giveBack()
      throw error
    }
    terminal.giveBack()
    do throws(SourceError) { _ = try seat.release(orReadable: signals.descriptor) } catch {
      throw Failure(error)
    }
  }

  private func darkness() throws(Failure) -> ScreenFace {
    guard let screen = try ScreenFace.open(ScreenOptions(), Theme(.standard)) else {
      throw Failure(.unavailable, "the displays stay on")
    }
    try screen.darken()
    return screen
  }

  /// Returns once somebody touched, and lifted all fingers again; then the displays are given back.
  private func rest(
    in darkness: consuming ScreenFace, _ seat: inout SeatReader, _ signals: borrowing Signals
  ) throws(Failure) {
    var isTouched = false
    while !isTouched || seat.downCount > 0 {
      switch try seat.arrival(or: signals) {
      case .frame(let frame):
        isTouched = isTouched || frame.changes.contains { $0.kind == .down }
      case .woken:
        guard let signal = signals.received() else { continue }
        throw Failure(signal: signal)
      case .panelFailed(_, let error): warn("\(error)")
      default: break
      }
    }
  }
}

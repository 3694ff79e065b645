import Glibc
import TouchCore

// From what was read to frames. Nothing here waits, but for the few milliseconds that tell an
// unplugging from a suspend.
extension LivePanel {
  /// Goes on with what was read, up to the next frame.
  mutating func step() throws(SourceError) -> Progress {
    while true {
      do throws(SystemError) {
        switch trust {
        case .over(let reason): return .ended(reason)
        case .mustEnd(let reason):
          endDevice(reason)
          if assembler.frame.tellsSomething { return .frame(assembler.frame) }
          continue
        case .mustAsk:
          if try askState(isSettled: false) { return .frame(assembler.frame) }
        default: break
        }
        if let event = heldReport ?? buffer.next() {
          if try take(event) { return .frame(assembler.frame) }
        } else if let frame = try settleAccounts() {
          return .frame(frame)
        } else {
          return .drained
        }
      } catch {
        guard error.errno == ENODEV else { throw SourceError(using: device.node, error) }
        trust = .mustEnd(nil)
      }
    }
  }

  /// Feeds an event.
  ///
  /// - Returns: whether a frame is to be delivered.
  private mutating func take(_ event: InputEvent) throws(SystemError) -> Bool {
    if heldReport != nil {
      heldReport = nil
    } else if event.isReport, event.value != 0, try endByKernel(event) {
      heldReport = event
      return true
    }
    note(.event(event))
    switch assembler.feed(event) {
    case .more:
      return false
    case .frame:
      switch trust {
      case .awaitsFrame(let disagreements):
        trust = .awaitsAgreement(disagreements: disagreements)
      case .mustAskAtReport:
        trust = .mustAsk
      default:
        break
      }
      return true
    case .dropped:
      trust = .mustAsk
      return assembler.frame.tellsSomething
    }
  }

  /// Ends what the kernel lifts by itself when a device is unplugged, inhibited or suspended: it marks
  /// the SYN_REPORT of such a frame with 1 (`input_dev_release_keys` and `input_mt_release_slots` of
  /// drivers/input, Linux 6.12). A finger that it lifts so was not lifted.
  ///
  /// - Returns: whether it did.
  private mutating func endByKernel(_ report: InputEvent) throws(SystemError) -> Bool {
    // A key that repeats has such a report too, but no lift in it.
    let isLift = assembler.frame.changes.contains { $0.kind == .up(.lifted) }
    guard assembler.isInsideFrame, isLift else { return false }
    let patience: Int64 = 50_000
    let isGone = try evdev.hangsUp(by: MonotonicClock.now().advanced(microseconds: patience))
    end(isGone ? reasonOfEnd : .suspended, at: report.time)
    return true
  }

  /// What is due once all that was read is used up: the second question after a drop, the one after a
  /// long silence, and the grab.
  ///
  /// - Returns: a frame that is to be delivered.
  private mutating func settleAccounts() throws(SystemError) -> Frame? {
    if case .awaitsAgreement(let disagreements) = trust, !assembler.isInsideFrame {
      if try confirm(disagreements) { return assembler.frame }
    }
    if let due = questionTime, due <= latest, try !stillHolds() {
      return assembler.frame
    }
    return try grabIfDue()
  }

  /// Takes in what a wait found out about the panel's descriptor: one read at most.
  mutating func take(_ state: Readiness.State) throws(SourceError) {
    switch state {
    case .quiet: break
    case .readable: try fill()
    case .hungUp: trust = .mustEnd(nil)
    }
  }

  private mutating func fill() throws(SourceError) {
    if keepsTimes { readTimes.woken = MonotonicClock.nanoseconds() }
    let wake = keepsSteps ? MonotonicClock.now() : Timestamp(microseconds: 0)
    do throws(SystemError) {
      switch try buffer.fill(from: evdev.descriptor) {
      case .events(let count):
        heard = MonotonicClock.now()
        latest = heard
        if keepsTimes { readTimes.read = MonotonicClock.nanoseconds() }
        note(.readBoundary(wake: wake, events: count))
      case .nothing: break
      case .gone: trust = .mustEnd(nil)
      }
    } catch {
      throw SourceError(using: device.node, error)
    }
  }
}

import Glibc
import LockStore
import TouchCore
import TouchSource

/// What a lock has of its seat beside panels and display: the terminal in front, every other input
/// device, and a service manager that keeps it all locked while no lock lives.
final class Kiosk {
  let bulletin: Bulletin
  /// What the service manager kept of a lock before.
  let kept = KeptDescriptors()
  private let options: KioskOptions
  private let manager = ServiceManager()
  private var terminal: VirtualTerminal?
  private var inputs: OtherInputs?
  private var isReady = false
  private var nextFeed = Timestamp(microseconds: 0)

  /// - Throws: `Failure` with 64 if the state's file is another's.
  init(_ options: KioskOptions) throws(Failure) {
    if let file = options.stateFile {
      try WholeFile.demand(file, beginsWith: Bulletin.start, by: "state")
    }
    self.options = options
    bulletin = Bulletin(stateFile: options.stateFile)
  }

  /// Whether all that is held is held on when this process ends.
  var keeps: Bool { manager?.keepsDescriptors ?? false }

  /// Takes the terminal to the front and grabs the keyboards, as far as that is asked for.
  ///
  /// - Throws: `Failure` with 69 if the display's holder does not let it go.
  func takeSeat(needsDisplay: Bool) throws(Failure) {
    if !keeps { bulletin.lose(.notKept) }
    if options.grabsKeyboards { grabKeyboards() }
    if options.takesTerminal { try takeTerminal(needsDisplay: needsDisplay) }
  }

  private func takeTerminal(needsDisplay: Bool) throws(Failure) {
    do throws(TerminalError) { terminal = try VirtualTerminal.take() } catch {
      if case .holderStays = error, needsDisplay { throw Failure(.unavailable, "\(error)") }
      warn("\(error)")
      bulletin.lose(.noTerminal)
    }
  }

  private func grabKeyboards() {
    do throws(SourceError) {
      inputs = try OtherInputs(from: KeptNodes(adopting: kept.keyboards))
      take(try inputs?.grabAll() ?? [])
    } catch {
      warn("\(error)")
      bulletin.lose(.keyboardNotGrabbed)
    }
  }

  /// Readable when `process` has something to do; nil if it never has.
  var descriptor: Int32? { inputs?.descriptor }

  /// Grabs the keyboards that came.
  func process() {
    do throws(SourceError) { take(try inputs?.process() ?? []) } catch {
      warn("\(error)")
      bulletin.lose(.keyboardNotGrabbed)
    }
  }

  private func take(_ changes: [OtherInputs.Change]) {
    for change in changes {
      switch change {
      case .grabbed(_, let descriptor): manager?.keep(descriptor, as: KeptDescriptors.keyboard)
      case .failed(let error):
        warn("what it tells reaches others: \(error)")
        bulletin.lose(.keyboardNotGrabbed)
      }
    }
  }

  /// Has what holds a grab, or the display, kept.
  func keep(panel descriptor: Int32) { manager?.keep(descriptor, as: KeptDescriptors.panel) }
  func keep(display descriptor: Int32) { manager?.keep(descriptor, as: KeptDescriptors.display) }

  /// The grabs hold and the picture is out: tells so, once.
  func lockHolds() {
    guard !isReady else { return }
    isReady = true
    bulletin.locked()
    // What was handed over must be there before anybody counts on it.
    manager?.settle()
    manager?.tellReady("locked")
  }

  /// When `tick` has something to do.
  var due: Timestamp? { manager?.watchdogPeriod == nil ? nil : nextFeed }

  /// Tells the service manager that the lock still runs, if it is time.
  func tick(at now: Timestamp) {
    guard let period = manager?.watchdogPeriod, nextFeed <= now else { return }
    manager?.feedWatchdog()
    nextFeed = now.advanced(microseconds: period)
  }

  /// Gives back what is held beside panels and display, and has nothing kept any more.
  func giveBack() {
    if keeps {
      for name in [KeptDescriptors.panel, KeptDescriptors.keyboard, KeptDescriptors.display] {
        manager?.drop(name)
      }
      manager?.settle()
    }
    terminal.take()?.giveBack()
    inputs.take()?.release()
  }

  /// Ends the process and lets go of nothing: the service manager holds on to it, for the next lock.
  func leave(_ failure: Failure) -> Never {
    if !failure.message.isEmpty { warn(failure.message) }
    Journal.tell(.error, "the lock ends, and nothing is given back")
    if let signal = failure.signal { Signals.die(by: signal) }
    exit(failure.status.rawValue)
  }
}

import Glibc
public import TouchCore

// Who else gets the panel's events. A grab in mid-contact would leave others with a contact that never
// lifts, and its end would hand them half a one: both wait for the fingers, but never for long.
extension LivePanel {
  static let patience: Int64 = 2_000_000

  public var isGrabbed: Bool {
    if case .grabbed = grip { return true }
    return false
  }

  /// Takes the panel for this reader alone: at once if nothing is down, else while frames are read, as
  /// soon as the last contact lifts or 2 s have passed. In the latter case a frame says how many
  /// contacts were still down.
  ///
  /// - Throws: `SourceError.grabbed` if another program has it, or `.system`; so does the next frame
  ///   if the grab has to wait.
  public mutating func grab() throws(SourceError) {
    guard case .shared = grip else { return }
    grip = .grabbing(by: MonotonicClock.now().advanced(microseconds: Self.patience))
    guard buffer.isEmpty else { return }
    do throws(SystemError) {
      _ = try grabIfDue()
    } catch {
      throw SourceError(using: device.node, error)
    }
  }

  /// Gives the panel back to all readers. Waits at most 2 s for the fingers to lift; the frames that
  /// come meanwhile are gone.
  ///
  /// - Parameter descriptor: ends the wait when it is readable.
  /// - Returns: a finding if contacts were still down.
  /// - Throws: `SourceError.system`.
  public mutating func release(orReadable descriptor: CInt? = nil) throws(SourceError) -> Finding? {
    guard isGrabbed else {
      grip = .shared
      return nil
    }
    let deadline = MonotonicClock.now().advanced(microseconds: Self.patience)
    waiting: while downCount > 0 {
      switch try next(until: deadline, orReadable: descriptor) {
      case .frame:
        if deadline <= MonotonicClock.now() { break waiting }
      case .woken, .deadlinePassed: break waiting
      case .ended: return nil
      }
    }
    return try ungrab()
  }

  /// Ends the access to the panel for good: what is down ends as revoked, and nothing comes after it.
  ///
  /// - Throws: `SourceError.gone` or `.system`.
  public mutating func revoke() throws(SourceError) {
    do throws(SystemError) {
      try evdev.revoke()
    } catch {
      throw SourceError(using: device.node, error)
    }
  }

  /// Gives the panel back now.
  mutating func ungrab() throws(SourceError) -> Finding? {
    guard isGrabbed else { return nil }
    do throws(SystemError) {
      try evdev.ungrab()
    } catch {
      // One that was unplugged has nothing to give back.
      guard error.errno == ENODEV else { throw SourceError(using: device.node, error) }
    }
    grip = .shared
    guard downCount > 0 else { return nil }
    return Finding(
      time: MonotonicClock.now(), rule: .releasedWhileDown(contacts: downCount))
  }

  /// When a grab that waits must be done at the latest.
  var grabTime: Timestamp? {
    if case .grabbing(let deadline) = grip { return deadline }
    return nil
  }

  /// Does a grab that waited, once nothing is down or its time has come. The buffer must be empty.
  ///
  /// - Returns: a frame for the finding, if contacts were still down.
  mutating func grabIfDue() throws(SystemError) -> Frame? {
    guard let deadline = grabTime else { return nil }
    let hasEvents = try evdev.hasEvents()
    let isBusy = hasEvents || downCount > 0
    guard !isBusy || deadline <= MonotonicClock.now() else { return nil }
    // One that fails is told once and waits no more: it can be tried again.
    grip = .shared
    try evdev.grab()
    grip = .grabbed
    guard downCount > 0 else { return nil }
    let finding = Finding(
      time: MonotonicClock.now(), rule: .grabbedWhileDown(contacts: downCount))
    var frame = Frame(time: finding.time, panel: assembler.frame.panel)
    frame.findings = [finding]
    return frame
  }
}

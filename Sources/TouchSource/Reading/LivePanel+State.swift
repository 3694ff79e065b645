public import TouchCore

// What is asked of the device, and the ends that no event brings.
extension LivePanel {
  private static let mostDisagreements = 8

  /// Asks what is down and takes it over; the contacts must have ended.
  ///
  /// - Returns: whether the queue would not stay empty and a frame tells of that.
  @discardableResult
  mutating func askState(isSettled: Bool) throws(SystemError) -> Bool {
    var discarded = buffer.discard()
    let answer = try evdev.askState(reading, through: &buffer)
    discarded += answer.discarded
    if discarded > 0 { note(.discarded(discarded)) }
    if let table = answer.table {
      assembler.adopt(table, isSettled: isSettled)
      note(.state(table, isSettled: isSettled))
      trust = isSettled ? .full : .awaitsFrame(disagreements: 0)
      return false
    }
    // What was thrown away is a drop that we made: the assembler is told so in the kernel's words.
    let drop = InputEvent(
      time: MonotonicClock.now(), type: EventType.syn, code: SynCode.dropped, value: 0)
    note(.event(drop))
    _ = assembler.feed(drop)
    trust = .mustAskAtReport
    return assembler.frame.tellsSomething
  }

  /// Asks again after a drop, if the queue is empty, and compares.
  ///
  /// - Returns: whether the contacts were ended, since the answers kept disagreeing.
  mutating func confirm(_ disagreements: Int) throws(SystemError) -> Bool {
    guard try !evdev.hasEvents() else { return false }
    let table = try evdev.askTable(reading)
    guard try !evdev.hasEvents() else { return false }
    if assembler.agrees(with: table) {
      assembler.settle()
      note(.settled)
      trust = .full
      return false
    }
    guard disagreements + 1 >= Self.mostDisagreements else {
      trust = .awaitsFrame(disagreements: disagreements + 1)
      return false
    }
    let time = assembler.frame.time
    assembler.distrust(at: time)
    note(.distrusted(time))
    trust = .mustAsk
    return true
  }

  /// When the kernel is asked whether it still holds what is down.
  var questionTime: Timestamp? {
    guard case .full = trust, downCount > 0, !assembler.isInsideFrame else { return nil }
    return heard.advanced(microseconds: longestSilence)
  }

  /// The microseconds that are left until then.
  var silenceLeft: Int64? { questionTime.map { $0.microseconds(since: latest) } }

  /// Asks, if the queue is empty, whether the kernel holds what is down.
  ///
  /// - Returns: false if it does not, and so the contacts were ended.
  mutating func stillHolds() throws(SystemError) -> Bool {
    heard = MonotonicClock.now()
    latest = heard
    guard try !evdev.hasEvents() else { return true }
    let table = try evdev.askTable(reading)
    guard try !evdev.hasEvents() else { return true }
    guard !assembler.agrees(with: table) else { return true }
    end(.timedOut, at: max(heard, assembler.frame.time))
    trust = .mustAsk
    return false
  }

  /// Asks for the ranges of the axes again.
  ///
  /// - Returns: if one changed, a frame in which every contact ended as dropped, since their positions
  ///   could not be compared.
  mutating func refreshRanges() throws(SourceError) -> Frame? {
    do throws(SystemError) {
      try evdev.refreshRanges()
    } catch {
      throw SourceError(using: device.node, error)
    }
    let after = try device.judge(evdev.panel)
    guard after != reading else { return nil }
    end(.dropped, at: MonotonicClock.now())
    let (frame, filters) = (assembler.frame, assembler.filters)
    assembler = FrameAssembler(after, panel: frame.panel, contactsBefore: contactCount)
    assembler.filters = filters
    noteRanges()
    trust = .mustAsk
    return frame
  }

  /// Ends what is down as the end of a capture does, for a recorder that stops; nil if nothing is.
  public mutating func endCapture() -> Frame? { assembler.endCapture() }

  /// Ends every contact; the frame tells of it.
  mutating func end(_ reason: EndReason, at time: Timestamp) {
    assembler.endAll(reason, at: time)
    note(.ended(reason, time))
  }

  /// Ends the panel and its contacts: it will give nothing any more.
  mutating func endDevice(_ reason: EndReason?) {
    let reason = reason ?? reasonOfEnd
    end(reason, at: max(MonotonicClock.now(), assembler.frame.time))
    trust = .over(reason)
  }

  /// Why the device gives nothing any more: revoked if it is still there.
  var reasonOfEnd: EndReason { device.isPresent ? .revoked : .removed }
}

import LockCore
import TouchCore

extension FlowRun where Judge: ~Copyable {
  /// Hands a contact to whatever it is on: nothing while the glass is cleaned, the button, the keypad or
  /// the dots.
  mutating func take<Feed: ContactFeed & ~Copyable>(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ feed: inout Feed
  ) {
    if let cleanedUntil, time < cleanedUntil { return }
    if let other = button, flow.feedback.takesInput, !flow.isDrawing {
      let isOn = point.map { faces.isOnButton($0) } ?? false
      if let isChosen = ways.button(change, isOn: isOn) {
        if isChosen { choose(other, at: time) }
        return
      }
    }
    switch ways.kind {
    case .pattern: bridge(change, at: point.map { faces.inward($0) }, time, &feed)
    case .pin: type(change, at: point, time, &feed)
    }
  }

  /// Hands a contact to the dots, by way of the bridge over flicker if there is one.
  private mutating func bridge<Feed: ContactFeed & ~Copyable>(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ feed: inout Feed
  ) {
    guard let passed = bridge?.take(change, at: point, time: time) else {
      draw(FlickerBridge.Drawn(change: change, point: point, time: time), &feed)
      return
    }
    if let lift = passed.lift { draw(lift, &feed) }
    if let finding = passed.finding {
      warn("contact \(finding.contact ?? 0): \(finding.rule.text)")
    }
    if let change = passed.change { draw(change, &feed) }
  }

  mutating func draw<Feed: ContactFeed & ~Copyable>(
    _ drawn: FlickerBridge.Drawn, _ feed: inout Feed
  ) {
    let step = flow.take(drawn.change, at: drawn.point, time: drawn.time)
    follow(step, drawn.time, &feed)
  }

  private mutating func type<Feed: ContactFeed & ~Copyable>(
    _ change: ContactChange, at point: ViewPoint?, _ time: Timestamp, _ feed: inout Feed
  ) {
    // A finger that may not type now never will, but its end must be heard of.
    if case .down = change.kind, !flow.feedback.takesInput { return }
    let step = ways.entry.take(change, at: point)
    if step != .nothing { flow.forget(at: time) }
    guard step == .entered else { return }
    let event = flow.enter(ways.entry.pin, at: time)
    ways.prepare(using: &chance)
    if let event { follow(event, time, &feed) }
  }

  private mutating func choose(_ kind: Pattern.Kind, at time: Timestamp) {
    flow.forget(at: time)
    ways.prepare(using: &chance)
    voice.tell(flow.feedback.message, by: kind, at: time)
  }

  /// The way that the button leads to now.
  var button: Pattern.Kind? {
    guard faces.hasScreen, flow.isAskingForCurrent else { return nil }
    return ways.other(hasFailed: hasFailed)
  }

  /// Ignores touches for that long, and says so.
  mutating func clean(for seconds: Double, at now: Timestamp) {
    _ = flow.cancel()
    judge.withdraw()
    ways.entry.clear()
    cleanedUntil = now.later(milliseconds: Int64(seconds * 1000))
  }

  /// Has whoever looks see how the flow stands.
  mutating func show(at now: Timestamp) {
    guard !faces.isEmpty else { return }
    if let end = cleanedUntil, end <= now { cleanedUntil = nil }
    var sight = Faces.Sight(flow.feedback, by: ways.kind)
    sight.name = name
    sight.cleanedUntil = cleanedUntil
    sight.button = button
    if ways.kind == .pin {
      // What was entered is the flow's while an outcome is shown.
      let face = ways.entry.face(flow.feedback.dots)
      let entered = flow.pattern.kind == .pin ? max(flow.pattern.count, face.entered) : face.entered
      sight.keypad = KeypadFace(
        face.keypad, entered: entered, pressed: face.pressed, state: face.state)
    }
    faces.show(sight, flow.pattern, at: now)
  }

  /// Shows the end of the flow for its time.
  mutating func rest<Feed: ContactFeed & ~Copyable>(_ feed: inout Feed) throws(Failure) {
    while faces.hasScreen, let deadline = flow.deadline, feed.now < deadline {
      switch try feed.next(until: deadline) {
      // It was done, and is not undone by that.
      case .signal, .end: return
      case .contact, .deadlinePassed, .woken: show(at: feed.now)
      }
    }
  }

  /// Asks for the glass to be wiped, so that what the finger left there tells nothing: until most of it
  /// was, or nobody did for some seconds.
  mutating func wipeGlass<Feed: ContactFeed & ~Copyable>(
    _ feed: inout Feed
  ) throws(Failure) {
    let end = feed.now.later(milliseconds: FlowLimits.wipingMilliseconds)
    faces.beginWiping()
    faces.showWiping(flow.pattern)
    while feed.now < end, faces.wipedShare < FlowLimits.wipedEnough {
      switch try feed.next(until: end) {
      case .contact(_, let point, _): if let point { faces.wipe(at: point, flow.pattern) }
      case .woken, .deadlinePassed: faces.showWiping(flow.pattern)
      case .signal(let signal): throw Failure(signal: signal)
      case .end: return
      }
    }
  }
}

extension LockFlow {
  var isDrawing: Bool {
    if case .drawing = state { return true }
    return false
  }

  /// Whether what is enrolled is asked for: a new pattern or PIN is one from its first entry on.
  var isAskingForCurrent: Bool {
    switch state {
    case .waiting(.current), .drawing(.current), .showing(_, then: .current): true
    default: false
    }
  }
}

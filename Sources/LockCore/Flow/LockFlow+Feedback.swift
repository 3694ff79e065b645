internal import TouchCore

extension LockFlow {
  /// What to show now. Allocates nothing.
  public var feedback: Feedback {
    let (message, dots) = shown
    return Feedback(
      message: message, dots: dots, lineEnd: lineEnd, takesInput: takesInput, until: deadline)
  }

  /// How a dot looks now.
  public func state(of dot: Dot) -> DotState {
    session.stroke.pattern.contains(dot) ? shown.dots : .normal
  }

  private var lineEnd: ViewPoint? {
    let dots = session.stroke.pattern.count
    guard dots > 0, session.stroke.pattern.kind == .pattern else { return nil }
    return session.liveEnd ?? grid.center(of: session.stroke.pattern[dots - 1])
  }

  private var shown: (message: Feedback.Message, dots: DotState) {
    switch state {
    case .waiting(let entry): (.idle(entry), .normal)
    case .drawing(let entry): (.drawing(entry), .selected)
    case .asking(let question): (.asking(question), .selected)
    case .showing(let message, _): (message, message.isFault ? .selected : .wrong)
    case .over(let message): (message, .right)
    }
  }

  var takesInput: Bool {
    switch state {
    case .waiting, .drawing: true
    case .showing(.lockedOut, _), .asking, .over: false
    case .showing: timing.takesInput && lockedUntil == nil
    }
  }
}

extension Feedback.Message {
  /// Whether it is no fault of the pattern that it says.
  fileprivate var isFault: Bool {
    switch self {
    case .failed, .unavailable: true
    default: false
    }
  }
}

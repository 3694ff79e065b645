/// What the frames of one panel tell of its health, counted as they come.
public struct PanelHealth: Sendable {
  /// What was found of one rule.
  public struct Fault: Hashable, Sendable {
    public var count: Int
    /// The newest of them.
    public var last: Finding
  }

  /// The contacts that began, inherited ones included.
  public private(set) var contacts = 0
  public private(set) var mostAtOnce = 0
  /// The time of the newest frame that told of a contact.
  public private(set) var lastTouch: Timestamp?
  public private(set) var rate = ReportRate()
  /// By the rule's name.
  public private(set) var faults: [String: Fault] = [:]
  private var down = 0

  public init() {}

  /// Takes the next frame of the panel.
  public mutating func take(_ frame: borrowing Frame) {
    var moved = false
    for index in frame.changes.indices {
      switch frame.changes[index].kind {
      case .down:
        contacts += 1
        down += 1
        mostAtOnce = max(mostAtOnce, down)
      case .move: moved = true
      case .up: down -= 1
      }
    }
    if !frame.changes.isEmpty { lastTouch = frame.time }
    if moved { rate.take(frame.time) }
    if down == 0 { rate.pause() }
    for index in frame.findings.indices { note(frame.findings[index]) }
  }

  private mutating func note(_ finding: Finding) {
    let count = faults[finding.rule.name]?.count ?? 0
    faults[finding.rule.name] = Fault(count: count + 1, last: finding)
  }
}

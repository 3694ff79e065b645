import LockCore
import TestSupport
import TouchCore

/// A flow on a panel of 300 × 300, drawn on in percent: the dots are at 17, 50 and 83.
final class FlowPlay {
  var flow: LockFlow
  /// What the strokes did, in order.
  private(set) var events: [LockFlow.Event] = []
  private(set) var strokesBegun = 0
  private(set) var newDots = 0
  private(set) var now = Timestamp(microseconds: 0)
  private var script: EventScript
  private var assembler: FrameAssembler
  private let mapping: ViewMapping
  private var played = 0
  private var later: Int64 = 0
  private var id: Int32 = 0

  init(
    _ purpose: LockFlow.Purpose, rules: PatternRules = .standard, confirms: Bool = true,
    timing: FeedbackTiming = .standard
  ) throws {
    let range = AxisRange(minimum: 0, maximum: 299)
    script = try EventScript(PanelFixture.slots(x: range, y: range))
    assembler = FrameAssembler(script.reading)
    mapping = ViewMapping(script.reading)
    let grid = DotGrid(rules: rules, area: DotGrid.fitted(rules, in: mapping.view))
    flow = LockFlow(
      purpose, on: grid, into: Pattern(), keeping: Pattern(), confirms: confirms, timing: timing)
  }

  /// Patterns that the tests draw: an L, and a U that differs from it.
  static let ell: [(Double, Double)] = [(17, 17), (17, 83), (83, 83)]
  static let other: [(Double, Double)] = [(17, 17), (17, 83), (83, 83), (83, 17)]
  static let short: [(Double, Double)] = [(17, 17), (50, 17)]
  static let beside: [(Double, Double)] = [(33, 33), (34, 34)]

  func draw(_ points: [(Double, Double)]) {
    begin(points)
    lift()
  }

  /// Draws, and leaves the finger where it is.
  func begin(_ points: [(Double, Double)], slot: Int32 = 0) {
    id += 1
    for (index, point) in points.enumerated() {
      if index == 0 {
        script.id(id, slot: slot)
        script.abs(AbsCode.mtToolType, ToolType.finger)
      }
      script.move(slot: slot, to: point.0, point.1)
    }
    play()
  }

  func move(to x: Double, _ y: Double, slot: Int32 = 0) {
    script.move(slot: slot, to: x, y)
    play()
  }

  func lift(slot: Int32 = 0) {
    script.lift(slot: slot)
    play()
  }

  func palm() {
    script.abs(AbsCode.mtToolType, ToolType.palm)
    script.report()
    play()
  }

  /// Lets time pass; whoever waits for the deadline calls `tick`.
  func wait(milliseconds: Int64) {
    later += milliseconds * 1000
    now.microseconds += milliseconds * 1000
  }

  func tick() { flow.tick(at: now) }

  func decide(_ verdict: Verdict) { events.append(flow.decide(verdict, at: now)) }

  func settle(_ settlement: LockFlow.Settlement) {
    events.append(flow.settle(settlement, at: now))
  }

  var dots: String { (0..<flow.pattern.count).map { "\(flow.pattern[$0].number)" }.joined() }

  var feedback: Feedback { flow.feedback }

  var message: Feedback.Message { flow.feedback.message }

  var question: LockFlow.Question? { flow.question }

  var isOver: Bool { flow.isOver }

  var deadline: Timestamp? { flow.deadline }

  func state(of dot: Int) -> DotState { flow.state(of: Dot(dot)) }

  private func play() {
    while played < script.events.count {
      defer { played += 1 }
      guard case .frame = assembler.feed(script.events[played]) else { continue }
      now = Timestamp(microseconds: assembler.frame.time.microseconds + later)
      for change in assembler.frame.changes {
        let step = flow.take(change, at: mapping.point(of: change.contact), time: now)
        newDots += step.newDots.count
        if step.strokeBegan { strokesBegun += 1 }
        if let event = step.event { events.append(event) }
      }
    }
  }
}

// CBaseline for the times in `rusage`, see Stopwatch.
import CBaseline
import Glibc
import LockCore
import TouchCore
import TouchSource

/// Our reader of a panel, beside those in C of Tests/Bench: `touchbench read NODE`. With `--stages`
/// before the node it says where the time goes.
struct PanelRun: ~Copyable {
  private static let mostFrames = 1 << 20

  private var panel: LivePanel
  private let mapping: ViewMapping
  private var session: LockSession
  private var wanted = Pattern()
  private let tellsStages: Bool
  private var stages = StageTimes()
  private var delays: [Float] = []
  private var decisionDelays: [Float] = []
  private var (right, wrong, drops) = (0, 0, 0)
  private var hash = Hash()
  private var isDone = false

  static func main(_ arguments: [String]) throws(BenchFailure) {
    guard let node = arguments.last else { throw BenchFailure("which node?", status: EX_USAGE) }
    do throws(SourceError) {
      var panel = try LivePanel.open(PanelFinder().panel(.node(node)))
      try panel.grab()
      var run = PanelRun(panel, tellsStages: arguments.count > 1)
      try run.run()
    } catch {
      throw BenchFailure("\(error)", status: EX_NOINPUT)
    }
  }

  private init(_ panel: consuming LivePanel, tellsStages: Bool) {
    panel.keepsTimes = tellsStages
    self.tellsStages = tellsStages
    mapping = ViewMapping(panel.reading)
    let area = DotGrid.fitted(.standard, in: mapping.view)
    session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
    for dot in FingerStream.wanted { wanted.append(Dot(Int(dot))) }
    self.panel = panel
    // Touched, so that no page of them is missing later.
    delays = Array(repeating: 1, count: Self.mostFrames)
    decisionDelays = Array(repeating: 1, count: Self.mostFrames)
    delays.removeAll(keepingCapacity: true)
    decisionDelays.removeAll(keepingCapacity: true)
  }

  private mutating func run() throws(SourceError) {
    let begin = Usage.now
    print("ready")
    fflush(nil)
    while !isDone, let frame = try panel.nextFrame() { take(frame) }
    tell(begin, .now)
  }

  private mutating func take(_ frame: Frame) {
    let delivered = MonotonicClock.nanoseconds()
    if delays.count < Self.mostFrames { delays.append(Self.delay(delivered, frame)) }
    for index in frame.findings.indices where frame.findings[index].rule == .dropped { drops += 1 }
    var decision: Int64?
    var dots: Int64?
    for index in frame.changes.indices {
      let change = frame.changes[index]
      let point = mapping.point(of: change.contact)
      hash.mix(change.contact.number)
      hash.mix(point?.x.bitPattern ?? 0)
      hash.mix(point?.y.bitPattern ?? 0)
      let step = session.take(change, at: point)
      if change.kind == .down, change.contact.x == 0, change.contact.y == 0 { isDone = true }
      guard step.outcome == .complete else { continue }
      if tellsStages { dots = MonotonicClock.nanoseconds() }
      if session.pattern.isSame(as: wanted) { right += 1 } else { wrong += 1 }
      session.forget()
      let now = MonotonicClock.nanoseconds()
      decision = now
      if decisionDelays.count < Self.mostFrames { decisionDelays.append(Self.delay(now, frame)) }
    }
    guard tellsStages, !isDone else { return }
    stages.note(
      event: frame.time, panel.readTimes, frame: delivered,
      dots: dots ?? MonotonicClock.nanoseconds(), decision: decision)
  }

  private static func delay(_ moment: Int64, _ frame: Frame) -> Float {
    Float(Double(moment - frame.time.microseconds * 1000) / 1000)
  }

  private mutating func tell(_ begin: Usage, _ end: Usage) {
    // The frame that ends it is no part of the stream.
    delays.removeLast()
    let (p50, p99) = Self.quantiles(&delays)
    let (decision50, decision99) = Self.quantiles(&decisionDelays)
    print(
      "result frames \(delays.count) contacts \(panel.contactCount - 1) right \(right) wrong \(wrong)",
      "drops \(drops) user \(end.user - begin.user) system \(end.system - begin.system)",
      "wakes \(end.wakes - begin.wakes) p50 \(p50) p99 \(p99) decision50 \(decision50)",
      "decision99 \(decision99)", terminator: "")
    for stage in tellsStages ? StageTimes.Stage.allCases : [] {
      let (half, most) = (stages.quantile(stage, 0.5) ?? 0, stages.quantile(stage, 0.99) ?? 0)
      print(" \(stage)50 \(Double(half) / 1000) \(stage)99 \(Double(most) / 1000)", terminator: "")
    }
    print("")
  }

  private static func quantiles(_ values: inout [Float]) -> (Float, Float) {
    guard !values.isEmpty else { return (0, 0) }
    values.sort()
    return (values[(values.count - 1) / 2], values[(values.count - 1) * 99 / 100])
  }
}

/// What a process used so far, in microseconds, and how often it was woken.
struct Usage {
  let user: Int
  let system: Int
  let wakes: Int

  static var now: Usage {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Usage(
      user: usage.ru_utime.tv_sec * 1_000_000 + usage.ru_utime.tv_usec,
      system: usage.ru_stime.tv_sec * 1_000_000 + usage.ru_stime.tv_usec, wakes: usage.ru_nvcsw)
  }
}

import Glibc
import LockCore
import LockStore
import StoreSupport
import TouchCore

/// How long after the lift the decision is there: with the verifier begun before it, and without.
///
/// Verifier and disk sleep for their time, so that the figures are of the machinery between them.
enum Ahead: Benchmark {
  static let name = "ahead"
  static let summary = "lift to decision, by the rest on the last dot, the verifier and the disk"
  static let takesCapture = false

  private static let dwells = [0, 25, 50, 100, 200]
  private static let wanted = [0, 3, 6, 7, 8]
  /// From dot to dot, in milliseconds: what people take (the median of 311 strokes), and a hurry.
  private static let (steady, hurried) = (200, 40)

  /// All in milliseconds.
  private struct Conditions {
    var verifier: Int
    var sync: Int
    var step: Int
    var isAhead: Bool

    var name: String {
      let way = isAhead ? "ahead, \(step) ms a dot" : "at the lift"
      return "verifier \(verifier), sync \(sync), \(way)"
    }

    /// The most that the delay may be, by the goal.
    func goal(dwell: Int) -> Double {
      step > verifier + sync ? Double(max(0, verifier - dwell) + 2) : 2 * Double(verifier)
    }
  }

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    report.begin(
      name, "lift → decision, ms, p50; verifier and sync of the charge are waits of that long")
    if let folder = settings.strokes { try tellDwell(of: folder, report) }
    let verifiers = settings.isSmoke ? [20] : [20, 50, 100]
    let syncs = settings.isSmoke ? [1] : [1, 20]
    var hash = Hash()
    var rows: [(String, [String])] = []
    var missed = 0
    for verifier in verifiers {
      for sync in syncs {
        for (step, isAhead) in [(steady, true), (hurried, true), (hurried, false)] {
          let conditions = Conditions(
            verifier: verifier, sync: sync, step: step, isAhead: isAhead)
          let delays = try delays(conditions, settings, &hash)
          let cells = zip(dwells, delays).map { dwell, delay in
            let isMissed = isAhead && delay > conditions.goal(dwell: dwell)
            if isMissed { missed += 1 }
            return delay.fixed(1) + (isMissed ? " (!)" : "")
          }
          rows.append((conditions.name, cells))
        }
      }
    }
    report.table("lift → decision, ms, by rest in ms", dwells.map { "\($0)" }, rows)
    report.figure(
      .init("cells over the goal", Double(missed), "", goal: .atMost(0)))
    report.hash("verdicts", hash)
  }

  private static func delays(
    _ conditions: Conditions, _ settings: Settings, _ hash: inout Hash
  ) throws(BenchFailure) -> [Double] {
    let folder = try ScratchFolder(inMemory: true)
    let store = Store(path: "\(folder.path)/store", machine: machine(conditions))
    let rounds = settings.isSmoke ? 1 : 7
    do throws(StoreError) {
      _ = try store.enrol(pattern(5), as: .standard, drawnBy: .standard, created: 0)
    } catch {
      throw BenchFailure("\(error)")
    }
    guard conditions.isAhead else {
      var judge = StoreJudge(store)
      let median = median(rounds) { delay(&judge, conditions, dwell: 0, &hash) }
      return dwells.map { _ in median }
    }
    var judge: AheadJudge
    do throws(FailedCall) { judge = try .start(StoreJudge(store)) } catch {
      throw BenchFailure("\(error)", status: EX_OSERR)
    }
    var medians: [Double] = []
    for dwell in dwells {
      medians.append(median(rounds) { delay(&judge, conditions, dwell: dwell, &hash) })
    }
    return medians
  }

  private static func median(_ rounds: Int, _ delay: () -> Double) -> Double {
    (0..<rounds).map { _ in delay() }.sorted().quantile(0.5)
  }

  /// Draws the right pattern, and waits for the verdict.
  private static func delay<Judge: PatternJudge & ~Copyable>(
    _ judge: inout Judge, _ conditions: Conditions, dwell: Int, _ hash: inout Hash
  ) -> Double {
    if conditions.isAhead {
      judge.consider(pattern(4), drawnBy: .standard)
      sleep(milliseconds: conditions.step)
      judge.consider(pattern(5), drawnBy: .standard)
      sleep(milliseconds: dwell)
    }
    let lift = Stopwatch.nanoseconds
    let verdict = judge.judge(pattern(5), drawnBy: .standard)
    let delay = Double(Stopwatch.nanoseconds - lift) / 1_000_000
    if case .right = verdict { hash.mix(1) } else { hash.mix(0) }
    // What a right one leaves to be written is written by then.
    sleep(milliseconds: 2 * conditions.sync + 2)
    return delay
  }

  private static func pattern(_ count: Int) -> Pattern {
    var pattern = Pattern()
    for dot in wanted.prefix(count) { pattern.append(Dot(dot)) }
    return pattern
  }

  private static func machine(_ conditions: Conditions) -> StoreMachine {
    let disk = WatchedDisk(KernelDisk()) { step in
      if step == .fileSynced { sleep(milliseconds: conditions.sync) }
    }
    let yescrypt = Yescrypt { phrase, setting in
      sleep(milliseconds: conditions.verifier)
      var hash = Hash()
      unsafe phrase.withBytes { bytes in
        for index in bytes.indices { hash.mix(UInt64(unsafe bytes[index])) }
      }
      return Array("\(setting)$\(String(repeating: ".", count: 27))\(hash.text)".utf8)
    }
    return StoreMachine(disk: disk, yescrypt: yescrypt)
  }

  @Sendable private static func sleep(milliseconds: Int) {
    usleep(UInt32(1000 * milliseconds))
  }

  /// How long people rest on the last dot, and take from dot to dot.
  private static func tellDwell(of folder: String, _ report: Report) throws(BenchFailure) {
    var rests: [Double] = []
    var steps: [Double] = []
    for drawn in try DrawnStroke.all(in: folder) {
      let grid = DotGrid(rules: .standard, area: drawn.area)
      var stroke = Stroke(on: grid, into: Pattern())
      var times: [Double] = []
      for sample in drawn.samples {
        let before = stroke.pattern.count
        stroke.extend(to: sample.point)
        if stroke.pattern.count > before { times.append(sample.time / 1000) }
      }
      guard let last = times.last, let lift = drawn.samples.last else { continue }
      rests.append(lift.time / 1000 - last)
      steps += zip(times.dropFirst(), times).map { $0 - $1 }
    }
    rests.sort()
    steps.sort()
    let shares = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9]
    report.table(
      "of \(rests.count) strokes of people, ms", shares.map { "\(($0 * 100).fixed(0)) %" },
      [
        ("rest on the last dot", shares.map { rests.quantile($0).fixed(0) }),
        ("from dot to dot", shares.map { steps.quantile($0).fixed(0) }),
      ])
  }
}

import LockCore
import TestSupport
import TouchCore

/// How many strokes are recognised at which rate of a panel, by which recogniser.
enum Rates: Benchmark {
  static let name = "rates"
  static let summary = "strokes that are recognised, by the panel's rate and noise"
  static let takesCapture = false

  private static let seed: UInt64 = 20_261_130
  private static let rates: [Double?] = [nil, 60, 30, 20, 15, 10, 7]
  private static let phases = [0, 0.25, 0.5, 0.75]

  /// What a recogniser made of some strokes.
  private struct Score {
    var strokes = 0
    var right = 0
    var missed = 0
    var extra = 0

    mutating func add(_ dots: [Int], of label: [Int]) {
      strokes += 1
      if dots == label { right += 1 }
      missed += label.count { !dots.contains($0) }
      extra += dots.count { !label.contains($0) }
    }

    var share: Double { 100 * Double(right) / Double(strokes) }
    func per(hundred count: Int) -> String {
      (100 * Double(count) / Double(strokes)).fixed(1)
    }
  }

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    var strokes: [DrawnStroke] = []
    var hand = Hand(seed: seed)
    if let folder = settings.strokes {
      strokes = try DrawnStroke.all(in: folder)
    } else {
      for _ in 0..<(settings.isSmoke ? 40 : 400) { strokes.append(hand.any()) }
    }
    let whose = settings.strokes == nil ? "made-up strokes" : "strokes of people"
    report.begin(
      name,
      "\(strokes.count) \(whose) (seed \(seed)), thinned at 4 phases; and knight's moves by hand")
    var hash = Hash()
    judge(strokes, report, &hash)
    judgeNoise(strokes, report, &hash)
    judgeKnights(settings, report, &hash)
    report.hash(whose, hash)
  }

  private static func text(_ rate: Double?) -> String { rate.map { "\($0.fixed(0)) Hz" } ?? "full" }

  /// Right in percent, by recogniser and rate.
  private static func judge(
    _ strokes: [DrawnStroke], _ report: Report, _ hash: inout Hash
  ) {
    var scores: [[Score]] = []
    for recogniser in Recogniser.all {
      let row = rates.map { rate in
        var score = Score()
        for stroke in strokes {
          for phase in rate == nil ? [0] : phases {
            let thinned = rate.map { stroke.thinned(to: $0, phase: phase) } ?? stroke
            score.add(recogniser.dots(of: thinned), of: stroke.label)
          }
        }
        hash.mix(score.right)
        hash.mix(score.missed * 1_000_003 + score.extra)
        return score
      }
      scores.append(row)
    }
    let columns = rates.map(text)
    for (what, cell) in [
      ("right, %", { (score: Score) in score.share.fixed(1) }),
      ("dots missed, in 100 strokes", { $0.per(hundred: $0.missed) }),
      ("dots too many, in 100 strokes", { $0.per(hundred: $0.extra) }),
    ] {
      report.table(
        what, columns, zip(Recogniser.all, scores).map { ($0.name, $1.map(cell)) })
    }
    tellGoals(scores, report)
  }

  private static func tellGoals(_ scores: [[Score]], _ report: Report) {
    func row(_ recogniser: Recogniser) -> [Score] {
      Recogniser.all.firstIndex { $0.name == recogniser.name }.map { scores[$0] } ?? []
    }
    let (shipped, plain) = (row(.shipped), row(.plain))
    for (rate, (own, other)) in zip(rates, zip(shipped, plain)) {
      report.figure(
        .init(
          "as shipped, \(text(rate))", own.share, "% right", against: ("circle 0.6", other.share),
          goal: .atLeast(other.share)))
    }
    guard let full = shipped.first, let slow = rates.firstIndex(of: 10) else { return }
    report.figure(
      .init(
        "as shipped, 10 Hz", shipped[slow].share, "% right", against: ("full rate", full.share),
        goal: .atLeast(full.share)))
  }

  /// Right in percent with samples beside their places, or lost.
  private static func judgeNoise(
    _ strokes: [DrawnStroke], _ report: Report, _ hash: inout Hash
  ) {
    let jitters = [0, 0.01, 0.02, 0.04]
    let losses = [0.1, 0.3]
    let rows = [Recogniser.plain, .shipped].flatMap { recogniser in
      [60.0, 20, 10].map { rate in
        var random = SeededRandom(seed: seed)
        var scores = (jitters + losses).map { _ in Score() }
        for stroke in strokes {
          let thinned = stroke.thinned(to: rate, phase: 0)
          for (index, jitter) in jitters.enumerated() {
            let jittered = thinned.jittered(by: jitter, using: &random)
            scores[index].add(recogniser.dots(of: jittered), of: stroke.label)
          }
          for (index, loss) in losses.enumerated() {
            let lossy = thinned.lossy(loss, using: &random)
            scores[jitters.count + index].add(recogniser.dots(of: lossy), of: stroke.label)
          }
        }
        for score in scores { hash.mix(score.right) }
        return ("\(recogniser.name), \(text(rate))", scores.map { $0.share.fixed(1) })
      }
    }
    let columns =
      jitters.map { "noise \(($0 * 100).fixed(0)) %" }
      + losses.map { "\(($0 * 100).fixed(0)) % lost" }
    report.table("right, %, of samples with noise in % of a cell, or lost", columns, rows)
  }

  /// Dots beside a knight's move that it took, for a hundred moves.
  private static func judgeKnights(_ settings: Settings, _ report: Report, _ hash: inout Hash) {
    var hand = Hand(seed: seed)
    let moves = (0..<(settings.isSmoke ? 100 : 5000)).map { _ in hand.knight() }
    let rows = Recogniser.all.map { recogniser in
      let cells = rates.dropFirst().map { rate in
        var extra = 0
        for (index, move) in moves.enumerated() {
          let thinned = move.stroke.thinned(to: rate ?? 60, phase: phases[index % phases.count])
          let dots = recogniser.dots(of: thinned)
          extra += move.beside.count { dots.contains($0) }
        }
        hash.mix(extra)
        return (100 * Double(extra) / Double(moves.count)).fixed(1)
      }
      return (recogniser.name, Array(cells))
    }
    report.table("dots too many, in 100 knight's moves", rates.dropFirst().map(text), rows)
  }
}

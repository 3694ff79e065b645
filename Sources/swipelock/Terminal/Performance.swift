import LockCore
import LockStore
import TouchCaptures
import TouchCore
import TouchSource

/// A capture that is drawn in the terminal while it is replayed, and then judged.
struct Performance: ~Copyable {
  struct Decision {
    let isRight: Bool
    let sentence: String
    /// From the newest event in our hands to the judge's answer, in microseconds.
    let judged: Int64
  }

  private var source: ReplaySource
  private let mapping: ViewMapping
  private var session: LockSession
  private var picture: StrokePicture
  private var lines = 0
  /// What our own code took from the last frame to the end of the stroke, in microseconds.
  private var recognised: Int64 = 0

  init(_ capture: String, pace: ReplaySource.Pace) throws(Failure) {
    let source: ReplaySource
    do throws(CaptureError) { source = try ReplaySource(opening: capture, pace: pace) } catch {
      throw Failure(error)
    }
    mapping = ViewMapping(source.reading)
    let area = DotGrid.fitted(.standard, in: mapping.view)
    let grid = DotGrid(rules: .standard, area: area)
    session = LockSession(on: grid, into: Pattern())
    picture = StrokePicture(grid)
    self.source = source
  }

  /// Replays to the end of the stroke. On a terminal each frame is shown.
  mutating func play(to output: inout Output) throws(Failure) {
    while true {
      let frame: Frame?
      do throws(CaptureError) { frame = try source.nextFrame() } catch { throw Failure(error) }
      guard let frame else { return }
      let start = MonotonicClock.now()
      var isOver = false
      for change in frame.changes {
        isOver =
          session.take(change, at: mapping.point(of: change.contact)).outcome != nil || isOver
      }
      recognised = MonotonicClock.now().microseconds(since: start)
      if Terminal.isInteractive { try show(.drawing, to: &output) }
      if isOver { return }
    }
  }

  mutating func decide(by store: Store) -> Decision {
    var judge = StoreJudge(store)
    let start = MonotonicClock.now()
    let verdict = judge.judge(session.pattern, drawnBy: session.grid.rules)
    let time = MonotonicClock.now().microseconds(since: start)
    switch verdict {
    case .right: return Decision(isRight: true, sentence: "Unlocked", judged: time)
    case .wrong, .alreadyTried:
      return Decision(isRight: false, sentence: "Wrong pattern", judged: time)
    case .lockedOut: return Decision(isRight: false, sentence: "Locked out", judged: time)
    case .failed(let fault): return Decision(isRight: false, sentence: "\(fault)", judged: time)
    case .unavailable, .cancelled:
      return Decision(isRight: false, sentence: "Not judged", judged: time)
    }
  }

  mutating func finish(_ decision: Decision, to output: inout Output) throws(Failure) {
    try show(decision.isRight ? .right : .wrong, to: &output)
    let pattern = PatternText.of(session.pattern, session.grid.rules)
    try output.say(
      """

      \(decision.sentence): \(pattern), \(session.pattern.count) dots.
      From the last event to the stroke's end  \(Self.milliseconds(recognised)) ms, our code
      From there to the decision               \(Self.milliseconds(decision.judged)) ms, of which \
      most is the verifier, slow on purpose
      """)
  }

  private mutating func show(_ mood: StrokePicture.Mood, to output: inout Output) throws(Failure) {
    // Back up over the picture before, so that it seems to move.
    if lines > 0 { try output.write(commanding: "\u{1b}[\(lines)A") }
    try output.write(commanding: picture.text(of: session, mood))
    try output.flush()
    if Terminal.isInteractive { lines = picture.height }
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    Decimal.text(Double(microseconds) / 1000)
  }
}

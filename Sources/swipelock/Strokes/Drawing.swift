import LockCore
import LockStore
import TouchCore

/// The strokes on one panel, or of one capture: from contacts to patterns, in locked memory.
final class Drawing {
  private let mapping: ViewMapping
  private var session: LockSession

  init(_ mapping: ViewMapping, _ grid: DotGrid) throws(Failure) {
    self.mapping = mapping
    for oddity in mapping.oddities { warn(oddity.text) }
    session = LockSession(on: grid, into: try Pattern.secret())
  }

  /// Whether nobody draws.
  var isIdle: Bool { session.state == .idle }

  /// Takes what a frame tells of a contact; returns how a stroke ended, if one did.
  func take(_ change: ContactChange) -> StrokeOutcome? {
    session.take(change, at: mapping.point(of: change.contact)).outcome
  }

  /// Has the newest stroke's pattern judged, and forgets it.
  func judge<Judge: PatternJudge & ~Copyable>(by judge: inout Judge) -> Verdict {
    defer { session.forget() }
    return judge.judge(session.pattern, drawnBy: session.grid.rules)
  }

  /// Copies the newest stroke's pattern, and forgets it.
  func take(into pattern: inout Pattern) {
    pattern.take(from: session.pattern)
    session.forget()
  }
}

extension Pattern {
  /// An empty pattern in locked memory.
  static func secret() throws(Failure) -> Pattern {
    do throws(FailedCall) { return try locked() } catch {
      throw Failure(.inputOutput, "no memory for a pattern: \(error)")
    }
  }
}

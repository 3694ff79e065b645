import LockCore

/// Where an enrolment's or an attempt's strokes come from: captures, or panels.
protocol StrokeFeed: ~Copyable {
  /// Waits for the next stroke to end.
  mutating func next() throws(Failure) -> StrokeArrival

  /// Has the newest stroke's pattern judged, and forgets it.
  mutating func judge<Judge: PatternJudge & ~Copyable>(by judge: inout Judge) -> Verdict

  /// Copies the newest stroke's pattern, and forgets it.
  mutating func take(into pattern: inout Pattern)
}

/// What the wait for a stroke ended with.
enum StrokeArrival {
  case stroke(StrokeOutcome)
  /// A signal that ends the command came.
  case signal(Int32)
  /// There will be no more strokes.
  case end
}

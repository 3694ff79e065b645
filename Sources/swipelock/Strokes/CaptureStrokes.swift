import LockCore
import TouchCaptures
import TouchCore

/// The strokes of captures, one capture after another.
struct CaptureStrokes: StrokeFeed, ~Copyable {
  private var files: ArraySlice<String>
  private let read: ReadOptions
  private let grid: GridOptions
  private let rules: PatternRules
  private var playing: Playing?

  init(_ files: [String], _ read: ReadOptions, _ grid: GridOptions, _ rules: PatternRules) {
    self.files = files[...]
    self.read = read
    self.grid = grid
    self.rules = rules
  }

  mutating func next() throws(Failure) -> StrokeArrival {
    while true {
      if playing == nil {
        guard let file = files.popFirst() else { return .end }
        playing = try Playing(file, read, grid, rules)
      }
      if let outcome = try playing?.next() { return .stroke(outcome) }
      playing = nil
    }
  }

  mutating func judge<Judge: PatternJudge & ~Copyable>(by judge: inout Judge) -> Verdict {
    guard let playing else { preconditionFailure("there was no stroke") }
    return playing.drawing.judge(by: &judge)
  }

  mutating func take(into pattern: inout Pattern) {
    playing?.drawing.take(into: &pattern)
  }
}

/// A capture that is being replayed, stroke by stroke.
private final class Playing {
  let drawing: Drawing
  private var source: ReplaySource
  /// The changes of the newest frame that are not taken yet.
  private var changes: ArraySlice<ContactChange> = []

  init(
    _ file: String, _ read: ReadOptions, _ grid: GridOptions, _ rules: PatternRules
  ) throws(Failure) {
    let source: ReplaySource
    do throws(CaptureError) { source = try ReplaySource(opening: file) } catch {
      throw Failure(error)
    }
    let mapping = read.mapping(source.reading, notes: source.notes)
    drawing = try Drawing(mapping, grid.grid(rules, in: mapping.view, notes: source.notes))
    self.source = source
  }

  /// How the next stroke ended; nil at the end of the capture.
  func next() throws(Failure) -> StrokeOutcome? {
    while true {
      while let change = changes.popFirst() {
        if let outcome = drawing.take(change) { return outcome }
      }
      do throws(CaptureError) {
        guard let frame = try source.nextFrame() else { return nil }
        changes = frame.changes[...]
      } catch {
        throw Failure(error)
      }
    }
  }
}

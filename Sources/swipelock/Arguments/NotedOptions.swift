import TouchCaptures

/// The options that a capture was recorded with, as its notes have them.
struct NotedOptions {
  private(set) var read = ReadOptions()
  private(set) var grid = GridOptions()

  /// Takes the notes of the capture; one that is no such option's value is damage.
  init(_ source: borrowing ReplaySource) throws(Failure) {
    var line = 0
    for setting in source.notes.settings {
      do throws(UsageError) {
        if try read.take(setting.key, setting.value) { continue }
        if try grid.take(setting.key, setting.value) { line = setting.line }
      } catch {
        throw Failure(CaptureError.damagedComment(file: source.file, line: setting.line))
      }
    }
    // Each number may be right and all of them not: more dots at least than the grid has.
    guard (try? grid.rules(for: Replay.name)) != nil else {
      throw Failure(CaptureError.damagedComment(file: source.file, line: line))
    }
  }
}

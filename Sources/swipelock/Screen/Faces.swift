import LockCore
import LockScreen
import TouchCore
import TouchSource

/// Where the lock is to be seen: on the panel's display, and by whoever reads the feedback; or nowhere.
///
/// It decides nothing. Whatever happens to a display or a reader, the lock goes on.
final class Faces {
  private var screen: ScreenFace?
  private var lines: FeedbackLines?
  private let wakes: Wakes
  private let words: Words
  private var rules = PatternRules.standard
  private var scene = Scene()
  /// What the scene's words are of.
  private var said: (message: Feedback.Message, secondsLeft: Int64)?
  private var shown: Feedback?

  /// Opens what the options ask for. Nothing is shown before `place`.
  init(
    _ options: ScreenOptions, _ preset: Preset, _ words: Words, for verb: String
  ) throws(Failure) {
    wakes = try Wakes()
    self.words = words
    let theme = try options.look.theme(preset)
    lines = try options.feedback.map { number throws(Failure) in
      try FeedbackLines(on: number, for: verb)
    }
    screen = try ScreenFace.open(options, theme)
    if let descriptor = screen?.descriptor { try wakes.watch(readable: descriptor) }
  }

  /// Whether there is nobody who could see anything.
  var isEmpty: Bool { screen == nil && lines == nil }

  /// Readable when `process` has something to do.
  var descriptor: Int32 { wakes.descriptor }

  /// The view of the display that the panel's glass is over, in pixels.
  func view(of panel: PanelDevice?, millimetres: ViewSize?) -> ViewSize? {
    screen?.view(of: panel, millimetres: millimetres)
  }

  /// Puts the grid of the view where it is to be seen.
  func place(_ grid: DotGrid, of view: ViewSize) {
    rules = grid.rules
    screen?.place(grid, of: view)
    lines?.tell(FeedbackLines.grid(grid, of: view), by: wakes)
    shown = nil
  }

  /// Shows how the flow stands.
  func show(_ feedback: Feedback, _ pattern: borrowing Pattern, name: String?, at now: Timestamp) {
    let isNew = shown != feedback || !isSaid(feedback.message, at: now)
    guard isNew else { return }
    shown = feedback
    if !isSaid(feedback.message, at: now) {
      scene.words = words.text(for: feedback.message, rules, at: now)
      said = (feedback.message, Self.secondsLeft(feedback.message, at: now))
    }
    (scene.dots, scene.lineEnd) = (feedback.dots, feedback.lineEnd)
    screen?.show(scene, pattern)
    guard lines != nil else { return }
    let line = FeedbackLines.feedback(feedback, pattern, words: scene.words, name: name, at: now)
    lines?.tell(line, by: wakes)
  }

  /// Takes what displays and readers want.
  ///
  /// - Returns: whether the flow must be shown again.
  func process() -> Bool {
    lines?.process(by: wakes)
    guard screen?.process() ?? false else { return false }
    shown = nil
    return true
  }

  /// Gives the display back.
  func close() {
    screen = nil
    lines = nil
  }

  private func isSaid(_ message: Feedback.Message, at now: Timestamp) -> Bool {
    guard let said, said.message == message else { return false }
    return said.secondsLeft == Self.secondsLeft(message, at: now)
  }

  private static func secondsLeft(_ message: Feedback.Message, at now: Timestamp) -> Int64 {
    guard case .lockedOut(let until) = message else { return 0 }
    return (until.microseconds(since: now) + 999_999) / 1_000_000
  }
}

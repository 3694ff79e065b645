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
  private var said: Said?
  private var shown: Sight?
  private var view = ViewSize(width: 1, height: 1)
  private var wandering: Wander?
  /// The newest event that nothing shows yet, and the one whose picture is under way.
  private var event: Timestamp?
  private var shownEvent: Timestamp?
  private var delays: [Int64] = []
  private var lastFlip: Timestamp?
  private let wanders: Bool

  /// Opens what the options ask for. Nothing is shown before `place`.
  init(
    _ options: ScreenOptions, _ preset: Preset, _ words: Words, for verb: String
  ) throws(Failure) {
    wakes = try Wakes()
    self.words = words
    wanders = options.wanders
    let theme = try options.look.theme(preset)
    lines = try options.feedback.map { number throws(Failure) in
      try FeedbackLines(on: number, for: verb)
    }
    screen = try ScreenFace.open(options, theme)
    if let descriptor = screen?.descriptor { try wakes.watch(readable: descriptor) }
  }

  /// Whether there is nobody who could see anything.
  var isEmpty: Bool { screen == nil && lines == nil }

  /// Whether the first picture is out, if there is one to come.
  var isShown: Bool { screen?.isShown ?? true }

  /// A copy of it keeps what the display shows; nil if there is none.
  var cardDescriptor: Int32? { screen?.cardDescriptor }

  /// Readable when `process` has something to do.
  var descriptor: Int32 { wakes.descriptor }

  /// The view of the display that the panel's glass is over, in pixels.
  func view(of panel: PanelDevice?, millimetres: ViewSize?) -> ViewSize? {
    screen?.view(of: panel, millimetres: millimetres)
  }

  /// Puts the grid of the view where it is to be seen.
  func place(_ grid: DotGrid, of view: ViewSize) {
    rules = grid.rules
    self.view = view
    wandering = Wander(grid, of: view)
    place()
  }

  /// Puts the dots elsewhere for the next try, if that is wanted.
  func wander(using random: inout Chance) {
    guard wanders else { return }
    wandering?.move(using: &random)
    place()
  }

  private func place() {
    guard let wandering else { return }
    screen?.place(wandering.shown, of: view)
    lines?.tell(FeedbackLines.grid(wandering.shown, of: view), by: wakes)
    shown = nil
  }

  /// Where on the lock's grid a position on the glass is.
  func inward(_ point: ViewPoint) -> ViewPoint { wandering?.inward(point) ?? point }

  /// Whether a position on the glass is on the button.
  func isOnButton(_ point: ViewPoint) -> Bool { screen?.isOnButton(point) ?? false }

  var hasScreen: Bool { screen != nil }

  /// What there is to see.
  struct Sight: Equatable {
    let feedback: Feedback
    /// How it is answered.
    let kind: Pattern.Kind
    var name: String?
    var cleanedUntil: Timestamp?
    var button: Pattern.Kind?
    var keypad: KeypadFace?

    init(_ feedback: Feedback, by kind: Pattern.Kind) {
      self.feedback = feedback
      self.kind = kind
    }
  }

  func show(_ sight: Sight, _ pattern: borrowing Pattern, at now: Timestamp) {
    let words = Said(sight, at: now)
    guard shown != sight || said != words else { return }
    shown = sight
    if said != words {
      said = words
      scene.words =
        sight.cleanedUntil.map {
          self.words.cleaning(milliseconds: $0.microseconds(since: now) / 1000)
        }
        ?? self.words.text(for: sight.feedback.message, rules, by: sight.kind, at: now)
    }
    scene.button = sight.button.map { self.words.way(to: $0) }
    scene.keypad = sight.keypad
    scene.dots = sight.feedback.dots
    scene.lineEnd = sight.feedback.lineEnd.map { wandering?.outward($0) ?? $0 }
    screen?.show(scene, pattern)
    if shownEvent == nil, let event { (shownEvent, self.event) = (event, nil) }
    guard lines != nil else { return }
    let line = FeedbackLines.feedback(sight, scene, pattern, at: now)
    lines?.tell(line, by: wakes)
  }

  // MARK: Timings

  /// An event came that is to be shown.
  func note(event time: Timestamp) { event = time }

  /// How long pictures took from their events to the display, in microseconds.
  func takeDelays() -> [Int64] {
    defer { delays.removeAll(keepingCapacity: true) }
    return delays
  }

  private func noteFlip() {
    guard let flip = screen?.lastFlip, flip != lastFlip else { return }
    lastFlip = flip
    if let shownEvent { delays.append(flip.microseconds(since: shownEvent)) }
    shownEvent = nil
  }

  // MARK: Wiping

  func beginWiping() {
    scene = Scene(words: words.wipe, wiped: WipedCells())
  }

  var wipedShare: Double { scene.wiped?.share ?? 1 }

  /// A finger was there.
  func wipe(at point: ViewPoint, _ pattern: borrowing Pattern) {
    scene.wiped?.add(point, in: view)
    showWiping(pattern)
  }

  func showWiping(_ pattern: borrowing Pattern) { screen?.show(scene, pattern) }

  /// Takes what displays and readers want.
  ///
  /// - Returns: whether the flow must be shown again.
  func process() -> Bool {
    lines?.process(by: wakes)
    defer { noteFlip() }
    guard screen?.process() ?? false else { return false }
    shown = nil
    return true
  }

  /// Gives the display back.
  func close() {
    screen = nil
    lines = nil
  }

  /// What the scene's words are of.
  private struct Said: Equatable {
    let message: Feedback.Message
    let kind: Pattern.Kind
    let secondsLeft: Int64

    init(_ sight: Sight, at now: Timestamp) {
      message = sight.feedback.message
      kind = sight.kind
      var end = sight.cleanedUntil
      if case .lockedOut(let until) = message, end == nil { end = until }
      secondsLeft = end.map { ($0.microseconds(since: now) + 999_999) / 1_000_000 } ?? -1
    }
  }
}

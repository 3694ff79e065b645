import LockCore
import LockScreen
import TouchCore
import TouchSource

#if Screen
/// The lock on the displays of a graphics card.
struct ScreenFace: ~Copyable {
  private var display: Display
  private let card: String
  private var hasWarnedOfFonts = false

  /// Nil if there is nothing to show anything on: then the lock is one without a screen, and says so.
  ///
  /// - Throws: `Failure` with 69 if another program has the display, 66 if none has that name.
  static func open(_ options: ScreenOptions, _ theme: Theme) throws(Failure) -> ScreenFace? {
    guard !options.isOff else { return nil }
    var settings = Display.Settings()
    (settings.card, settings.output, settings.turn) = (options.card, options.output, options.turn)
    settings.inherited = options.inherited
    do throws(DisplayError) {
      return ScreenFace(try Display.open(settings, theme), options.card ?? "the display")
    } catch {
      switch error {
      case .missing: throw Failure(.noInput, "\(error)")
      case .busy(let card):
        let who = Process.having(open: card).map { "\($0)" }.joined(separator: ", ")
        throw Failure(.unavailable, "\(error)\(who.isEmpty ? "" : "; it is open by \(who)")")
      case .noCard, .noOutput, .noPermission, .system:
        warn("nothing is shown: \(error)")
        return nil
      }
    }
  }

  private init(_ display: consuming Display, _ card: String) {
    self.display = display
    self.card = card
  }

  /// Readable when `process` has something to do.
  var descriptor: Int32 { display.descriptor }

  /// Whether every display shows the newest scene.
  var isShown: Bool { !display.isStale }

  /// A copy of it keeps what is shown.
  var cardDescriptor: Int32 { display.cardDescriptor }

  func darken() throws(Failure) {
    do throws(DisplayError) { try display.darken() } catch {
      throw Failure(.unavailable, "the display cannot be turned off: \(error)")
    }
  }

  /// When a display took a picture last.
  var lastFlip: Timestamp? { display.lastFlip }

  /// The size of the view that a panel's glass is over, in pixels; of the panel's own display, if it is
  /// known which that is.
  mutating func view(of panel: PanelDevice?, millimetres: ViewSize?) -> ViewSize? {
    guard let facts = try? display.facts() else { return nil }
    let own =
      facts.first { $0.name == panel?.output }
      ?? (facts.count > 1 ? facts.only { $0.isAsLarge(as: millimetres) } : nil)
    if let own { display.choose(own.name) }
    let pixels = (own ?? facts.first)?.pixels
    return pixels.map { ViewSize(width: Double($0.width), height: Double($0.height)) }
  }

  func isOnButton(_ point: ViewPoint) -> Bool { display.isOnButton(point) }

  mutating func place(_ grid: DotGrid, of view: ViewSize) {
    do throws(DisplayError) {
      tell(try display.place(grid, of: view))
    } catch {
      warn("nothing is shown: \(error)")
    }
    guard !display.hasFonts, !hasWarnedOfFonts else { return }
    hasWarnedOfFonts = true
    warn(PictureFile.noFonts)
  }

  mutating func show(_ scene: Scene, _ pattern: borrowing Pattern) {
    tell(display.show(scene, pattern))
  }

  /// Returns whether the newest scene must be shown again.
  mutating func process() -> Bool {
    do throws(DisplayError) {
      let changes = try display.process()
      tell(changes)
      return display.isStale || !changes.isEmpty
    } catch {
      warn("the display cannot be asked: \(error); still locked")
      return false
    }
  }

  private func tell(_ changes: [Display.Change]) {
    for change in changes {
      switch change {
      case .added: break
      case .removed(let name): warn("the display \(name) is gone; still locked")
      case .failed(let name, let call):
        warn("the display \(name) shows nothing: \(call); still locked")
      }
    }
  }
}

extension Display.Facts {
  /// Whether glass of that size may be this display's: a panel reaches a little beyond its picture.
  fileprivate func isAsLarge(as other: ViewSize?) -> Bool {
    guard let size, let other else { return false }
    let shares = [other.width / size.width, other.height / size.height]
    return shares.allSatisfy { (0.9...1.15).contains($0) }
  }
}

extension Array {
  /// The element of which that is true, if there is just one.
  fileprivate func only(_ isWanted: (Element) -> Bool) -> Element? {
    let found = filter(isWanted)
    return found.count == 1 ? found[0] : nil
  }
}
#else
/// There is no display without the trait Screen.
struct ScreenFace: ~Copyable {
  static func open(_ options: ScreenOptions, _ theme: Theme) throws(Failure) -> ScreenFace? {
    guard options.card == nil, options.output == nil, options.turn == nil else {
      throw Failure(withoutScreen: "nothing can be shown on a display")
    }
    return nil
  }

  private init() {}

  let descriptor: Int32 = -1
  let isShown = true
  let cardDescriptor: Int32 = -1
  func darken() throws(Failure) {}
  let lastFlip: Timestamp? = nil
  mutating func view(of panel: PanelDevice?, millimetres: ViewSize?) -> ViewSize? { nil }
  func isOnButton(_ point: ViewPoint) -> Bool { false }
  mutating func place(_ grid: DotGrid, of view: ViewSize) {}
  mutating func show(_ scene: Scene, _ pattern: borrowing Pattern) {}
  mutating func process() -> Bool { false }
}
#endif

public import LockCore
public import TouchCore

/// What is to be seen, beside the dots of the pattern, which stay where they are kept.
public struct Scene: Hashable, Sendable {
  /// How the pattern's dots look, and the line; all other dots are normal.
  public var dots: DotState
  /// Where the line goes to from the last dot, in view space.
  public var lineEnd: ViewPoint?
  /// A sentence for whoever stands there.
  public var words: String
  /// The keypad, in place of the dots.
  public var keypad: KeypadFace?
  /// What the button says that leads to another way to unlock; nil for no button.
  public var button: String?
  /// The shares of the screen that were wiped; nil if nobody is asked to.
  public var wiped: WipedCells?
  /// What a panel is tested by, in place of the dots.
  public var chart: PanelChart?
  private(set) var isCover = false

  public init(
    dots: DotState = .normal, lineEnd: ViewPoint? = nil, words: String = "",
    keypad: KeypadFace? = nil, button: String? = nil, wiped: WipedCells? = nil
  ) {
    self.dots = dots
    self.lineEnd = lineEnd
    self.words = words
    self.keypad = keypad
    self.button = button
    self.wiped = wiped
  }

  /// Nothing but the background, for displays that nobody touches.
  public static let cover: Scene = {
    var scene = Scene()
    scene.isCover = true
    return scene
  }()

  public init(_ feedback: Feedback, words: String) {
    self.init(dots: feedback.dots, lineEnd: feedback.lineEnd, words: words)
  }
}

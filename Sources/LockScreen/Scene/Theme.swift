public import LockCore

/// How a lock looks, whatever is drawn on: lengths are shares of a cell's shorter side.
public struct Theme: Hashable, Sendable {
  /// What is kept from onlookers.
  public struct Hidden: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The line.
    public static let line = Hidden(rawValue: 1)
    /// That a dot is in the pattern: all look normal.
    public static let dots = Hidden(rawValue: 2)
    /// Which dots were in a wrong pattern: they go at once, and the words alone tell it.
    public static let wrong = Hidden(rawValue: 4)
  }

  public var background: Color
  /// Words, keys and the digits on them.
  public var words: Color
  /// A family that fontconfig knows, or several with commas between.
  public var font: String
  /// The height of words, as a share of the picture's shorter side.
  public var wordSize: Double
  /// The diameter of a dot's disc and of its core.
  public var dotSize: Double
  public var coreSize: Double
  public var lineWidth: Double
  public var normal: Paint
  public var selected: Paint
  public var wrong: Paint
  public var right: Paint
  /// Whether wrong and right dots also bear a cross and a tick, for who cannot tell the colours.
  public var hasMarks: Bool
  public var hidden: Hidden

  /// A preset's own look. Its background is ours where the tutorial had a picture.
  public init(_ preset: Preset) {
    let (look, pitch) = (preset.look, preset.layout.pitch)
    dotSize = preset.layout.dotSize / pitch
    coreSize = look.coreSize / pitch
    lineWidth = look.lineWidth / pitch
    (normal, selected, wrong, right) = (look.normal, look.selected, look.wrong, look.right)
    hidden = look.showsTrack ? [] : .line
    hasMarks = preset == .standard
    font = "Sans"
    wordSize = 0.042
    let isLight = ["circles", "block", "inline"].contains(preset.name)
    background = isLight ? Color(preset == .circles ? 0xF4F5F9 : 0xFFFFFF) : Color(0x12161C)
    words = isLight ? Color(0x2B2F38) : Color(0xF2F4F7)
  }

  public func paint(_ state: DotState) -> Paint {
    switch state {
    case .normal: normal
    case .selected: selected
    case .wrong: wrong
    case .right: right
    }
  }

  /// How the pattern's dots are shown.
  func shown(_ state: DotState) -> DotState {
    if hidden.contains(.dots) { return .normal }
    return state == .wrong && hidden.contains(.wrong) ? .normal : state
  }

  /// Whether the line is shown.
  func showsLine(_ state: DotState) -> Bool {
    !hidden.contains(.line) && !(state == .wrong && hidden.contains(.wrong))
  }
}

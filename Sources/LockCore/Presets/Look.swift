/// A colour of sRGB, with 255 for opaque.
public struct Color: Hashable, Sendable, BitwiseCopyable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8
  public let alpha: UInt8

  /// A colour written 0xRRGGBB.
  public init(_ rgb: UInt32, alpha: UInt8 = 255) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
    self.alpha = alpha
  }

  public static let clear = Color(0, alpha: 0)
}

/// What a dot and the line from it are painted with in one state.
public struct Paint: Hashable, Sendable {
  /// The whole dot.
  public let disc: Color
  /// The smaller disc in its middle.
  public let core: Color
  public let line: Color

  public init(disc: Color, core: Color, line: Color) {
    self.disc = disc
    self.core = core
    self.line = line
  }

  /// One colour, and a tenth of it around the middle.
  init(_ rgb: UInt32) {
    self.init(disc: Color(rgb, alpha: 26), core: Color(rgb), line: Color(rgb))
  }
}

/// How a lock is drawn; lengths are in units of the preset's reference view.
public struct Look: Hashable, Sendable {
  public let lineWidth: Double
  /// The diameter of a dot's core.
  public let coreSize: Double
  /// Whether the line is drawn; the dots are, anyhow.
  public let showsTrack: Bool
  public let normal: Paint
  public let selected: Paint
  public let wrong: Paint
  public let right: Paint

  init(
    lineWidth: Double, coreSize: Double, showsTrack: Bool = true, normal: Paint, selected: Paint,
    wrong: Paint, right: Paint? = nil
  ) {
    self.lineWidth = lineWidth
    self.coreSize = coreSize
    self.showsTrack = showsTrack
    self.normal = normal
    self.selected = selected
    self.wrong = wrong
    self.right = right ?? selected
  }

  public func paint(_ state: DotState) -> Paint {
    switch state {
    case .normal: normal
    case .selected: selected
    case .wrong: wrong
    case .right: right
    }
  }
}

#if Screen
public import LockCore
public import TouchCore

/// Why a picture was not written.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// A picture of scenes, drawn in memory: each one paints only what it changes.
public struct Picture: ~Copyable {
  private let painter: Painter
  private let canvas: Canvas
  private var shown: Shown?

  public init(_ placement: Placement, _ theme: Theme, turn: Orientation = .upright) {
    painter = Painter(placement, theme)
    canvas = Canvas(placement.picture, turn: turn)
  }

  /// Whether words can be seen: without a font there are none.
  public var hasFonts: Bool { painter.hasFonts }

  public var placement: Placement { painter.placement }

  /// Paints the scene over what is there.
  ///
  /// - Returns: the pixels that may differ now, in the picture as it is seen upright.
  @discardableResult
  public mutating func show(_ scene: Scene, _ pattern: borrowing Pattern) -> PixelRect {
    let damage = painter.damage(from: shown, to: scene, pattern)
    shown = Shown(
      scene: scene, count: pattern.count, drawn: painter.drawn(scene, pattern))
    guard !damage.isEmpty else { return damage }
    painter.paint(scene, pattern, in: damage, on: canvas)
    return damage
  }

  /// Forgets what is shown, so that the next scene is painted whole.
  public mutating func invalidate() { shown = nil }

  /// Lends the pixels as they lie in memory, each 0x00RRGGBB, and how many make a row.
  public func withPixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>, _ rowLength: Int) -> Result
  ) -> Result {
    unsafe canvas.withPixels(body)
  }

  /// The picture as a PNG.
  public func png() throws(PictureError) -> [UInt8] {
    let (bytes, fault) = canvas.png()
    if let fault { throw PictureError(description: fault) }
    return bytes
  }

  /// A part of the picture, upright, as a PNG.
  public func png(of rect: PixelRect) throws(PictureError) -> [UInt8] {
    let (bytes, fault) = canvas.part(rect).png()
    if let fault { throw PictureError(description: fault) }
    return bytes
  }

  /// Writes a scene as an SVG (a picture of vectors) to a file.
  public static func writeSVG(
    _ scene: Scene, _ pattern: borrowing Pattern, _ placement: Placement, _ theme: Theme,
    to path: String
  ) throws(PictureError) {
    let painter = Painter(placement, theme)
    let canvas = Canvas(placement.picture, vectorsIn: path)
    painter.paint(scene, pattern, in: PixelRect(all: placement.picture), on: canvas)
    if let fault = canvas.finish() { throw PictureError(description: fault) }
  }
}
#endif

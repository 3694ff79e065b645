public import LockCore
public import TouchCore

/// Where everything of a scene is in a picture of the view.
///
/// Words stand above the dots, else below them or beside them, where there is room; the button on the
/// other side.
public struct Placement: Hashable, Sendable {
  public let grid: DotGrid
  public let view: ViewSize
  public let picture: PixelSize
  /// The shorter side of a cell, which the theme's lengths are shares of, in pixels.
  let unit: Double
  /// The height of words, in pixels.
  let wordSize: Double
  let words: Box
  let button: Box

  private static let smallestWords = 10.0

  public init(_ grid: DotGrid, of view: ViewSize, in picture: PixelSize, _ theme: Theme) {
    self.grid = grid
    self.view = view
    self.picture = picture
    let (scaleX, scaleY) = (
      Double(picture.width) / view.width, Double(picture.height) / view.height
    )
    unit = min(grid.cellWidth * scaleX, grid.cellHeight * scaleY)
    wordSize = max(Self.smallestWords, theme.wordSize * Double(picture.shorterSide))
    let reach = max(theme.dotSize, theme.lineWidth) / 2 * unit
    let first = grid.center(of: Dot(0))
    let last = grid.center(of: Dot(grid.rules.dotCount - 1))
    let dots = Box(
      left: first.x * scaleX - reach, top: first.y * scaleY - reach,
      right: last.x * scaleX + reach, bottom: last.y * scaleY + reach)
    (words, button) = Self.rooms(beside: dots, in: picture, wordSize)
  }

  private static func rooms(
    beside dots: Box, in picture: PixelSize, _ size: Double
  ) -> (words: Box, button: Box) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let whole = Box(left: 0, top: 0, right: width, bottom: height)
    let margin = size * 0.6
    let above = Box(left: 0, top: 0, right: width, bottom: dots.top).widened(by: -margin)
    let below = Box(left: 0, top: dots.bottom, right: width, bottom: height).widened(by: -margin)
    let before = Box(left: 0, top: 0, right: dots.left, bottom: height).widened(by: -margin)
    let behind = Box(left: dots.right, top: 0, right: width, bottom: height).widened(by: -margin)
    let isRoom = { (box: Box) in box.height >= 1.4 * size && box.width >= 6 * size }
    var rooms = [above, below, before, behind].filter(isRoom)
    if rooms.isEmpty {
      rooms = [
        Box(left: 0, top: 0, right: width, bottom: 2.4 * size).widened(by: -margin / 2),
        Box(left: 0, top: height - 2.4 * size, right: width, bottom: height).widened(
          by: -margin / 2),
      ]
    }
    var button = rooms.count > 1 ? rooms[1] : whole
    if rooms.count == 1 { button.top = height - 2.4 * size }
    let middle = button.middle
    let half = min(button.width, 12 * size) / 2
    return (
      rooms[0],
      Box(
        left: middle.x - half, top: middle.y - size * 1.1, right: middle.x + half,
        bottom: middle.y + size * 1.1)
    )
  }

  /// The pixel of a point of the view.
  func place(_ point: ViewPoint) -> (x: Double, y: Double) {
    (
      point.x / view.width * Double(picture.width), point.y / view.height * Double(picture.height)
    )
  }

  func place(ifThere point: ViewPoint?) -> (x: Double, y: Double)? {
    guard let point else { return nil }
    return place(point)
  }

  func place(_ dot: Dot) -> (x: Double, y: Double) { place(grid.center(of: dot)) }

  /// Whether a point of the view is on the button.
  public func isOnButton(_ point: ViewPoint) -> Bool {
    let (x, y) = place(point)
    return (button.left...button.right).contains(x) && (button.top...button.bottom).contains(y)
  }
}

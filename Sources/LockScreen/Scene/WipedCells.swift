public import TouchCore

/// Which parts of the screen a finger has been over, so that what it left there tells nothing.
public struct WipedCells: Hashable, Sendable {
  /// As many cells across the view, and as many down: a fingertip is about as wide as one of a
  /// seven-inch panel's.
  public static let side = 8

  private var cells: UInt64 = 0

  public init() {}

  /// Marks the cell that a point of the view is in.
  public mutating func add(_ point: ViewPoint, in view: ViewSize) {
    let side = Double(Self.side)
    let column = min(max(point.x / view.width * side, 0), side - 1)
    let row = min(max(point.y / view.height * side, 0), side - 1)
    guard column.isFinite, row.isFinite else { return }
    cells |= 1 << UInt64(Int(row) * Self.side + Int(column))
  }

  public func contains(row: Int, column: Int) -> Bool {
    cells & (1 << UInt64(row * Self.side + column)) != 0
  }

  /// 0 to 1.
  public var share: Double { Double(cells.nonzeroBitCount) / Double(Self.side * Self.side) }
}

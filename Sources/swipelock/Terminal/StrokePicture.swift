import LockCore
import TouchCore

/// The grid in the terminal, and the stroke on it as it is drawn.
struct StrokePicture {
  enum Mood {
    case drawing
    case right
    case wrong
  }

  private var canvas: Canvas
  private let grid: DotGrid

  init(_ grid: DotGrid) {
    self.grid = grid
    // Twelve characters by six rows a cell is square: a character is about twice as high as wide.
    canvas = Canvas(
      columns: 12 * grid.rules.columns, rows: 6 * grid.rules.rows,
      isColored: Terminal.isColored, isUnicode: Terminal.isUnicode)
  }

  /// The number of lines of `text`.
  var height: Int { canvas.rows }

  mutating func text(
    of session: borrowing LockSession, _ mood: Mood
  ) -> String {
    canvas.clear()
    let ink: Canvas.Ink =
      switch mood {
      case .drawing: .bright
      case .right: .good
      case .wrong: .bad
      }
    let count = session.pattern.count
    for position in 0..<max(0, count - 1) {
      canvas.line(
        from: place(session.pattern[position]), to: place(session.pattern[position + 1]), ink)
    }
    if let end = session.liveEnd, count > 0 {
      canvas.line(from: place(session.pattern[count - 1]), to: place(end), .faint)
    }
    for number in 0..<grid.rules.dotCount {
      let dot = Dot(number)
      let isHit = session.pattern.contains(dot)
      canvas.mark(character(isHit), at: place(dot), isHit ? ink : .faint)
    }
    return canvas.text
  }

  private func character(_ isHit: Bool) -> Character {
    guard Terminal.isUnicode else { return isHit ? "O" : "o" }
    return isHit ? "●" : "○"
  }

  private func place(_ dot: Dot) -> (Double, Double) { place(grid.center(of: dot)) }

  private func place(_ point: ViewPoint) -> (Double, Double) {
    ((point.x - grid.area.x) / grid.area.width, (point.y - grid.area.y) / grid.area.height)
  }
}

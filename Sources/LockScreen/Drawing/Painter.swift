#if Screen
internal import LockCore
internal import TouchCore

/// Paints scenes on canvases, and knows what of a picture another scene changes.
struct Painter: ~Copyable {
  let placement: Placement
  let theme: Theme
  private let lettering: Lettering

  init(_ placement: Placement, _ theme: Theme) {
    self.placement = placement
    self.theme = theme
    lettering = Lettering(theme.font)
  }

  /// Whether words can be seen.
  var hasFonts: Bool { lettering.hasFonts }

  /// Paints what of the scene is in the rectangle.
  func paint(
    _ scene: Scene, _ pattern: borrowing Pattern, in rect: PixelRect,
    on canvas: borrowing Canvas
  ) {
    canvas.clipped(to: rect) {
      canvas.fill(theme.background)
      if scene.isCover { return }
      if let wiped = scene.wiped {
        paint(wiped, on: canvas)
      } else if let chart = scene.chart {
        paint(chart, in: rect, on: canvas)
      } else if let face = scene.keypad {
        paint(face, in: rect, on: canvas)
      } else {
        paintLine(scene, pattern, on: canvas)
        paintDots(scene, pattern, in: rect, on: canvas)
      }
      if rect.meets(placement.words) {
        lettering.set(
          scene.words, in: placement.words, size: placement.wordSize, theme.words, on: canvas)
      }
      if let button = scene.button, rect.meets(placement.button) {
        canvas.pill(placement.button, theme.words.faded(to: 0.12))
        lettering.set(
          button, in: placement.button, size: placement.wordSize * 0.8, theme.words, on: canvas)
      }
    }
  }

  private func paintLine(
    _ scene: Scene, _ pattern: borrowing Pattern, on canvas: borrowing Canvas
  ) {
    guard theme.showsLine(scene.dots), !pattern.isEmpty else { return }
    let color = theme.paint(scene.dots).line
    let width = theme.lineWidth * placement.unit
    var last = placement.place(pattern[0])
    canvas.move(to: last.x, last.y)
    if pattern.count > 1 {
      for position in 1..<pattern.count {
        last = placement.place(pattern[position])
        canvas.line(to: last.x, last.y)
      }
      canvas.stroke(width, color)
    }
    guard let end = placement.place(ifThere: scene.lineEnd) else { return }
    let opacity = liveOpacity(from: last, to: end)
    guard opacity > 0 else { return }
    canvas.move(to: last.x, last.y)
    canvas.line(to: end.x, end.y)
    canvas.stroke(width, color, opacity: opacity)
  }

  /// The line to the finger fades in: nothing to be seen within the dot, all of it from 0.6 of a cell
  /// on; else a finger that rests on a dot would make it flicker.
  private func liveOpacity(
    from dot: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (end.x - dot.x, end.y - dot.y)
    let cells = (dx * dx + dy * dy).squareRoot() / placement.unit
    let start = theme.dotSize / 2
    return min(max((cells - start) / max(0.6 - start, 0.1), 0), 1)
  }

  private func paintDots(
    _ scene: Scene, _ pattern: borrowing Pattern, in rect: PixelRect,
    on canvas: borrowing Canvas
  ) {
    for number in 0..<placement.grid.rules.dotCount {
      let dot = Dot(number)
      let state = pattern.contains(dot) ? theme.shown(scene.dots) : .normal
      let (x, y) = placement.place(dot)
      guard rect.meets(Box(around: x, y, reach: dotReach)) else { continue }
      let paint = theme.paint(state)
      canvas.disc(x, y, diameter: theme.dotSize * placement.unit, paint.disc)
      canvas.disc(x, y, diameter: theme.coreSize * placement.unit, paint.core)
      if theme.hasMarks { mark(state, x, y, on: canvas) }
    }
  }

  /// A cross or a tick, in the colour of the background.
  private func mark(_ state: DotState, _ x: Double, _ y: Double, on canvas: borrowing Canvas) {
    let arm = theme.dotSize * placement.unit * 0.22
    switch state {
    case .normal, .selected: return
    case .wrong:
      canvas.move(to: x - arm, y - arm)
      canvas.line(to: x + arm, y + arm)
      canvas.move(to: x - arm, y + arm)
      canvas.line(to: x + arm, y - arm)
    case .right:
      canvas.move(to: x - arm * 1.2, y)
      canvas.line(to: x - arm * 0.3, y + arm)
      canvas.line(to: x + arm * 1.3, y - arm)
    }
    canvas.stroke(arm * 0.6, theme.background)
  }

  private func paint(
    _ face: KeypadFace, in rect: PixelRect, on canvas: borrowing Canvas
  ) {
    let size = min(cellWidth(of: face.keypad), cellHeight(of: face.keypad))
    paintEntered(face, size: size, on: canvas)
    for place in Keypad.places {
      let (x, y) = placement.place(face.keypad.center(of: place))
      let cell = Box(around: x, y, reach: size / 2)
      guard rect.meets(cell) else { continue }
      let strength = face.pressed == place ? 0.4 : 0.12
      canvas.disc(x, y, diameter: size * 0.86, theme.words.faded(to: strength))
      switch face.keypad.key(at: place) {
      case .digit(let digit):
        lettering.set(
          "\(digit)", in: cell.widened(by: -size * 0.15), size: size * 0.4, theme.words,
          on: canvas)
      case .delete: paintDelete(x, y, size * 0.16, on: canvas)
      case .enter:
        let arm = size * 0.16
        canvas.move(to: x - arm * 1.2, y)
        canvas.line(to: x - arm * 0.3, y + arm)
        canvas.line(to: x + arm * 1.3, y - arm)
        canvas.stroke(size * 0.05, theme.words)
      }
    }
  }

  /// An arrow back, as on keyboards.
  private func paintDelete(
    _ x: Double, _ y: Double, _ arm: Double, on canvas: borrowing Canvas
  ) {
    canvas.move(to: x + arm * 1.3, y)
    canvas.line(to: x - arm * 1.3, y)
    canvas.move(to: x - arm * 0.4, y - arm * 0.9)
    canvas.line(to: x - arm * 1.3, y)
    canvas.line(to: x - arm * 0.4, y + arm * 0.9)
    canvas.stroke(arm * 0.32, theme.words)
  }

  /// A dot for each digit, or an empty ring while there is none.
  private func paintEntered(_ face: KeypadFace, size: Double, on canvas: borrowing Canvas) {
    let area = face.keypad.area
    let row = ViewPoint(
      x: area.x + area.width / 2, y: area.y + area.height / Double(Keypad.rows) / 2)
    let (middle, y) = placement.place(row)
    let count = max(face.entered, 4)
    let step = min(size * 0.36, cellWidth(of: face.keypad) * 3 / Double(count))
    let paint = theme.paint(face.state == .normal ? .selected : face.state)
    for index in 0..<count {
      let x = middle + (Double(index) - Double(count - 1) / 2) * step
      let color = index < face.entered ? paint.core : theme.words.faded(to: 0.25)
      canvas.disc(x, y, diameter: step * 0.5, color)
    }
  }

  private func paint(_ wiped: WipedCells, on canvas: borrowing Canvas) {
    let (width, height) = (
      Double(placement.picture.width) / Double(WipedCells.side),
      Double(placement.picture.height) / Double(WipedCells.side)
    )
    for row in 0..<WipedCells.side {
      for column in 0..<WipedCells.side where !wiped.contains(row: row, column: column) {
        canvas.disc(
          (Double(column) + 0.5) * width, (Double(row) + 0.5) * height,
          diameter: min(width, height) * 0.3, theme.words.faded(to: 0.25))
      }
    }
  }

  private func cellWidth(of keypad: Keypad) -> Double {
    keypad.area.width / Double(Keypad.columns) / placement.view.width
      * Double(placement.picture.width)
  }

  private func cellHeight(of keypad: Keypad) -> Double {
    keypad.area.height / Double(Keypad.rows) / placement.view.height
      * Double(placement.picture.height)
  }
}

extension Color {
  /// The colour with that share of its opacity.
  func faded(to share: Double) -> Color {
    Color(
      UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue),
      alpha: UInt8(Double(alpha) * share))
  }
}

extension PixelRect {
  func meets(_ box: Box) -> Bool {
    Double(x) < box.right && Double(x + width) > box.left && Double(y) < box.bottom
      && Double(y + height) > box.top
  }
}
#endif

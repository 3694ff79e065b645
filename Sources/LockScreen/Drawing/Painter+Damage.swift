#if Screen
internal import LockCore
internal import TouchCore

/// What a picture shows, as far as it tells what the next one changes.
struct Shown {
  var scene: Scene
  var count: Int
  /// What dots that are not normal and the line are within.
  var drawn = PixelRect.empty
}

extension Painter {
  /// How far a dot reaches from its middle, in pixels.
  var dotReach: Double { max(theme.dotSize, theme.coreSize) / 2 * placement.unit + 1 }

  /// The smallest rectangle that holds all that differs between what is shown and the scene.
  ///
  /// A pattern that has grown is the one that was shown, with more dots; any other has fewer, or
  /// another state.
  func damage(
    from shown: Shown?, to scene: Scene, _ pattern: borrowing Pattern
  ) -> PixelRect {
    let all = PixelRect(all: placement.picture)
    guard let shown, (shown.scene.wiped == nil) == (scene.wiped == nil),
      (shown.scene.keypad == nil) == (scene.keypad == nil),
      (shown.scene.chart == nil) == (scene.chart == nil)
    else { return all }
    var damage = PixelRect.empty
    if shown.scene.words != scene.words { damage = around(placement.words, 0) }
    if shown.scene.button != scene.button { damage = damage.joined(around(placement.button, 1)) }
    if shown.scene.wiped != scene.wiped { return all }
    if let old = shown.scene.chart, let new = scene.chart {
      damage = damage.joined(damageOfChart(from: old, to: new))
    } else if shown.scene.keypad != scene.keypad {
      damage = damage.joined(damageOfKeypad(from: shown.scene.keypad, to: scene.keypad))
    } else if scene.keypad == nil {
      damage = damage.joined(damageOfDots(from: shown, to: scene, pattern))
    }
    return damage.clipped(to: placement.picture)
  }

  private func damageOfDots(
    from shown: Shown, to scene: Scene, _ pattern: borrowing Pattern
  ) -> PixelRect {
    let count = pattern.count
    guard shown.count <= count, shown.count == 0 || shown.scene.dots == scene.dots else {
      return shown.drawn.joined(drawn(scene, pattern))
    }
    var damage = PixelRect.empty
    for position in shown.count..<count {
      let (x, y) = placement.place(pattern[position])
      damage = damage.joined(around(Box(around: x, y, reach: dotReach), 0))
    }
    let hasNew = count > shown.count || shown.scene.lineEnd != scene.lineEnd
    guard theme.showsLine(scene.dots), hasNew, count > 0 else { return damage }
    let first = max(shown.count, 1) - 1
    return damage.joined(line(from: first, of: pattern, shown.scene.lineEnd, scene.lineEnd))
  }

  /// What dots that are not normal and the line are within.
  func drawn(_ scene: Scene, _ pattern: borrowing Pattern) -> PixelRect {
    guard !pattern.isEmpty else { return .empty }
    var dots = line(from: 0, of: pattern, nil, scene.lineEnd)
    for position in 0..<pattern.count {
      let (x, y) = placement.place(pattern[position])
      dots = dots.joined(around(Box(around: x, y, reach: dotReach), 0))
    }
    return dots
  }

  /// What the line is within, from the dot at that position on, and to the ends.
  private func line(
    from position: Int, of pattern: borrowing Pattern, _ old: ViewPoint?, _ new: ViewPoint?
  ) -> PixelRect {
    let first = placement.place(pattern[position])
    var line = Box(around: first.x, first.y, reach: 0)
    for position in position..<pattern.count {
      let (x, y) = placement.place(pattern[position])
      line.add(x, y)
    }
    if let end = placement.place(ifThere: old) { line.add(end.x, end.y) }
    if let end = placement.place(ifThere: new) { line.add(end.x, end.y) }
    return around(line, theme.lineWidth / 2 * placement.unit + 1)
  }

  private func damageOfKeypad(from old: KeypadFace?, to new: KeypadFace?) -> PixelRect {
    guard let old, let new, old.keypad == new.keypad else {
      return PixelRect(all: placement.picture)
    }
    var damage = PixelRect.empty
    if old.pressed != new.pressed {
      for place in [old.pressed, new.pressed].compactMap({ $0 }) {
        damage = damage.joined(cell(place, of: new.keypad))
      }
    }
    if old.entered != new.entered || old.state != new.state {
      let area = new.keypad.area
      let (left, top) = placement.place(ViewPoint(x: area.x, y: area.y))
      let (right, bottom) = placement.place(
        ViewPoint(x: area.x + area.width, y: area.y + area.height / Double(Keypad.rows)))
      damage = damage.joined(
        around(Box(left: left, top: top, right: right, bottom: bottom), 0))
    }
    return damage
  }

  private func cell(_ place: Int, of keypad: Keypad) -> PixelRect {
    let middle = keypad.center(of: place)
    let (halfWidth, halfHeight) = (
      keypad.area.width / Double(Keypad.columns) / 2,
      keypad.area.height / Double(Keypad.rows) / 2
    )
    let (left, top) = placement.place(
      ViewPoint(x: middle.x - halfWidth, y: middle.y - halfHeight))
    let (right, bottom) = placement.place(
      ViewPoint(x: middle.x + halfWidth, y: middle.y + halfHeight))
    return around(Box(left: left, top: top, right: right, bottom: bottom), 0)
  }

  private func around(_ box: Box, _ margin: Double) -> PixelRect {
    PixelRect(around: box.widened(by: margin))
  }
}
#endif

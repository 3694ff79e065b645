#if Screen
internal import LockCore
internal import TouchCore

// A panel's test and calibration. Lengths are shares of the picture's shorter side: there are no dots
// that they could be measured by.
extension Painter {
  private var fingerSize: Double { 0.08 * Double(placement.picture.shorterSide) }
  private var targetSize: Double { 0.1 * Double(placement.picture.shorterSide) }

  func paint(_ chart: PanelChart, in rect: PixelRect, on canvas: borrowing Canvas) {
    if let zones = chart.zones { paint(zones, in: rect, on: canvas) }
    if let target = chart.target { paint(target: target, in: rect, on: canvas) }
    for finger in chart.fingers {
      let (x, y) = placement.place(finger)
      canvas.disc(x, y, diameter: fingerSize, theme.paint(.selected).disc)
    }
  }

  /// A full box for what is painted, a small one for what is left.
  private func paint(
    _ zones: PanelChart.Zones, in rect: PixelRect, on canvas: borrowing Canvas
  ) {
    for number in zones.painted.indices {
      let box = box(of: number, in: zones)
      guard rect.meets(box) else { continue }
      let isPainted = zones.painted[number]
      let margin = min(box.width, box.height) * (isPainted ? 0.03 : 0.4)
      canvas.fill(
        box.widened(by: -margin),
        isPainted ? theme.paint(.right).line : theme.words.faded(to: 0.5))
    }
  }

  private func box(of zone: Int, in zones: PanelChart.Zones) -> Box {
    let (width, height) = (
      Double(placement.picture.width) / Double(zones.columns),
      Double(placement.picture.height) / Double(zones.rows)
    )
    let (left, top) = (
      Double(zone % zones.columns) * width, Double(zone / zones.columns) * height
    )
    return Box(left: left, top: top, right: left + width, bottom: top + height)
  }

  /// A ring with its middle marked.
  private func paint(target: ViewPoint, in rect: PixelRect, on canvas: borrowing Canvas) {
    let (x, y) = placement.place(target)
    canvas.pill(
      Box(around: x, y, reach: targetSize / 2), theme.words, lineWidth: targetSize * 0.06)
    canvas.move(to: x - targetSize * 0.7, y)
    canvas.line(to: x + targetSize * 0.7, y)
    canvas.move(to: x, y - targetSize * 0.7)
    canvas.line(to: x, y + targetSize * 0.7)
    canvas.stroke(targetSize * 0.03, theme.words)
  }

  func damageOfChart(from old: PanelChart, to new: PanelChart) -> PixelRect {
    guard old.zones?.columns == new.zones?.columns, old.zones?.rows == new.zones?.rows else {
      return PixelRect(all: placement.picture)
    }
    var damage = PixelRect.empty
    if let before = old.zones, let after = new.zones {
      for number in after.painted.indices where before.painted[number] != after.painted[number] {
        damage = damage.joined(PixelRect(around: box(of: number, in: after)))
      }
    }
    if old.target != new.target {
      for target in [old.target, new.target].compactMap({ $0 }) {
        damage = damage.joined(square(around: target, targetSize * 0.75))
      }
    }
    if old.fingers != new.fingers {
      for finger in old.fingers + new.fingers {
        damage = damage.joined(square(around: finger, fingerSize / 2))
      }
    }
    return damage
  }

  private func square(around point: ViewPoint, _ reach: Double) -> PixelRect {
    let (x, y) = placement.place(point)
    return PixelRect(around: Box(around: x, y, reach: reach + 1))
  }
}
#endif

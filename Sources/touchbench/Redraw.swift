#if Screen
import LockCore
import LockScreen
import TouchCore

/// What a moved finger costs to redraw, beside the whole picture.
enum Redraw: Benchmark {
  static let name = "redraw"
  static let summary = "a moved line end at 1280 × 800, beside the whole picture"
  static let takesCapture = false

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure) {
    report.begin(name, "time to redraw at 1280 × 800, in memory")
    let view = ViewSize(width: 1280, height: 800)
    let preset = Preset.standard
    let theme = Theme(preset)
    let placement = Placement(
      preset.grid(preset.rules, in: view), of: view, in: PixelSize(width: 1280, height: 800), theme)
    var picture = Picture(placement, theme)
    var scene = Scene(dots: .selected, words: "Draw the pattern.")
    var pattern = Pattern()
    for dot in [0, 1, 4] { pattern.append(Dot(dot)) }
    var hash = Hash()
    var (parts, wholes): ([Double], [Double]) = ([], [])
    for step in 0..<(settings.isSmoke ? 20 : 400) {
      // Round the last dot, within a cell of it.
      let place = Double(step % 40) / 40
      scene.lineEnd = ViewPoint(x: 640 + 200 * place, y: 400 + 150 * (1 - place))
      var begin = Stopwatch.nanoseconds
      let damage = picture.show(scene, pattern)
      parts.append(Double(Stopwatch.nanoseconds - begin) / 1000)
      for number in [damage.x, damage.y, damage.width, damage.height] { hash.mix(number) }
      picture.invalidate()
      begin = Stopwatch.nanoseconds
      picture.show(scene, pattern)
      wholes.append(Double(Stopwatch.nanoseconds - begin) / 1000)
    }
    parts.sort()
    wholes.sort()
    report.hash("what is repainted", hash)
    report.figure(
      .init(
        "a moved line end, median", parts.quantile(0.5), "µs",
        against: ("the whole picture", wholes.quantile(0.5)), goal: .atMostTimes(0.5)))
  }
}
#endif

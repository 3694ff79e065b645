import LockCore
import LockScreen
import TouchCore
import TouchSource

/// The display of a panel that is tested or calibrated; it shows nothing where there is none to be had.
struct ChartScreen: ~Copyable {
  /// The size of what is shown, in pixels; nil if nothing is.
  let view: ViewSize?
  /// Readable when `process` has something to do; nil if it never has.
  let descriptor: Int32?
  private var face: ScreenFace?
  private let noPattern = Pattern()
  private var scene = Scene()

  /// A display that another program has is left to it, and that is said: the terminal tells all that is
  /// needed.
  private static func open(
    _ options: ScreenOptions, for device: PanelDevice, _ size: ViewSize?
  ) throws(Failure) -> ChartScreen {
    var face: ScreenFace?
    do throws(Failure) { face = try ScreenFace.open(options, Theme(.standard)) } catch {
      guard error.status == .unavailable else { throw error }
      warn("nothing is shown: \(error.message)")
    }
    guard let descriptor = face?.descriptor else {
      return ChartScreen(view: nil, descriptor: nil, face: nil)
    }
    let view = face?.view(of: device, millimetres: size)
    if let view { face?.place(GridOptions().grid(.standard, in: view), of: view) }
    return ChartScreen(view: view, descriptor: descriptor, face: face.take())
  }

  /// The display of the panel whose frames these are, which end their waits for it; none for captures.
  static func open(
    _ options: ScreenOptions, beside frames: inout PanelFrames
  ) throws(Failure) -> ChartScreen {
    guard let device = frames.device else {
      return ChartScreen(view: nil, descriptor: nil, face: nil)
    }
    let screen = try open(options, for: device, frames.reading.millimetres)
    if let descriptor = screen.descriptor { try frames.watch(descriptor) }
    return screen
  }

  private init(view: ViewSize?, descriptor: Int32?, face: consuming ScreenFace?) {
    self.view = view
    self.descriptor = descriptor
    self.face = face
  }

  /// Shows the chart, whose lengths are shares of what is shown (0…1).
  mutating func show(_ chart: PanelChart, _ words: String) {
    guard let view else { return }
    scene.words = words
    scene.chart = PanelChart(
      zones: chart.zones, target: chart.target.map { $0.scaled(to: view) },
      fingers: chart.fingers.map { $0.scaled(to: view) })
    face?.show(scene, noPattern)
  }

  /// Takes what the displays want.
  mutating func process() {
    guard face?.process() ?? false else { return }
    face?.show(scene, noPattern)
  }
}

extension ViewPoint {
  fileprivate func scaled(to view: ViewSize) -> ViewPoint {
    ViewPoint(x: x * view.width, y: y * view.height)
  }
}

#if Screen
import CAllocationCounter
import LockCore
import LockScreen
import Testing
import TestSupport
import TouchCore

struct DamageTests {
  private let theme = Theme(.standard)
  private let view = ViewSize(width: 1280, height: 800)

  private var placement: Placement {
    let preset = Preset.standard
    return Placement(
      preset.grid(preset.rules, in: view), of: view, in: PixelSize(width: 320, height: 200), theme)
  }

  /// Shows the scenes one after another, and the last also on a fresh picture: what was painted must
  /// make no difference, and must be little more than what differs.
  private func check(
    _ name: Comment, from first: Scene, _ firstDots: [Int], to second: Scene, _ secondDots: [Int],
    most ratio: Double = 1.5
  ) {
    var picture = Picture(placement, theme)
    var whole = Picture(placement, theme)
    picture.show(first, Pattern.of(firstDots))
    let before = PixelGrid(picture)
    // What is painted is counted: all else keeps a colour that no theme has.
    unsafe picture.withPixels { pixels, _ in
      for index in pixels.indices { unsafe pixels[index] = 0x01_02_03 }
    }
    let damage = picture.show(second, Pattern.of(secondDots))
    let painted = PixelGrid(picture).pixels.count { $0 != 0x01_02_03 }
    #expect(painted <= damage.area, name)
    whole.show(second, Pattern.of(secondDots))
    let difference = PixelGrid(whole).difference(from: before)
    #expect(difference.count > 0, name)
    #expect(Double(painted) <= ratio * Double(difference.area), name)

    var again = Picture(placement, theme)
    again.show(first, Pattern.of(firstDots))
    again.show(second, Pattern.of(secondDots))
    #expect(PixelGrid(again).isSame(as: PixelGrid(whole)), name)
  }

  @Test func `a new dot and a moved end repaint little more than what they change`() {
    let drawing = Scene(dots: .selected, lineEnd: ViewPoint(x: 450, y: 250))
    var moved = drawing
    moved.lineEnd = ViewPoint(x: 520, y: 330)
    check("a moved end", from: drawing, [0, 1], to: moved, [0, 1])
    moved.lineEnd = ViewPoint(x: 640, y: 400)
    check("a new dot", from: drawing, [0, 1], to: moved, [0, 1, 4])
    moved.lineEnd = ViewPoint(x: 910, y: 133)
    check("two new dots", from: drawing, [0], to: moved, [0, 1, 2])
    check("the first dot", from: Scene(), [], to: Scene(dots: .selected), [4])
    check("wrong", from: drawing, [0, 1, 4], to: Scene(dots: .wrong), [0, 1, 4])
    check("all forgotten", from: Scene(dots: .wrong), [0, 1, 4], to: Scene(), [], most: 3)
    check("words", from: Scene(words: "One"), [], to: Scene(words: "Another"), [], most: 60)
  }

  @Test func `a zone, a finger and a target repaint little more than what they change`() {
    var zones = PanelChart.Zones(columns: 8, rows: 5)
    zones.painted[3] = true
    func scene(_ chart: PanelChart) -> Scene {
      var scene = Scene()
      scene.chart = chart
      return scene
    }
    let before = PanelChart(zones: zones, fingers: [ViewPoint(x: 400, y: 300)])
    var after = before
    after.zones?.painted[4] = true
    check("a zone", from: scene(before), [], to: scene(after), [])
    after = before
    after.fingers = [ViewPoint(x: 480, y: 300), ViewPoint(x: 480, y: 420)]
    check("fingers", from: scene(before), [], to: scene(after), [], most: 2)
    check(
      "a target", from: scene(PanelChart(target: ViewPoint(x: 128, y: 80))), [],
      to: scene(PanelChart(target: ViewPoint(x: 128, y: 160))), [])
  }

  @Test func `a moved end and a new dot allocate nothing of ours`() throws {
    try #require(swipelock_counts_allocations() == 1)
    var picture = Picture(placement, theme)
    var scene = Scene(dots: .selected, lineEnd: ViewPoint(x: 450, y: 250), words: "Draw")
    var dots = Pattern.of([0])
    picture.show(scene, dots)
    _ = swipelock_own_allocations(1)
    for step in 1...40 {
      scene.lineEnd = ViewPoint(x: 450 + Double(step), y: 250)
      if step % 10 == 0 { dots.append(Dot(step / 10)) }
      picture.show(scene, dots)
    }
    #expect(swipelock_own_allocations(1) == 0)
    let control = [UInt8](repeating: 1, count: 5000 + dots.count)
    #expect(swipelock_own_allocations(0) > 0, "the counter counts \(control.count)")
  }

  @Test func `whatever changes, the picture is the one that is painted whole`() {
    var random = SeededRandom(seed: 20261130)
    var picture = Picture(placement, theme)
    var dots: [Int] = []
    var scene = Scene()
    for round in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        dots = []
        scene = Scene(words: scene.words)
      case 1: scene.dots = DotState.allCases.randomElement(using: &random) ?? .wrong
      case 2: scene.words = ["", "Draw the pattern.", "错误"].randomElement(using: &random) ?? ""
      case 3: scene.button = scene.button == nil ? "Enter the PIN" : nil
      case 4:
        let keypad = Keypad(in: placement.grid.area)
        scene.keypad =
          scene.keypad == nil
          ? KeypadFace(
            keypad, entered: round % 5, pressed: round % 13 < 12 ? round % 13 : nil, state: .normal)
          : nil
      case 5:
        scene.chart =
          scene.chart == nil ? PanelChart(zones: PanelChart.Zones(columns: 16, rows: 10)) : nil
      case 6:
        let place = ViewPoint(x: Double.random(in: 0..<1280, using: &random), y: 400)
        scene.chart?.zones?.painted[round % 160].toggle()
        scene.chart?.fingers = Array(repeating: place, count: round % 3)
        scene.chart?.target = round % 2 == 0 ? nil : place
      default:
        let left = (0..<9).filter { !dots.contains($0) }
        if let dot = left.randomElement(using: &random), Bool.random(using: &random) {
          dots.append(dot)
          scene.dots = .selected
        }
        scene.lineEnd =
          dots.isEmpty
          ? nil
          : ViewPoint(
            x: Double.random(in: 0..<1280, using: &random),
            y: Double.random(in: 0..<800, using: &random))
      }
      picture.show(scene, Pattern.of(dots))
      guard round % 4 == 0 else { continue }
      var whole = Picture(placement, theme)
      whole.show(scene, Pattern.of(dots))
      let isSame = PixelGrid(picture).isSame(as: PixelGrid(whole))
      #expect(isSame, "round \(round): \(scene) \(dots)")
      guard isSame else { return }
    }
  }
}
#endif

import LockCore
import Testing
import TouchCore

struct PresetTests {
  static let views = [
    ViewSize(width: 320, height: 568), ViewSize(width: 1280, height: 800),
    ViewSize(width: 800, height: 480),
  ]

  @Test func `in every view, on every grid, no dot and no zone of a preset is outside`() throws {
    for preset in Preset.all {
      for view in Self.views {
        for rows in 2...6 {
          for columns in 2...6 {
            let rules = try preset.rules(rows: rows, columns: columns)
            let grid = preset.grid(rules, in: view)
            let half = preset.layout.dotSize * preset.layout.scale(rules, in: view) / 2
            let reach = max(half, grid.hitRadius) - 1e-9
            for number in [0, columns - 1, rules.dotCount - columns, rules.dotCount - 1] {
              let center = grid.center(of: Dot(number))
              let name: Comment = "\(preset.name) \(rows) × \(columns) in \(view)"
              #expect(center.x >= reach && center.x <= view.width - reach, name)
              #expect(center.y >= reach && center.y <= view.height - reach, name)
            }
          }
        }
      }
    }
  }

  @Test func `every preset is centred and as large as fits`() {
    for preset in Preset.all {
      for view in Self.views {
        let reference = preset.layout.reference(preset.rules)
        let scale = preset.layout.scale(preset.rules, in: view)
        let (width, height) = (scale * reference.width, scale * reference.height)
        #expect(width <= view.width + 1e-9 && height <= view.height + 1e-9)
        #expect(abs(width - view.width) < 1e-9 || abs(height - view.height) < 1e-9)
        let grid = preset.grid(preset.rules, in: view)
        let left = grid.center(of: Dot(0)).x - scale * preset.layout.left
        #expect(abs(left - (view.width - width) / 2) < 1e-9)
      }
    }
  }

  /// Where a tutorial's code puts the first dot and the last, and a dot's size.
  struct Place {
    let name: String
    let first: ViewPoint
    let last: ViewPoint
    let size: Double

    init(
      _ name: String, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double,
      _ size: Double
    ) {
      self.name = name
      first = ViewPoint(x: left, y: top)
      last = ViewPoint(x: right, y: bottom)
      self.size = size
    }
  }

  /// At 320 × 568: in a view of the screen's width, or 250 for the circles, in the screen's middle.
  static let places = [
    Place("quartz", 30, 154, 290, 414, 60), Place("circles", 32, 156, 288, 412, 64),
    Place("deblocking", 61.5, 185.5, 258.5, 382.5, 74), Place("block", 37, 161, 283, 407, 74),
    Place("inline", 160.0 / 3, 216, 800.0 / 3, 1288.0 / 3, 160.0 / 3),
  ]

  @Test(arguments: places)
  func `dots lie where the tutorial puts them`(place: Place) throws {
    let preset = try #require(Preset.named(place.name))
    let view = Self.views[0]
    let grid = preset.grid(preset.rules, in: view)
    let (first, last) = (grid.center(of: Dot(0)), grid.center(of: Dot(8)))
    #expect(abs(first.x - place.first.x) < 1e-9 && abs(first.y - place.first.y) < 1e-9)
    #expect(abs(last.x - place.last.x) < 1e-9 && abs(last.y - place.last.y) < 1e-9)
    #expect(abs(2 * grid.hitRadius - place.size) < 1e-9, "a zone is the square that is drawn")
    #expect(grid.zone == .square && !preset.rules.fillsPassedDots)
  }

  @Test func `the default is the grid that there is without a preset, to the last bit`() throws {
    for view in Self.views + [ViewSize(width: 292.5, height: 195.047)] {
      for rules in [PatternRules.standard, try PatternRules(rows: 4, columns: 5)] {
        let grid = Preset.standard.grid(rules, in: view)
        #expect(grid == DotGrid(rules: rules, area: DotGrid.fitted(rules, in: view)))
      }
    }
  }

  @Test func `presets are told apart by their names, and a wrong name is none`() {
    #expect(Set(Preset.all.map(\.name)).count == 6)
    #expect(Preset.all.allSatisfy { Preset.named($0.name) == $0 })
    #expect(Preset.named("Quartz") == nil)
  }

  @Test func `each preset paints its states apart`() {
    for preset in Preset.all {
      let paints = [DotState.normal, .selected, .wrong].map(preset.look.paint)
      #expect(Set(paints).count == 3, "\(preset.name)")
    }
  }

  @Test func `each tutorial's own pattern can be drawn on its preset, and skips what it skips`() {
    for (name, path, dots) in [
      ("quartz", [0, 1, 2, 5, 8], "01258"), ("circles", [0, 3, 6, 7, 8], "03678"),
      ("deblocking", [0, 3, 4, 7, 8], "03478"), ("block", [0, 1, 2], "012"),
      ("inline", [6, 4, 2, 5], "6425"),
    ] {
      guard let preset = Preset.named(name) else { continue }
      for view in Self.views {
        let grid = preset.grid(preset.rules, in: view)
        var stroke = Stroke(on: grid, into: Pattern())
        for dot in path { stroke.extend(to: grid.center(of: Dot(dot))) }
        let drawn = (0..<stroke.pattern.count).map { "\(stroke.pattern[$0].number)" }.joined()
        #expect(drawn == dots)
      }
    }
  }

  @Test func `five dots complete a stroke of the quartz preset with no lift, and one entry enrols`()
    throws
  {
    let preset = Preset.quartz
    let play = try FlowPlay(
      .set, rules: preset.rules, confirms: preset.confirms, timing: preset.timing)
    play.begin([(17, 17), (50, 17), (83, 17), (83, 50), (83, 83), (50, 83)])
    #expect(play.question == .check && play.dots == "01258")
    play.settle(.accepted)
    #expect(play.question == .enrol)
  }
}

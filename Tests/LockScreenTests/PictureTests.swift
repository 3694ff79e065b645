#if Screen
import LockCore
import LockScreen
import Testing
import TouchCore

struct PictureTests {
  private static let size = PixelSize(width: 320, height: 480)
  private static let view = ViewSize(width: 320, height: 480)

  private static func placement(
    _ preset: Preset, _ theme: Theme, view: ViewSize = view, size: PixelSize = size
  ) -> Placement {
    Placement(preset.grid(preset.rules, in: view), of: view, in: size, theme)
  }

  @Test(arguments: Preset.all)
  func `each preset's picture has its centres, radii, widths and colours`(preset: Preset) {
    let theme = Theme(preset)
    let placement = Self.placement(preset, theme)
    let grid = placement.grid
    let cell = min(grid.cellWidth, grid.cellHeight)
    for state in [DotState.selected, .wrong, .right] {
      var picture = Picture(placement, theme)
      picture.show(Scene(dots: state), Pattern.of([0, 1, 2]))
      let pixels = PixelGrid(picture)
      for number in 0..<9 {
        let paint = theme.paint(number < 3 ? state : .normal)
        let center = grid.center(of: Dot(number))
        // Below the middle: no mark reaches there, and no line of this pattern.
        let core = theme.coreSize / 2 * cell
        let disc = theme.dotSize / 2 * cell
        let inDisc = paint.disc.over(theme.background)
        let name: Comment = "\(preset.name) \(state) \(number)"
        let isMarked = theme.hasMarks && number < 3 && state != .selected
        if !isMarked {
          #expect(pixels.isNear(paint.core.over(inDisc), center.x, center.y + core * 0.8), name)
        }
        if disc - core > 4 {
          #expect(pixels.isNear(inDisc, center.x, center.y + core + (disc - core) * 0.8), name)
        }
        #expect(pixels.isNear(theme.background, center.x, center.y + disc + 2), name)
      }
      // Across the line, half way between two dots.
      let (first, second) = (grid.center(of: Dot(0)), grid.center(of: Dot(1)))
      let x = (first.x + second.x) / 2
      let line = theme.paint(state).line.over(theme.background)
      let half = theme.lineWidth / 2 * cell
      #expect(pixels.isNear(theme.background, x, first.y - half - 2))
      #expect(pixels.isNear(theme.background, x, first.y + half + 2))
      if half > 1.5 {
        #expect(pixels.isNear(line, x, first.y))
        #expect(pixels.isNear(line, x, first.y + half - 2))
      }
    }
  }

  @Test func `the default theme keeps its contrasts, and tells no state by colour alone`() {
    let theme = Theme(.standard)
    #expect(theme.words.contrast(to: theme.background) >= 4.5)
    for state in DotState.allCases {
      #expect(theme.paint(state).core.contrast(to: theme.background) >= 3, "\(state)")
    }
    let white = Color(0xFFFFFF)
    #expect(abs(white.contrast(to: Color(0)) - 21) < 1e-9)
    // As shades of grey the states still differ, by a cross and by a tick.
    let placement = Self.placement(.standard, theme)
    let shapes = [DotState.selected, .wrong, .right].map { state in
      var plain = theme
      let paint = Paint(disc: white, core: white, line: white)
      (plain.selected, plain.wrong, plain.right) = (paint, paint, paint)
      var picture = Picture(placement, plain)
      picture.show(Scene(dots: state), Pattern.of([0, 1, 2]))
      return PixelGrid(picture)
    }
    #expect(shapes[0].difference(from: shapes[1]).count > 100)
    #expect(shapes[1].difference(from: shapes[2]).count > 100)
    #expect(shapes[2].difference(from: shapes[0]).count > 100)
  }

  @Test func `hidden line, dots and wrong state are each as if they were not there`() {
    let dots = Pattern.of([0, 1, 2, 4])
    func picture(_ hidden: Theme.Hidden, _ state: DotState) -> PixelGrid {
      var theme = Theme(.standard)
      theme.hidden = hidden
      var picture = Picture(Self.placement(.standard, theme), theme)
      picture.show(Scene(dots: state, lineEnd: ViewPoint(x: 20, y: 350)), dots)
      return PixelGrid(picture)
    }
    var empty = Picture(Self.placement(.standard, Theme(.standard)), Theme(.standard))
    empty.show(Scene(), Pattern())
    let nothing = PixelGrid(empty)
    #expect(picture([.line, .dots], .selected) == nothing)
    #expect(picture([.line, .dots], .wrong) == nothing)
    #expect(picture([.wrong], .wrong) == nothing)
    #expect(picture([.wrong], .selected) == picture([], .selected))
    let line = picture([.line], .selected)
    #expect(line != nothing && line != picture([], .selected))
    #expect(picture([.dots], .selected) != nothing)
  }

  @Test func `a picture that lies on its side is the same picture, turned`() {
    let theme = Theme(.standard)
    let placement = Self.placement(.standard, theme)
    let scene = Scene(dots: .selected, lineEnd: ViewPoint(x: 50, y: 400), words: "Hello")
    let dots = Pattern.of([0, 1, 2, 5, 3])
    var upright = Picture(placement, theme)
    upright.show(scene, dots)
    let before = PixelGrid(upright)
    for turn in [Orientation.quarter, .half, .threeQuarters] {
      var turned = Picture(placement, theme, turn: turn)
      turned.show(scene, dots)
      let after = PixelGrid(turned)
      #expect(after.width == (turn == .half ? 320 : 480))
      var differing = 0
      for y in 0..<before.height {
        for x in 0..<before.width {
          let found =
            switch turn {
            case .upright: after[x, y]
            case .quarter: after[before.height - 1 - y, x]
            case .half: after[before.width - 1 - x, before.height - 1 - y]
            case .threeQuarters: after[y, before.width - 1 - x]
            }
          if found != before[x, y] { differing += 1 }
        }
      }
      // Edges and letters are rounded to pixels in the direction in which they lie.
      #expect(differing < before.pixels.count / 50, "\(turn): \(differing)")
    }
  }

  @Test func `words are seen in both languages, above the dots, and small where there is no room`()
  {
    let now = Timestamp(microseconds: 0)
    let theme = Theme(.standard)
    for language in Language.allCases {
      let words = Words(language).text(for: .wrong, .standard, at: now)
      for (width, height) in [(320, 568), (640, 400), (400, 240), (300, 300)] {
        let size = PixelSize(width: width, height: height)
        let view = ViewSize(width: Double(width), height: Double(height))
        let placement = Self.placement(.standard, theme, view: view, size: size)
        var silent = Picture(placement, theme)
        var speaking = Picture(placement, theme)
        let hasFonts = speaking.hasFonts
        #expect(hasFonts)
        silent.show(Scene(), Pattern())
        speaking.show(Scene(words: words), Pattern())
        let difference = PixelGrid(speaking).difference(from: PixelGrid(silent))
        #expect(difference.count > 100, "\(language) \(width) × \(height)")
      }
    }
  }

  @Test func `a picture becomes a PNG and a file of vectors`() throws {
    let theme = Theme(.standard)
    var picture = Picture(Self.placement(.standard, theme), theme)
    picture.show(Scene(words: "Draw"), Pattern())
    let png = try picture.png()
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  }
}
#endif

import LockCore
import Testing
import TouchCaptures
import TouchCore

@Suite(.enabled(if: HumanStroke.exist, "needs ../shared/captures/human-strokes by the checkout"))
struct ThinnedStrokeTests {
  private let grid = DotGrid(rules: .standard, area: HumanStroke.area)
  private let plain = DotGrid(rules: .standard, area: HumanStroke.area, wideFactor: 0)

  private func dots(_ points: [ViewPoint], on grid: DotGrid) -> String {
    var stroke = Stroke(on: grid, into: Pattern())
    for point in points { stroke.extend(to: point) }
    return (0..<stroke.pattern.count).map { "\(stroke.pattern[$0].number)" }.joined()
  }

  @Test func `at every rate more human strokes are right than with no wide zone`() throws {
    let strokes = try HumanStroke.all()
    #expect(strokes.count == 311)
    for rate in [nil, 20.0, 10, 7] {
      var (right, plainRight) = (0, 0)
      for stroke in strokes {
        for phase in rate == nil ? [0] : [0, 0.25, 0.5, 0.75] {
          let points = stroke.points(at: rate, phase: phase)
          if dots(points, on: grid) == stroke.label { right += 1 }
          if dots(points, on: plain) == stroke.label { plainRight += 1 }
        }
      }
      let name = rate.map { "\($0) Hz, 4 phases" } ?? "as recorded"
      print("\(name): \(right) right, with no wide zone \(plainRight)")
      #expect(right > plainRight)
    }
  }
}

import TestSupport
import Testing
import TouchCore

/// Five touches make a calibration.
struct CalibrationFitTests {
  private let shown = ViewSize(width: 1280, height: 800)

  /// What an uncalibrated panel says at a place of the display, if that is how it is off.
  private func touched(_ off: CalibrationMatrix, noise: [ViewPoint] = []) -> [ViewPoint] {
    CalibrationTarget.allCases.map(\.place).enumerated().map { index, place in
      let noise = index < noise.count ? noise[index] : ViewPoint(x: 0, y: 0)
      return ViewPoint(
        x: off.a * place.x + off.b * place.y + off.c + noise.x,
        y: off.d * place.x + off.e * place.y + off.f + noise.y)
    }
  }

  private func isSame(_ one: CalibrationMatrix, _ other: CalibrationMatrix) -> Bool {
    zip(
      [one.a, one.b, one.c, one.d, one.e, one.f],
      [other.a, other.b, other.c, other.d, other.e, other.f]
    ).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test(arguments: [
    CalibrationMatrix.identity, CalibrationMatrix(0.5, 0, 0.25, 0, 0.8, 0.1),
    CalibrationMatrix(-1, 0, 1, 0, 1, 0), Orientation.quarter.matrix, Orientation.half.matrix,
    CalibrationMatrix(0.9, 0.05, 0.02, -0.05, 0.9, 0.03),
  ])
  func `however a panel is turned, mirrored or off, the fit undoes it`(off: CalibrationMatrix)
    throws
  {
    let fit = try CalibrationFit(touched: touched(off), on: shown)
    #expect(isSame(off.followed(by: fit.matrix), .identity))
    #expect(fit.residual(on: shown).largest < 1e-9)
  }

  @Test func `touches that are a little off leave a residual of their size`() throws {
    let noise = [4.0, -4, 4, -4, 0].map { ViewPoint(x: $0 / 1280, y: 0) }
    let fit = try CalibrationFit(touched: touched(.identity, noise: noise), on: shown)
    let residual = fit.residual(on: shown)
    // An affine map takes up nothing of what is opposite on the two diagonals.
    #expect(abs(residual.largest - 4) < 0.5, "\(residual)")
    #expect(residual.mean < residual.largest)
  }

  @Test func `a target that is missed makes a bad fit, which is refused`() {
    let noise = [ViewPoint(x: 0.2, y: 0)]
    do throws(CalibrationFit.Fault) {
      _ = try CalibrationFit(touched: touched(.identity, noise: noise), on: shown)
      Issue.record("a bad fit was taken")
    } catch {
      guard case .missed(_, let share) = error else { return #expect(Bool(false), "\(error)") }
      #expect(share > CalibrationFit.mostMissed)
    }
  }

  @Test func `touches on one line, or all at one place, fit nothing`() {
    let place = ViewPoint(x: 0.3, y: 0.3)
    let line = (0..<5).map { ViewPoint(x: 0.1 * Double($0), y: 0.2 * Double($0)) }
    for points in [Array(repeating: place, count: 5), line] {
      #expect(throws: CalibrationFit.Fault.onOneLine) {
        _ = try CalibrationFit(touched: points, on: shown)
      }
    }
  }

  @Test func `each contact that is lifted where it came is a touch, a swipe is none`() throws {
    var script = try EventScript(PanelFixture.monitor)
    script.draw(1, through: [(10, 10), (11, 10)])
    script.draw(2, through: [(90, 10), (90, 30)])
    script.draw(3, through: [(90, 10)])
    script.lift()
    script.draw(4, through: [(90, 90), (90, 91)])
    var touches = TargetTouches(script.reading)
    let steps = frames(script).map { touches.take($0) }.filter { $0 != .nothing }
    #expect(steps == [.touched(.topLeft), .spoiled, .touched(.topRight), .touched(.bottomRight)])
    #expect(touches.next == .bottomLeft)
    let first = try #require(touches.places.first)
    #expect(abs(first.x - 0.1067) < 0.001 && abs(first.y - 0.1) < 0.001)
  }
}

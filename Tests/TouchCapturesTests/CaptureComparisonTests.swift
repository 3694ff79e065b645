import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("CaptureComparison")
struct CaptureComparisonTests {
  let folder = ScratchFolder()

  private func write(_ events: [InputEvent], as name: String) throws -> String {
    let file = folder.file(name)
    unsafe unlink(file)
    var writer = try CaptureWriter(creating: file, panel: PercentPanel.panel)
    for event in events { try writer.write(.event(event)) }
    try writer.finish()
    return file
  }

  private func difference(
    _ one: [InputEvent], _ other: [InputEvent], tolerance: Int64 = 0
  ) throws -> CaptureDifference? {
    var comparison = CaptureComparison(
      try ReplaySource(opening: write(one, as: "one")),
      try ReplaySource(opening: write(other, as: "other")), tolerance: tolerance)
    return try comparison.firstDifference()
  }

  private let swipe = down(5, id: 1, x: 10, y: 10) + down(20, slot: 1, id: 2, x: 9, y: 9) + up(30)

  @Test func `captures that begin at other times with other ids are the same`() throws {
    let later =
      down(1005, id: 7, x: 10, y: 10) + down(1020, slot: 1, id: 8, x: 9, y: 9) + up(1030)
    #expect(try difference(swipe, later) == nil)
  }

  @Test func `the first difference is named with the lines of both`() throws {
    let moved = down(5, id: 1, x: 10, y: 10) + [report(7)] + down(20, slot: 1, id: 2, x: 9, y: 8)
    let found = try difference(swipe, moved + up(30))
    #expect(found?.aspect == .position)
    #expect(found?.one?.line == 23 && found?.other?.line == 24)
    #expect(found?.one?.elapsed == 15_000)
  }

  @Test func `times may differ by the tolerance`() throws {
    let late = down(5, id: 1, x: 10, y: 10) + down(22, slot: 1, id: 2, x: 9, y: 9) + up(30)
    #expect(try difference(swipe, late)?.aspect == .time)
    #expect(try difference(swipe, late, tolerance: 1999)?.aspect == .time)
    #expect(try difference(swipe, late, tolerance: 2000) == nil)
  }

  @Test func `slots, ends and what is missing are told apart`() throws {
    let start = down(5, id: 1, x: 10, y: 10)
    let other = start + down(20, slot: 2, id: 2, x: 9, y: 9)
    #expect(try difference(swipe, other)?.aspect == .slot)
    #expect(try difference(start + up(9), start)?.aspect == .reason)
    #expect(
      try difference(start + up(9), start + down(9, slot: 1, id: 2, x: 1, y: 1))?.aspect == .change)
    let found = try difference(start + up(9), start + up(9) + down(20, id: 4, x: 1, y: 1))
    #expect(found?.aspect == .end)
    #expect(found?.one == nil && found?.other != nil)
  }
}

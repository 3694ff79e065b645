internal import Glibc
import KernelSupport
import Testing

/// What a panel's display shows while it is calibrated and tested.
@Suite(.inGuest) struct ChartScreenTests {
  private static let ground: UInt32 = 0x12161C

  private func awaitMarks(
    _ name: String, at places: [(x: ClosedRange<Int>, y: ClosedRange<Int>)],
    notAt others: [(x: ClosedRange<Int>, y: ClosedRange<Int>)]
  ) throws {
    try Wait.until("the marks on the photograph \(name)") {
      let photo = try Photographer.photo(name)
      return places.allSatisfy { photo.marks(x: $0.x, y: $0.y, on: Self.ground) > 0 }
        && others.allSatisfy { photo.marks(x: $0.x, y: $0.y, on: Self.ground) == 0 }
    }
  }

  @Test func `calibrate shows each target where it is to be touched, and its size in pixels`()
    throws
  {
    var panel = try UinputPanel(.wide)
    let calibrate = try Program.swipelock(["calibrate"])
    let targets = [(10, 10), (90, 10), (90, 90), (10, 90), (50, 50)]
    for (index, place) in targets.enumerated() {
      try calibrate.line(containing: "touch \(index + 1) of 5", in: .errors)
      let around = { (place: (Int, Int)) in
        (x: (place.0 - 3)...(place.0 + 3), y: (place.1 - 3)...(place.1 + 3))
      }
      // The words may come near the upper targets, not onto their middle.
      try awaitMarks(
        "calibrate-\(index)", at: [around(place)],
        notAt: targets.indices.filter { $0 != index }.map { around(targets[$0]) })
      try panel.down(id: Int32(index + 1), at: (Double(place.0), Double(place.1)))
      try panel.report()
      Wait.pause(.milliseconds(30))
      try panel.lift()
      try panel.report()
    }
    #expect(try calibrate.wait() == .status(0), "\(calibrate.errors)")
    #expect(calibrate.output.contains { $0.contains(" pixels") }, "\(calibrate.output)")
    try Wait.until("the display given back") {
      try Photographer.photo("calibrated").marks(x: 47...53, y: 47...53, on: Self.ground) == 0
        || Photographer.photo("calibrated")[640, 400] == 0
    }
  }

  @Test func `test-panel shows what was painted, and the finger that paints`() throws {
    var panel = try UinputPanel(.wide)
    let test = try Program.swipelock(["test-panel", "--json"])
    try test.line(containing: "paint all of the panel", in: .errors)
    try panel.swipe(
      through: [(3, 95), (30, 95)], steps: 20, interval: .milliseconds(12), lifts: false)
    // A painted zone is full to its edges, one that was not is a small box in its middle.
    let lowest = 92...93
    try awaitMarks(
      "test-panel", at: [(x: 1...2, y: lowest), (x: 13...14, y: lowest)],
      notAt: [(x: 50...50, y: lowest), (x: 75...75, y: lowest)])
    try panel.lift()
    try panel.report()
    try test.signal(SIGINT)
    #expect(try test.wait() == .signal(SIGINT))
    #expect(test.output.first?.contains("\"touched\":[") == true, "\(test.output)")
  }

  @Test func `where another program has the display, the terminal tells all, and that is said`()
    throws
  {
    let app = try Compositor()
    let panel = try UinputPanel(.wide)
    let test = try Program.swipelock(["test-panel", "--json", "--for", "1"])
    #expect(try test.wait() == .status(0))
    #expect(test.errors.contains { $0.contains("nothing is shown") }, "\(test.errors)")
    #expect(test.output.count == 1)
    panel.destroy()
    _ = app
  }
}

import LockCore
import Testing

struct LikelyPatternTests {
  private func pattern(_ dots: [Int]) -> Pattern {
    var pattern = Pattern()
    for dot in dots { pattern.append(Dot(dot)) }
    return pattern
  }

  private func reason(
    _ dots: String, on rules: PatternRules = .standard
  ) -> LikelyPatterns.Reason? {
    let dots =
      dots.contains(",")
      ? dots.split(separator: ",").compactMap { Int($0) } : dots.compactMap(\.wholeNumberValue)
    return LikelyPatterns.reason(pattern(dots), on: rules)
  }

  /// Calls `body` with the dots of every pattern of 4 to 7 dots that Android allows: more takes
  /// a debug build half a minute.
  private func forEachPattern(_ body: ([Int]) -> Void) {
    var path: [Int] = []
    func go() {
      if path.count >= 4 { body(path) }
      guard path.count < 7 else { return }
      for next in 0..<9 where !path.contains(next) {
        var isAllowed = true
        if let last = path.last {
          PatternRules.standard.forEachDotPassed(from: Dot(last), to: Dot(next)) {
            isAllowed = isAllowed && path.contains(Int($0.number))
          }
        }
        guard isAllowed else { continue }
        path.append(next)
        go()
        path.removeLast()
      }
    }
    go()
  }

  @Test func `of Android's patterns of up to seven dots 232 are likely, 88 of them of four dots`() {
    var (all, reasons, lengths) = (0, [LikelyPatterns.Reason: Int](), [Int: Int]())
    forEachPattern { dots in
      all += 1
      guard let reason = LikelyPatterns.reason(pattern(dots), on: .standard) else { return }
      reasons[reason, default: 0] += 1
      lengths[dots.count, default: 0] += 1
    }
    #expect(all == 107_704)
    #expect(reasons == [.fewLines: 104, .edge: 24, .sweep: 48, .figure: 56])
    #expect(lengths == [4: 88, 5: 40, 6: 48, 7: 56])
  }

  @Test(arguments: [
    ("0125", LikelyPatterns.Reason.fewLines), ("0485", .fewLines), ("6425", .fewLines),
    ("0345", .fewLines), ("03642", .fewLines), ("03678", .fewLines),
    ("0367852", .edge), ("01258763", .edge), ("012587634", .edge), ("436785210", .edge),
    ("763012", .edge), ("0125436", .sweep), ("036741258", .sweep), ("876345210", .sweep),
    ("0124678", .figure), ("6304852", .figure), ("6304258", .figure), ("6301254", .figure),
    ("048763", .figure), ("1375", .figure), ("7513", .figure),
  ])
  func `a likely pattern is known by its reason`(dots: String, expected: LikelyPatterns.Reason) {
    #expect(reason(dots) == expected)
  }

  @Test(arguments: ["014785", "2503741", "4016", "0158", "36785", "107346", "0145", "12543076"])
  func `a pattern that is none of the shapes is not likely`(dots: String) {
    #expect(reason(dots) == nil)
  }

  @Test func `turned, mirrored or read from its end a likely pattern is likely`() {
    for dots in [
      [0, 1, 2, 5], [0, 3, 6, 7, 8, 5, 2], [6, 3, 0, 4, 2, 5, 8], [0, 1, 2, 5, 4, 3],
    ] {
      for turn in 0..<8 {
        let turned = dots.map { dot in
          var (row, column) = (dot / 3, dot % 3)
          if turn & 1 != 0 { swap(&row, &column) }
          if turn & 2 != 0 { row = 2 - row }
          if turn & 4 != 0 { column = 2 - column }
          return row * 3 + column
        }
        #expect(LikelyPatterns.reason(pattern(turned), on: .standard) != nil, "\(turned)")
        #expect(LikelyPatterns.reason(pattern(turned.reversed()), on: .standard) != nil)
      }
    }
  }

  @Test func `with no fill a figure is likely whichever of its dots are skipped`() throws {
    let rules = try PatternRules(fillsPassedDots: false)
    #expect(reason("0268", on: rules) == .figure)
    #expect(reason("02678", on: rules) == .figure)
    #expect(reason("0286", on: rules) == .edge)
    #expect(reason("028", on: rules) == .fewLines)
    #expect(reason("0527", on: rules) == nil)
  }

  @Test func `shapes are known on larger grids, square or not`() throws {
    let four = try PatternRules(rows: 4, columns: 4)
    #expect(reason("0,1,2,3,7,11,15", on: four) == .fewLines)
    #expect(reason("0,1,2,3,6,9,12,13,14,15", on: four) == .figure)
    #expect(reason("0,1,2,3,7,11,15,14,13,12,8,4,5,6", on: four) == .edge)
    #expect(reason("0,1,2,3,7,6,5,4,8", on: four) == .sweep)
    #expect(reason("12,8,4,0,5,2,3,7,11,15", on: four) == nil)
    let wide = try PatternRules(rows: 3, columns: 5)
    #expect(reason("0,1,2,3,4,9,14,13,12,11,10,5", on: wide) == .edge)
    #expect(reason("0,1,2,3,4,10,11,12,13,14", on: wide) == .figure)
    let least = try PatternRules(rows: 2, columns: 2, minimum: 2)
    #expect(reason("01", on: least) == .fewLines && reason("0132", on: least) == .edge)
  }
}

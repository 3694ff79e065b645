import LockCore
import Testing
import TouchCaptures
import TouchCore

/// A program that embeds the reader and the lock, and judges patterns itself: the README's example.
private struct MyJudge: PatternJudge {
  mutating func judge(_ pattern: borrowing Pattern, drawnBy rules: PatternRules) -> Verdict {
    var wanted = Pattern()
    for dot in [0, 3, 6, 7, 8] { wanted.append(Dot(dot)) }
    return pattern.isSame(as: wanted) ? .right(name: "me") : .wrong
  }
}

struct EmbeddingTests {
  /// Judges the complete strokes of a source by a judge, whatever the source is.
  private func verdicts<Source: FrameSource & ~Copyable>(
    _ source: inout Source, _ mapping: ViewMapping, by judge: inout some PatternJudge
  ) throws -> [Verdict] {
    let area = DotGrid.fitted(.standard, in: mapping.view)
    var session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
    var verdicts: [Verdict] = []
    while let frame = try source.nextFrame() {
      for change in frame.changes {
        let step = session.take(change, at: mapping.point(of: change.contact))
        guard step.outcome == .complete else { continue }
        verdicts.append(judge.judge(session.pattern, drawnBy: session.grid.rules))
        session.forget()
      }
    }
    return verdicts
  }

  @Test(arguments: [("right", Verdict.right(name: "me")), ("wrong", .wrong)])
  func `another program reads a source and is the judge itself`(
    name: String, expected: Verdict
  ) throws {
    let root = #filePath.dropLast("Tests/ReplayTests/EmbeddingTests.swift".count)
    var source = try ReplaySource(opening: root + "Captures/\(name).evemu")
    var judge = MyJudge()
    let mapping = ViewMapping(source.reading)
    #expect(try verdicts(&source, mapping, by: &judge) == [expected])
  }
}

import LockCore
import Testing
import TouchCaptures
import TouchCore

/// The captures of the repository, through the whole path.
struct CorpusTests {
  static let expected: [(String, [String])] = [
    ("right", ["03678 complete"]), ("wrong", ["01258 complete"]),
    ("too-short", ["036 tooShort"]), ("fast", ["03678 complete"]), ("slow", ["03678 complete"]),
    ("two-fingers", ["03678 complete"]), ("finger-down-before", ["03678 complete"]),
    ("dropped", ["0367 cancelled", "03678 complete"]),
  ]

  private func path(_ name: String) -> String {
    #filePath.dropLast("Tests/ReplayTests/CorpusTests.swift".count) + "Captures/\(name).evemu"
  }

  private func strokes(_ name: String) throws -> [String] {
    var source = try ReplaySource(opening: path(name))
    let mapping = ViewMapping(source.reading)
    let area = DotGrid.fitted(.standard, in: mapping.view)
    var session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
    var strokes: [String] = []
    while let frame = try source.nextFrame() {
      for change in frame.changes {
        let step = session.take(change, at: mapping.point(of: change.contact))
        guard let outcome = step.outcome else { continue }
        let dots = (0..<session.pattern.count).map { "\(session.pattern[$0].number)" }
        strokes.append("\(dots.joined()) \(outcome.rawValue)")
      }
    }
    return strokes
  }

  @Test(arguments: expected)
  func `each capture shows what it is named for`(name: String, expected: [String]) throws {
    #expect(try strokes(name) == expected)
  }

  @Test(arguments: expected.map(\.0))
  func `a capture replays to the same frames every time`(name: String) throws {
    func frames() throws -> [Frame] {
      var source = try ReplaySource(opening: path(name))
      var frames: [Frame] = []
      while let frame = try source.nextFrame() { frames.append(frame) }
      return frames
    }
    let once = try frames()
    #expect(try frames() == once)
    #expect(!once.isEmpty)
  }

  @Test func `the drop ends its contact as dropped, and what was down is inherited`() throws {
    var source = try ReplaySource(opening: path("dropped"))
    var told: [String] = []
    while let frame = try source.nextFrame() {
      for change in frame.changes {
        let mark = change.contact.isInherited ? " inherited" : ""
        switch change.kind {
        case .down: told.append("down\(mark)")
        case .move: break
        case .up(let reason): told.append("\(reason.rawValue)\(mark)")
        }
      }
    }
    #expect(told.prefix(4) == ["down", "dropped", "down inherited", "lifted inherited"])
    #expect(told.suffix(2) == ["down", "lifted"])
  }
}

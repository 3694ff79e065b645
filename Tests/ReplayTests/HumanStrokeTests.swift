import Glibc
import LockCore
import Testing
import TouchCaptures
import TouchCore

/// Strokes of ten people, which lie beside the project and not in it.
struct HumanStrokeTests {
  private static let folder =
    #filePath.dropLast("/Tests/ReplayTests/HumanStrokeTests.swift".count)
    + "/../shared/captures/human-strokes"

  private static var isThere: Bool { unsafe access("\(folder)/expected.tsv", R_OK) == 0 }

  /// The captures and the dots that the data set's own recogniser reported for each.
  private func labels() -> [(file: String, pattern: String)] {
    guard let stream = unsafe fopen("\(Self.folder)/expected.tsv", "r") else { return [] }
    defer { unsafe fclose(stream) }
    var text = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&text, 1, text.count, stream)
    return String(decoding: text[..<count], as: UTF8.self).split(separator: "\n").dropFirst()
      .map { line in
        let parts = line.split(separator: "\t")
        return (String(parts[0]), String(parts[1]))
      }
  }

  @Test(.enabled(if: isThere, "needs ../shared/captures/human-strokes beside the checkout"))
  func `at least 293 of 311 human strokes decode to their label by the defaults`() throws {
    let view = ViewSize(width: 1080, height: 1920)
    let area = ViewRect(x: 135, y: 678, width: 810, height: 810)
    let labels = labels()
    var (right, others) = (0, [String]())
    for (file, label) in labels {
      var source = try ReplaySource(opening: "\(Self.folder)/\(file)")
      let mapping = ViewMapping(source.reading, view: view)
      var session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
      var patterns: [String] = []
      while let frame = try source.nextFrame() {
        for change in frame.changes {
          let step = session.take(change, at: mapping.point(of: change.contact))
          guard step.outcome != nil else { continue }
          patterns.append(
            (0..<session.pattern.count).map { "\(session.pattern[$0].number)" }.joined())
        }
      }
      if patterns == [label] { right += 1 } else { others.append("\(file) \(label) \(patterns)") }
    }
    print("\(right) of \(labels.count); others: \(others)")
    #expect(labels.count == 311)
    #expect(right >= 293)
  }
}

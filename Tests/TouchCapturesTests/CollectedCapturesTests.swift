import Glibc
import Testing
import TouchCaptures
import TouchCore

/// Captures by people outside this project, beside the checkout; counted there by a script.
enum CollectedCaptures {
  static let folder: String = {
    // FILE is CHECKOUT/Tests/TouchCapturesTests/CollectedCapturesTests.swift.
    let checkout = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return (checkout.dropLast() + ["shared", "captures"]).joined(separator: "/")
  }()

  static var exist: Bool { unsafe access("\(folder)/INDEX.md", R_OK) == 0 }

  struct Row: CustomTestStringConvertible, Sendable {
    let file: String
    let events: Int
    let frames: Int
    let contacts: Int
    let mostAtOnce: Int

    var testDescription: String { file }

    /// The description that a file without a header goes with.
    var panelFile: String? {
      let known = [
        "ed_ELAN", "ed_N-Trig", "ed_QUANTA", "ed_Wacom_ISDv4_E6_Finger", "ed_eGalax", "xit_nexus4",
      ]
      guard let start = known.first(where: { file.contains($0) }) else { return nil }
      return CollectedCaptures.rows.first { $0.file.contains(start) && $0.isDescription }
        .map { "\(CollectedCaptures.folder)/\($0.file)" }
    }

    var isDescription: Bool { file.hasSuffix(".desc") }
  }

  static let rows: [Row] = contents(of: "\(folder)/INDEX.md").split(separator: "\n").compactMap {
    let cells = $0.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard cells.count > 13, cells[1].hasPrefix("evemu/"), let events = Int(cells[8]),
      let frames = Int(cells[9]), let contacts = Int(cells[11]), let most = Int(cells[12])
    else { return nil }
    return Row(
      file: cells[1], events: events, frames: frames, contacts: contacts,
      mostAtOnce: most)
  }

  static var withEvents: [Row] { rows.filter { !$0.isDescription } }

  static let strokes: [String] = contents(of: "\(folder)/human-strokes/expected.tsv")
    .split(separator: "\n").dropFirst().compactMap { $0.split(separator: "\t").first }
    .map { "\(folder)/human-strokes/\($0)" }
}

@Suite("Collected captures", .enabled(if: CollectedCaptures.exist, "no ../shared/captures here"))
struct CollectedCapturesTests {
  @Test(arguments: CollectedCaptures.withEvents)
  func `a capture counts as its index says`(row: CollectedCaptures.Row) throws {
    let replayed = try Replayed(
      "\(CollectedCaptures.folder)/\(row.file)", panelFrom: row.panelFile)
    #expect(replayed.counts.events == row.events)
    #expect(replayed.counts.frames == row.frames)
    #expect(replayed.counts.contacts == row.contacts)
    #expect(replayed.counts.mostAtOnce == row.mostAtOnce)
    #expect(replayed.counts.skippedLines == 0)
    #expect(replayed.findings.isEmpty)
  }

  @Test func `fourteen of them have events`() {
    #expect(CollectedCaptures.withEvents.count == 14)
  }

  @Test(arguments: CollectedCaptures.rows.filter(\.isDescription))
  func `a description is read and has no events`(row: CollectedCaptures.Row) throws {
    var reader = try CaptureReader(opening: "\(CollectedCaptures.folder)/\(row.file)")
    #expect(reader.panel != nil)
    #expect(try reader.nextStep() == nil)
  }

  @Test func `without its description a capture counts the same`() throws {
    // The eGalax tells its position on ABS_Z and ABS_RX, so its events alone give none.
    for row in CollectedCaptures.withEvents where !row.file.contains("eGalax") {
      let replayed = try Replayed("\(CollectedCaptures.folder)/\(row.file)")
      #expect(replayed.counts.contacts == row.contacts, "\(row.file)")
      #expect(replayed.counts.mostAtOnce == row.mostAtOnce, "\(row.file)")
    }
  }

  @Test func `each of the 311 human strokes is one contact that is lifted`() throws {
    #expect(CollectedCaptures.strokes.count == 311)
    for file in CollectedCaptures.strokes {
      let lines = contents(of: file).split(separator: "\n").filter { $0.hasPrefix("E:") }
      let replayed = try Replayed(file)
      #expect(replayed.counts.events == lines.count)
      #expect(replayed.counts.frames == lines.count { $0.hasSuffix(" 0000 0000 0000") })
      #expect(replayed.counts.contacts == 1)
      #expect(replayed.counts.mostAtOnce == 1)
      #expect(replayed.ends == [.lifted])
      #expect(replayed.rules.isEmpty)
    }
  }
}

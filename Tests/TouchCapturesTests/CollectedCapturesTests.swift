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
    let oddities: String
    let events: Int
    let frames: Int
    let contacts: Int
    let mostAtOnce: Int

    var testDescription: String { file }
    var path: String { "\(folder)/\(file)" }

    /// The description that a file without a header goes with, as its row names it.
    var panelFile: String? {
      guard let place = oddities.firstRange(of: "descriptor in ") else { return nil }
      let name = oddities[place.upperBound...].prefix { $0 != " " }
      return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/\(name)"
    }

    var isEvemu: Bool { file.hasPrefix("evemu/") }
  }

  static let rows: [Row] = contents(of: "\(folder)/INDEX.md").split(separator: "\n").compactMap {
    let cells = $0.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard cells.count > 13, let events = Int(cells[8]), let frames = Int(cells[9]),
      let contacts = Int(cells[11]), let most = Int(cells[12])
    else { return nil }
    return Row(
      file: cells[1], oddities: cells[13], events: events, frames: frames, contacts: contacts,
      mostAtOnce: most)
  }

  /// The rows whose count is wrong, with what the file itself shows.
  static let disputed: [String: (contacts: Int, mostAtOnce: Int, shownBy: String)] = [
    // The panel has no BTN_TOUCH: what tells that it is touched is the key that its events press.
    "evtest/tslib177_waveshare101.txt": (1, 1, "type 1 (EV_KEY), code 272 (BTN_LEFT), value 1")
  ]

  /// Whether this build reads the row's format.
  static func canRead(_ row: Row) -> Bool {
    #if LibinputRecordings
    return true
    #else
    return !row.file.hasPrefix("libinput-record/")
    #endif
  }

  static let strokes: [String] = contents(of: "\(folder)/human-strokes/expected.tsv")
    .split(separator: "\n").dropFirst().compactMap { $0.split(separator: "\t").first }
    .map { "\(folder)/human-strokes/\($0)" }
}

@Suite("Collected captures", .enabled(if: CollectedCaptures.exist, "no ../shared/captures here"))
struct CollectedCapturesTests {
  @Test(arguments: CollectedCaptures.rows.filter { CollectedCaptures.canRead($0) })
  func `a capture has the touches of its index, or is refused and holds none`(
    row: CollectedCaptures.Row
  ) throws {
    let dispute = CollectedCaptures.disputed[row.file]
    do throws(CaptureError) {
      let replayed = try Replayed(row.path, panelFrom: row.panelFile)
      #expect(replayed.counts.contacts == dispute?.contacts ?? row.contacts)
      #expect(replayed.counts.mostAtOnce == dispute?.mostAtOnce ?? row.mostAtOnce)
    } catch {
      #expect(row.contacts == 0, "\(error)")
      let saysWhatToDo = ["record", "--panel-from"].contains { error.description.contains($0) }
      #expect(saysWhatToDo, "\(error)")
    }
  }

  @Test func `a row is disputed by the file's own lines`() {
    #expect(CollectedCaptures.disputed.count <= 5)
    for (file, dispute) in CollectedCaptures.disputed {
      #expect(contents(of: "\(CollectedCaptures.folder)/\(file)").contains(dispute.shownBy))
    }
  }

  @Test func `every row of the index is read`() {
    let lines = contents(of: "\(CollectedCaptures.folder)/INDEX.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.dropFirst(2).prefix { $0 != " " }.contains("/") }
    #expect(CollectedCaptures.rows.count == lines.count)
    #expect(!lines.isEmpty)
  }

  @Test(arguments: CollectedCaptures.rows.filter { $0.isEvemu && $0.events > 0 })
  func `an evemu file counts as its index says, and nothing of it is skipped`(
    row: CollectedCaptures.Row
  ) throws {
    let replayed = try Replayed(row.path, panelFrom: row.panelFile)
    #expect(replayed.counts.events == row.events)
    #expect(replayed.counts.frames == row.frames)
    #expect(replayed.counts.skippedLines == 0)
    #expect(replayed.findings.isEmpty)
  }

  @Test func `a description is read and has no events`() throws {
    for row in CollectedCaptures.rows where row.isEvemu && row.events == 0 {
      var reader = try CaptureReader(opening: row.path)
      #expect(reader.panel != nil)
      #expect(try reader.nextStep() == nil)
    }
  }

  @Test func `without its description a capture counts the same`() throws {
    // The eGalax tells its position on ABS_Z and ABS_RX, so its events alone give none.
    for row in CollectedCaptures.rows
    where row.panelFile != nil && row.events > 0 && !row.file.contains("eGalax") {
      let replayed = try Replayed(row.path)
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
      #expect(replayed.counts.remarks == 0)
    }
  }
}

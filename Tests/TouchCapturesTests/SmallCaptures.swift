import Testing
import TouchCaptures
import TouchCore

/// The small captures of Tests/Captures, one for each variation of a format, and what each gives by
/// their table.
enum SmallCaptures {
  static let folder = String(
    #filePath.dropLast("TouchCapturesTests/SmallCaptures.swift".count) + "Captures")

  struct Row: CustomTestStringConvertible, Sendable {
    let file: String
    /// Nil for the one that is picked.
    let device: Int?
    let expected: String

    var path: String { "\(SmallCaptures.folder)/\(file)" }
    var testDescription: String { device.map { "\(file), device \($0)" } ?? file }
  }

  /// `FILE DEVICE EXPECTED`, with tabs between; a device of `-` is the one that is picked.
  static let rows: [Row] = contents(of: "\(folder)/expected.tsv").split(separator: "\n").compactMap
  {
    let cells = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 3, !$0.hasPrefix("#"), canRead(cells[0]) else { return nil }
    return Row(file: cells[0], device: Int(cells[1]), expected: cells[2])
  }

  private static func canRead(_ file: String) -> Bool {
    #if LibinputRecordings
    return true
    #else
    return !file.hasPrefix("libinput")
    #endif
  }

  /// What a replay gives, in the form of the table.
  static func outcome(of row: Row) -> String {
    do throws(CaptureError) {
      var source = try ReplaySource(opening: row.path, device: row.device)
      var remarks = source.takeRemarks()
      while try source.nextFrame() != nil { remarks += source.takeRemarks() }
      remarks += source.takeRemarks()
      let counts = source.counts
      let told = remarks.map { "\($0.line) \($0.rule.name)" } + source.findings.map(\.name)
      return "\(source.format), \(source.panel.name): \(counts.events) events, "
        + "\(counts.frames) frames, \(counts.contacts) touches, \(counts.mostAtOnce) at once"
        + (told.isEmpty ? "" : "; " + told.joined(separator: ", "))
    } catch {
      return "refused: " + error.description.dropFirst(folder.utf8.count + 1)
    }
  }
}

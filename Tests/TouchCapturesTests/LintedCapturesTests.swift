import Testing
import TouchCaptures
import TouchCore

/// What the linter finds in a capture, as `LINE RULE`.
func lint(_ file: String, panelFrom panelFile: String? = nil) throws(CaptureError) -> [String] {
  var reader = try CaptureReader(opening: file)
  var panel = reader.panel
  if let panelFile { panel = try CaptureReader.panel(from: panelFile) }
  if panel == nil { panel = try reader.panelFromEvents() }
  var linter = ProtocolLinter(panel ?? Panel())
  var found: [String] = []
  while let step = try reader.nextStep() {
    found += linter.take(step).map { "\(reader.line) \($0.rule.name)" }
  }
  return found + linter.finish().map { "\(reader.line) \($0.rule.name)" }
}

struct LintedCapturesTests {
  private static let captures =
    #filePath.dropLast("Tests/TouchCapturesTests/LintedCapturesTests.swift".count) + "Captures"

  @Test(
    arguments: [
      "dropped", "fast", "finger-down-before", "right", "slow", "too-short", "two-fingers", "wrong",
    ])
  func `the repository's own captures break nothing, redacted neither`(name: String) throws {
    let file = "\(Self.captures)/\(name).evemu"
    #expect(try lint(file) == [])
    let folder = ScratchFolder()
    let redacted = folder.file("redacted.evemu")
    try redact(file, to: redacted)
    #expect(try lint(redacted) == [])
  }
}

@Suite(.enabled(if: CollectedCaptures.exist, "no ../shared/captures here"))
struct LintedCollectionTests {
  private func lint(_ file: String, from panel: String? = nil) throws -> [String] {
    try TouchCapturesTests.lint(
      "\(CollectedCaptures.folder)/\(file)",
      panelFrom: panel.map { "\(CollectedCaptures.folder)/evemu/\($0)" })
  }

  @Test func `the ELAN's undeclared axis is named at its first event`() throws {
    let found = try lint(
      "evemu/ed_ELAN_CANDO_Windows7.1-finger-drag-up-down.events",
      from: "ed_ELAN_CANDO_Windows7.desc")
    #expect(found == ["8 undeclared"])
  }

  @Test func `the N-Trig's lift without a report is named`() throws {
    let found = try lint(
      "evemu/ed_N-Trig_MultiTouch.1-finger-drag-NW-SE.events", from: "ed_N-Trig_MultiTouch.desc")
    #expect(found == ["955 liftWithoutReport"])
  }

  @Test func `the ids without slots of tslib's issue 140 are named`() throws {
    let found = try lint("evtest/tslib140_norelease_desc.txt")
    #expect(found.contains { $0.hasSuffix(" idsWithoutSlots") })
  }

  @Test func `the coordinates that never came of raspberrypi's issue 4749 are named`() throws {
    let found = try lint("evtest/rpi4749_ghost_7inch_dsi.txt")
    #expect(found.count { $0.hasSuffix(" noPosition") } == 3)
  }

  @Test func `the 311 human strokes break nothing`() throws {
    for file in CollectedCaptures.strokes { #expect(try TouchCapturesTests.lint(file) == []) }
  }
}

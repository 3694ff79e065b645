import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("CaptureWriter")
struct CaptureWriterTests {
  let folder = ScratchFolder()

  /// Every kind of step, with the extremes of each number.
  private let everyStep: [SourceStep] =
    [
      .state(
        SlotTable(
          currentSlot: 1,
          entries: [
            SlotTable.Entry(trackingID: -1, x: 0, y: 999),
            SlotTable.Entry(
              trackingID: 65535, x: -5, y: 500, pressure: 0, major: .max, tool: .min),
            SlotTable.Entry(), SlotTable.Entry(trackingID: 3),
          ]), isSettled: true),
      .readBoundary(wake: Timestamp(microseconds: 1_000_123), events: 5),
    ] + down(1000, id: 45, x: 10, y: 20).map { .event($0) } + [
      .event(event(1008, EventType.abs, AbsCode.mtPositionX, .min)),
      .event(event(1008, EventType.msc, 0xffff, .max)),
      .event(InputEvent(time: Timestamp(microseconds: .max), type: 0, code: 0, value: 0)),
      .event(event(1016, EventType.syn, SynCode.dropped, 0)), .discarded(217),
      .state(SlotTable(entries: Array(repeating: SlotTable.Entry(), count: 10)), isSettled: false),
      .settled, .distrusted(Timestamp(microseconds: 2_000_000)), .counted(0), .counted(.max),
      .state(SlotTable(currentSlot: -1, entries: [SlotTable.Entry()]), isSettled: false),
      .range(
        axis: AbsCode.mtPositionX,
        AxisRange(minimum: .min, maximum: .max, fuzz: 1, flat: -2, resolution: 3)),
    ]
    + EndReason.allCases.map { .ended($0, Timestamp(microseconds: 3_000_001)) }

  private func write(
    _ steps: [SourceStep], panel: Panel = PercentPanel.panel, notes: CaptureNotes = CaptureNotes(),
    to name: String = "out.evemu"
  ) throws -> String {
    let file = folder.file(name)
    var writer = try CaptureWriter(creating: file, panel: panel, notes: notes)
    for step in steps { try writer.write(step) }
    try writer.finish()
    return file
  }

  @Test func `every step comes out of the reader as it went in`() throws {
    #expect(try steps(of: write(everyStep)).steps == everyStep)
  }

  @Test func `a slot table of the largest panel comes out as it went in`() throws {
    let entries = (0..<1024).map {
      SlotTable.Entry(trackingID: .max, x: .min, y: .min, pressure: .min, major: .min, tool: $0)
    }
    let step = SourceStep.state(SlotTable(currentSlot: 1023, entries: entries), isSettled: true)
    #expect(try steps(of: write([step])).steps == [step])
  }

  @Test func `the panel and the notes come out as they went in`() throws {
    var panel = PercentPanel.panel
    panel.phys = "usb-0000:00:14.0-3/input0"
    panel.uniq = "00:11:22"
    panel.name = "Größe # 7"
    panel.codes[EventType.key] = CodeSet([KeyCode.btnTouch, 0x2ff])
    panel.codes[EventType.msc] = CodeSet([5])
    panel.axes[AbsCode.mtPressure] = AxisRange(
      minimum: .min, maximum: .max, fuzz: 1, flat: 2, resolution: 3)
    let notes = CaptureNotes(
      settings: [
        CaptureNotes.Setting(key: "view", value: "1080x1920", line: 9),
        CaptureNotes.Setting(key: "calibration", value: "1 0 0 0 1 0 = x", line: 10),
      ],
      udev: [
        CaptureNotes.UdevProperty(name: "ID_INPUT_TOUCHSCREEN", value: "1"),
        CaptureNotes.UdevProperty(name: "WL_OUTPUT", value: "a=b"),
      ])
    let reader = try Summary(write([], panel: panel, notes: notes))
    #expect(reader.panel == panel)
    #expect(reader.notes == notes)
    #expect(reader.notes["view"] == "1080x1920")
    #expect(reader.format == "evemu 1.3")
    #expect(reader.skippedLines + reader.ignoredComments == 0)
  }

  @Test func `the text is evemu's own, with the mark near the top`() throws {
    let file = try write([
      .readBoundary(wake: Timestamp(microseconds: 1_500_000), events: 3),
      .event(event(1250, 3, 0x39, -1)), .event(event(1250, 3, 0x35, 45)), .event(report(1250)),
    ])
    let lines = contents(of: file).split(separator: "\n")
    #expect(
      lines.prefix(7) == [
        "# EVEMU 1.3", "# swipelock: capture 1",
        "# swipelock: secret: a recording of an unlock is the secret",
        "# swipelock: clock monotonic", "N: Percent panel", "I: 0018 1234 5678 0001",
        "P: 02 00 00 00 00 00 00 00",
      ])
    #expect(
      lines.suffix(8) == [
        "A: 2f 0 9 0 0 0", "A: 35 0 999 0 0 10", "A: 36 0 999 0 0 10", "A: 39 0 65535 0 0 0",
        "# swipelock: read 1.500000 3", "E: 1.250000 0003 0039 -001", "E: 1.250000 0003 0035 0045",
        "E: 1.250000 0000 0000 0000",
      ])
  }

  @Test func `a name with control characters stays one line`() throws {
    var panel = PercentPanel.panel
    panel.name = "a\nE: 0.000000 0000 0000 0\r\0\u{85}" + String(repeating: "n", count: 9000)
    let file = try write([], panel: panel)
    let name = try #require(try Summary(file).panel?.name)
    #expect(name.hasPrefix("a?E: 0.000000 0000 0000 0???nnn"))
    #expect(try steps(of: file).steps.isEmpty)
  }

  @Test func `the file is its owner's alone`() throws {
    let file = try write(everyStep)
    var status = stat()
    #expect(unsafe stat(file, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
  }

  @Test func `what bears the name already is left as it is, a link too`() throws {
    let file = folder.write("precious\n", to: "out.evemu")
    let link = folder.file("link")
    #expect(unsafe symlink(folder.file("elsewhere"), link) == 0)
    for path in [file, link] {
      #expect(throws: CaptureError.alreadyExists(file: path)) {
        _ = try CaptureWriter(creating: path, panel: PercentPanel.panel)
      }
    }
    #expect(contents(of: file) == "precious\n")
    #expect(unsafe access(folder.file("elsewhere"), F_OK) == -1)
    #expect(throws: CaptureError.missing(file: "/nonexistent/a")) {
      _ = try CaptureWriter(creating: "/nonexistent/a", panel: PercentPanel.panel)
    }
  }

  @Test func `a full disk is an error that tells what was written`() throws {
    let full = unsafe open("/dev/full", O_WRONLY)
    var writer = try CaptureWriter(adopting: full, name: "full", panel: PercentPanel.panel)
    let expected = CaptureError.writeFailed(file: "full", errno: ENOSPC, written: 0)
    #expect(expected.kind == .inputOutput)
    #expect(throws: expected) {
      for _ in 0..<10_000 { try writer.write(.event(report(0))) }
    }
    #expect(throws: expected) { try writer.flush() }
  }

  @Test func `a long recording reaches the file whole`() throws {
    let many = (0..<20_000).map { SourceStep.event(report(Int64($0))) }
    #expect(try steps(of: write(many)).steps == many)
  }

  @Test func `what was not finished is written all the same`() throws {
    let file = folder.file("out.evemu")
    do {
      var writer = try CaptureWriter(creating: file, panel: PercentPanel.panel)
      try writer.write(.settled)
    }
    #expect(try steps(of: file).steps == [.settled])
  }
}

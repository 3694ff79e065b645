import Testing
import TouchCaptures
import TouchCore

@Suite("EvemuReader")
struct EvemuReaderTests {
  let folder = ScratchFolder()

  private func events(_ text: String) throws -> [InputEvent] {
    try steps(of: folder.write(text)).steps.compactMap {
      if case .event(let event) = $0 { event } else { nil }
    }
  }

  @Test func `values are decimal, whatever zeros lead, and may be negative`() throws {
    let values = try events(
      """
      E: 0.000001 0003 0039 0045
      E: 0.000001 0003 0039 -001
      E: 0.000001 0003 0039 -1
      E: 0.000001 0003 0039 0
      E: 0.000001 0003 0039 -2147483648
      E: 0.000001 0003 0039 2147483647
      """
    ).map(\.value)
    #expect(values == [45, -1, -1, 0, .min, .max])
  }

  @Test func `types and codes are hex in either case`() throws {
    let event = try #require(events("E: 1.000000 0001 014A 1\n").first)
    #expect(event.type == EventType.key)
    #expect(event.code == KeyCode.btnTouch)
  }

  @Test func `absolute and relative times are kept as they are`() throws {
    let times = try events(
      "E: 1350644052.895553 0000 0000 0\nE: 75.280046 0000 0000 0\nE: 0.000001 0000 0000 0\n"
    ).map(\.time.microseconds)
    #expect(times == [1_350_644_052_895_553, 75_280_046, 1])
  }

  @Test func `a fraction that is not six digits is skipped, since it may mean two things`() throws {
    let file = folder.write("E: 0.5 0000 0000 0\nE: 0.0000001 0000 0000 0\nE: 0.000001 0000 0000 0")
    var reader = try CaptureReader(opening: file)
    _ = try reader.nextStep()
    #expect(reader.line == 3)
    #expect(reader.skippedLines == 2)
  }

  @Test func `comments stand behind a TAB, behind blanks, and on lines of their own`() throws {
    let file = folder.write(
      """
      ################################
      #      Waiting for events      #
      E: 0.000001 0003 0035 0361\t# EV_ABS / ABS_MT_POSITION_X    361
      # ------------ SYN_REPORT (0) ---------- +16ms
      E: 0.000001 0000 0000 0000   # ------------ SYN_REPORT
      """)
    let (found, lines) = try steps(of: file)
    #expect(found.count == 2)
    #expect(lines == [3, 5])
  }

  @Test func `CRLF, blanks around a line, a byte order mark and no newline at the end`() throws {
    let file = folder.write(
      "\u{feff}# EVEMU 1.2\r\nN: Panel \r\n\r\n  E: 0.000001 0003 0035 0007 \r\nE:  1.000000 0000 0000 0"
    )
    var reader = try CaptureReader(opening: file)
    #expect(reader.format == "evemu 1.2")
    #expect(reader.panel?.name == "Panel")
    #expect(try reader.nextStep() == .event(event(0, 3, 0x35, 7).moved(microseconds: 1)))
    #expect(try reader.nextStep() == .event(report(1000)))
    #expect(try reader.nextStep() == nil)
    #expect(reader.skippedLines == 0)
  }

  @Test(arguments: ["", "# EVEMU 1.0\n", "# EVEMU 1.1\n", "# EVEMU 1.2\n", "# EVEMU 1.3\n"])
  func `an axis has four numbers or five, whatever the version`(version: String) throws {
    let file = folder.write(version + "N: P\nA: 35 0 1079 1 2\nA: 36 -5 1919 0 0 12\n")
    let panel = try #require(try Summary(file).panel)
    #expect(panel.axes[0x35] == AxisRange(minimum: 0, maximum: 1079, fuzz: 1, flat: 2))
    #expect(panel.axes[0x36] == AxisRange(minimum: -5, maximum: 1919, resolution: 12))
  }

  @Test func `the format names the version that the file tells`() throws {
    #expect(try Summary(folder.write("# EVEMU 1.3\nN: P\n")).format == "evemu 1.3")
    #expect(try Summary(folder.write("N: P\n")).format == "evemu")
  }

  @Test func `header lines come in any order, and bitmaps in several lines`() throws {
    let file = folder.write(
      """
      A: 35 0 999 0 0
      B: 01 00 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      B: 01 01 00 00 00 00 00 00 00
      P: 02 00 00 00 00 00 00 00
      P: 01 00 00 00 00 00 00 00
      L: 00 1
      S: 05 0
      I: 0003 04F3 0732 0110
      N: A  name # with a hash
      """)
    let reader = try Summary(file)
    let panel = try #require(reader.panel)
    #expect(panel.codes[EventType.key]?.codes == [64])
    #expect(panel.codes[EventType.abs]?.codes == [0x2f, 0x35, 0x36, 0x39])
    #expect(panel.properties.codes == [1, 64])
    #expect(panel.id == DeviceID(bus: 3, vendor: 0x4f3, product: 0x732, version: 0x110))
    #expect(panel.name == "A  name # with a hash")
    #expect(reader.skippedLines == 0)
  }

  @Test func `an empty name and the fixed line for type 0 say nothing`() throws {
    let file = folder.write("N: \nB: 00 0b 00 00 00 00 00 00 00\n")
    #expect(try Summary(file).panel == Panel())
  }

  @Test func `a line that matches nothing is counted, and so is half a line at the end`() throws {
    let file = folder.write(
      """
      N: P
      what is this
      E: 0.000001 0003 0035 12 13
      E: 0.000001 0003 0035
      E: 0.000001 0003 0035 0012
      P: 02 00
      E: 0.000001 0000 0000 0000
      E: 0.000002 0003 00
      """)
    let reader = try Summary(file)
    #expect(reader.skippedLines == 5)
  }

  @Test func `a header line again, or behind the events, is counted and not believed`() throws {
    let file = folder.write(
      "N: First\nN: Second\nA: 35 0 9 0 0\nA: 35 0 99 0 0\nE: 0.000001 0000 0000 0\nN: Third\n")
    let reader = try Summary(file)
    #expect(reader.panel?.name == "First")
    #expect(reader.panel?.axes[0x35]?.maximum == 9)
    #expect(reader.skippedLines == 3)
  }

  @Test func `a code set that no kernel has does not grow without end`() throws {
    let line = "B: 01 ff ff ff ff ff ff ff ff\n"
    let reader = try Summary(
      folder.write(String(repeating: line, count: 1000) + "B: 20 01 00 00 00 00 00 00 00"))
    #expect(reader.panel?.codes[EventType.key]?.bytes.count == 128)
    #expect(reader.panel?.codes[0x20] == nil)
    #expect(reader.skippedLines == 1000 - 16 + 1)
  }

  @Test func `a description alone is read, and has no events`() throws {
    var reader = try CaptureReader(opening: folder.write(PercentPanel.header))
    #expect(reader.panel == PercentPanel.panel)
    #expect(try reader.nextStep() == nil)
  }

  @Test func `swipelock comments without a version line are counted and ignored`() throws {
    var reader = try CaptureReader(
      opening: folder.write("# swipelock: settled\nE: 0.000001 0000 0000 0\n"))
    #expect(try reader.nextStep() == .event(report(0).moved(microseconds: 1)))
    #expect(reader.takeRemarks() == [CaptureRemark(line: 1, rule: .unknownComment)])
  }

  @Test func `swipelock comments that are not known are counted and ignored`() throws {
    var reader = try CaptureReader(
      opening: folder.write(
        """
        # swipelock: capture 1
        # swipelock: sparkle 5
        # swipelock: Sparkle
        # swipelock:
        E: 0.000000 0000 0000 0
        # swipelock: clock realtime
        # swipelock: settled
        """))
    #expect(try reader.nextStep() == .event(report(0)))
    #expect(try reader.nextStep() == .settled)
    #expect(
      reader.takeRemarks() == [2, 3, 4, 6].map { CaptureRemark(line: $0, rule: .unknownComment) })
    #expect(reader.skippedLines == 0)
    #expect(reader.notes.clock == nil)
  }

  @Test func `reading again from the beginning gives the same`() throws {
    let file = folder.write(PercentPanel.header + "E: 0.000000 0000 0000 0\nnothing\n")
    var reader = try CaptureReader(opening: file)
    while try reader.nextStep() != nil {}
    try reader.rewind()
    #expect(reader.panel == PercentPanel.panel)
    #expect(reader.skippedLines == 0)
    #expect(try reader.nextStep() == .event(report(0)))
    #expect(reader.line == 10)
    #expect(try reader.nextStep() == nil)
    #expect(reader.skippedLines == 1)
  }
}

extension InputEvent {
  func moved(microseconds: Int64) -> InputEvent {
    var event = self
    event.time.microseconds += microseconds
    return event
  }
}

import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("ReplaySource")
struct ReplaySourceTests {
  let folder = ScratchFolder()

  private func record(_ steps: [SourceStep]) throws -> String {
    let file = folder.file("recorded.evemu")
    unsafe unlink(file)
    var writer = try CaptureWriter(creating: file, panel: PercentPanel.panel)
    for step in steps { try writer.write(step) }
    try writer.finish()
    return file
  }

  private func record(_ events: [InputEvent]) throws -> String {
    try record(events.map { .event($0) })
  }

  private func table(
    _ entries: [SlotTable.Entry] = [], current: Int32 = 0
  ) -> SlotTable {
    let rest = Array(repeating: SlotTable.Entry(), count: 10 - entries.count)
    return SlotTable(currentSlot: current, entries: entries + rest)
  }

  @Test func `a swipe is one contact, with its frames and lines`() throws {
    let move = [event(8, 3, 0x35, PercentPanel.units(50)), report(8)]
    let replayed = try Replayed(record(down(0, id: 5, x: 10, y: 20) + move + up(16)))
    #expect(replayed.changes.map(\.kind) == [.down, .move, .up(.lifted)])
    #expect(replayed.changes[1].contact.position == DevicePoint(x: 500, y: 200))
    #expect(replayed.lines == [18, 20, 23])
    #expect(replayed.counts.events == 10)
    #expect(replayed.counts.frames == 3)
    #expect(replayed.counts.contacts == 1)
    #expect(replayed.counts.mostAtOnce == 1)
    #expect(replayed.findings.isEmpty)
  }

  @Test func `replayed twice it is the same`() throws {
    let events = (0..<50).flatMap { n in
      down(Int64(n) * 20, slot: Int32(n % 3), id: Int32(n), x: n, y: 99 - n)
    }
    let file = try record(events)
    #expect(try Replayed(file) == Replayed(file))
  }

  @Test func `it gives the frames that the assembler gave the recorder`() throws {
    let steps: [SourceStep] =
      [.state(table([SlotTable.Entry(trackingID: 7, x: 10, y: 10)]), isSettled: true)]
      + down(0, slot: 1, id: 8, x: 50, y: 50).map { .event($0) }
      + [
        .event(event(8, 0, SynCode.dropped, 0)), .discarded(31),
        .state(
          table([SlotTable.Entry(trackingID: 9, x: 20, y: 20)], current: 2), isSettled: false),
      ]
      + [.event(event(12, 3, 0x39, 10)), .event(report(12)), .settled]
      + down(16, slot: 3, id: 11, x: 40, y: 40).map { .event($0) }
      + [.distrusted(Timestamp(microseconds: 17_000)), .state(table(), isSettled: false)]
      + [.ended(.removed, Timestamp(microseconds: 20_000)), .state(table(), isSettled: true)]
      + down(30, id: 12, x: 5, y: 5).map { .event($0) }

    var assembler = FrameAssembler(try PanelReading(PercentPanel.panel))
    var frames: [Frame] = []
    for step in steps {
      switch step {
      case .event(let event):
        if case .more = assembler.feed(event) { continue }
      case .state(let table, let isSettled):
        assembler.adopt(table, isSettled: isSettled)
        continue
      case .settled:
        assembler.settle()
        continue
      case .distrusted(let time): assembler.distrust(at: time)
      case .ended(let reason, let time):
        assembler.endAll(reason, at: time)
        if assembler.frame.changes.isEmpty { continue }
      case .discarded, .readBoundary, .range, .counted: continue
      }
      frames.append(assembler.frame)
    }
    assembler.endAll(.endOfCapture, at: Timestamp(microseconds: 30_000))
    frames.append(assembler.frame)

    let replayed = try Replayed(record(steps))
    #expect(replayed.frames == frames)
    #expect(replayed.counts.dropped == 1)
    #expect(replayed.counts.discarded == 31)
    #expect(replayed.counts.contacts == 6)
    #expect(replayed.changes.filter(\.contact.isInherited).map(\.contact.trackingID).contains(10))
    #expect(replayed.ends == [.dropped, .dropped, .dropped, .dropped, .dropped, .endOfCapture])
  }

  @Test func `a range that changed while it was recorded holds from there on`() throws {
    let range = AxisRange(minimum: 0, maximum: 1999)
    let swipe = (down(0, id: 5, x: 10, y: 20) + up(8)).map { SourceStep.event($0) }
    var source = try ReplaySource(
      opening: record(
        swipe + [
          .ended(.dropped, Timestamp(microseconds: 9000)),
          .range(axis: AbsCode.mtPositionX, range), .state(table(), isSettled: false),
        ] + swipe))
    var openings: [Int] = []
    while let frame = try source.nextFrame() {
      openings.append(source.opening)
      #expect((frame.findings.isEmpty))
    }
    #expect(openings == [1, 1, 2, 2])
    #expect(source.reading.x == range)
    #expect(source.counts.contacts == 2)
  }

  @Test func `a panel that goes with nothing down ends in no frame, as it did live`() throws {
    let steps: [SourceStep] =
      down(0, id: 5, x: 10, y: 20).map { .event($0) }
      + [
        .event(event(8, 0, SynCode.dropped, 0)),
        .ended(.removed, Timestamp(microseconds: 9000)),
      ]
    let replayed = try Replayed(record(steps))
    #expect(replayed.ends == [.dropped])
    #expect(replayed.frames.count == 2)
  }

  @Test func `contacts of other panels are left out of the numbers and of the count`() throws {
    let replayed = try Replayed(
      record(
        [.counted(3)] + down(0, id: 5, x: 10, y: 20).map { .event($0) } + [.counted(7)]
          + down(8, slot: 1, id: 6, x: 10, y: 20).map { .event($0) }))
    #expect(replayed.changes.filter { $0.kind == .down }.map(\.contact.number) == [4, 8])
    #expect(replayed.counts.contacts == 2)
  }

  @Test func `a count that goes back, or a range under a finger, is refused with its line`() throws
  {
    let range = AxisRange(minimum: 0, maximum: 1999)
    for step in [SourceStep.counted(0), .range(axis: AbsCode.mtPositionX, range)] {
      let file = try record(down(0, id: 5, x: 10, y: 20).map { .event($0) } + [step])
      #expect(throws: CaptureError.damagedComment(file: file, line: 19)) { try Replayed(file) }
    }
  }

  @Test func `a range that leaves no position is refused`() throws {
    let range = AxisRange(minimum: 7, maximum: 7)
    let file = try record([.range(axis: AbsCode.mtPositionX, range), .event(report(1))])
    #expect(
      throws: CaptureError.unusablePanel(
        file: file, .axisEmpty(AbsCode.mtPositionX, range))
    ) { try Replayed(file) }
  }

  @Test func `a finger that was down at open is inherited`() throws {
    let replayed = try Replayed(
      record([.state(table([SlotTable.Entry(trackingID: 7, x: 10, y: 10)]), isSettled: true)]))
    #expect(replayed.changes.map(\.contact.isInherited) == [true, true])
    #expect(replayed.ends == [.endOfCapture])
    #expect(replayed.rules.isEmpty)
    #expect(replayed.counts.mostAtOnce == 1)
  }

  @Test func `a contact that is down at the end ends with the capture`() throws {
    let replayed = try Replayed(record(down(0, id: 5, x: 10, y: 20)))
    #expect(replayed.ends == [.endOfCapture])
    #expect(replayed.rules.isEmpty)
    #expect(replayed.counts.frames == 1)
    #expect(replayed.frames.count == 2)
  }

  @Test func `a lift in a frame that never ends is no lift, and there is a finding`() throws {
    let replayed = try Replayed(record(down(0, id: 5, x: 10, y: 20) + up(16).dropLast()))
    #expect(replayed.ends == [.endOfCapture])
    #expect(replayed.rules == [.incompleteFrame])
    #expect(replayed.counts.findings == 1)
    #expect(replayed.frames.last?.time == Timestamp(microseconds: 16_000))
  }

  @Test func `a contact that lives within one frame counts`() throws {
    let tap = Array(down(0, id: 5, x: 10, y: 20).dropLast() + up(0))
    let replayed = try Replayed(record(tap))
    #expect(replayed.counts.contacts == 1)
    #expect(replayed.counts.mostAtOnce == 1)
    #expect(replayed.changes.map(\.kind) == [.down, .up(.lifted)])
  }

  @Test func `two fingers are two at once`() throws {
    let replayed = try Replayed(
      record(
        down(0, slot: 0, id: 1, x: 10, y: 10) + down(8, slot: 1, id: 2, x: 90, y: 90) + up(16)
          + up(24, slot: 1)))
    #expect(replayed.counts.contacts == 2)
    #expect(replayed.counts.mostAtOnce == 2)
  }

  @Test func `without a header the ranges are those of the events, and that is said`() throws {
    let file = folder.write(
      """
      E: 0.000000 0003 0039 5
      E: 0.000000 0003 0035 100
      E: 0.000000 0003 0036 77
      E: 0.000000 0000 0000 0
      E: 0.010000 0003 0035 900
      E: 0.010000 0000 0000 0
      """)
    var source = try ReplaySource(opening: file)
    #expect(source.findings.isEmpty)
    #expect(
      source.takeRemarks() == [
        CaptureRemark(line: 1, rule: .rangesFromEvents([0x35, 0x36, 0x39]))
      ])
    #expect(source.reading.x == AxisRange(minimum: 100, maximum: 900))
    #expect(source.reading.y == AxisRange(minimum: 77, maximum: 78))
    #expect(try source.nextFrame()?.changes.count == 1)
    #expect(source.line == 4)
    #expect(source.counts.events == 4)
  }

  @Test func `the panel of another file stands in for a header`() throws {
    let description = folder.write(PercentPanel.header, to: "panel.desc")
    let events = folder.write("E: 0.000000 0003 0039 5\nE: 0.000000 0000 0000 0\n")
    let source = try ReplaySource(opening: events, panelFrom: description)
    #expect(source.panel == PercentPanel.panel)
    #expect(source.findings.isEmpty)
  }

  @Test func `a single-touch panel without a header is told by its key`() throws {
    let replayed = try Replayed(
      folder.write(
        """
        E: 0.000000 0001 014a 1
        E: 0.000000 0003 0000 100
        E: 0.000000 0003 0001 100
        E: 0.000000 0000 0000 0
        E: 0.010000 0001 014a 0
        E: 0.010000 0000 0000 0
        """))
    #expect(replayed.changes.map(\.kind) == [.down, .up(.lifted)])
  }

  @Test func `events of axes that nobody declared are passed over`() throws {
    let odd = event(0, EventType.abs, 0x1d, 12345)
    let replayed = try Replayed(record([odd] + down(0, id: 5, x: 10, y: 20) + [odd] + up(9)))
    #expect(replayed.ends == [.lifted])
    #expect(replayed.counts.events == 10)
  }

  @Test func `after an error there are no more frames`() throws {
    let file = folder.write(
      PercentPanel.header + "E: 0.000000 0000 0000 0\nE: 0.000000 0003 0039 9999999999\n")
    var source = try ReplaySource(opening: file)
    _ = try source.nextFrame()
    do {
      _ = try source.nextFrame()
      Issue.record("no error")
    } catch {
      #expect(error == .numberTooLarge(file: file, line: 11))
    }
    #expect(try source.nextFrame() == nil)
  }

  @Test func `in real time frames come as far apart as their times, and never wait back`() throws {
    let file = try record([report(1_000_000), report(1_000_040), report(0), report(30)])
    var source = try ReplaySource(opening: file, pace: .realTime)
    // A frame may come late, however late, and never too early.
    var arrivals = [Self.now()]
    while try source.nextFrame() != nil { arrivals.append(Self.now()) }
    #expect(arrivals.count == 5)
    #expect(arrivals[2] - arrivals[0] >= 40_000)
    #expect(arrivals[4] - arrivals[2] >= 30_000)
  }

  private static func now() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
  }
}

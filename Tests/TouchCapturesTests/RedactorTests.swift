import Glibc
import TestSupport
import Testing
import TouchCaptures
import TouchCore

@Suite("Redactor")
struct RedactorTests {
  let folder = ScratchFolder()

  private func record(_ steps: [SourceStep], as name: String = "recorded.evemu") throws -> String {
    let file = folder.file(name)
    unsafe unlink(file)
    var writer = try CaptureWriter(creating: file, panel: PercentPanel.panel)
    for step in steps { try writer.write(step) }
    try writer.finish()
    return file
  }

  private func record(
    _ events: [InputEvent], as name: String = "recorded.evemu"
  ) throws -> String {
    try record(events.map { .event($0) }, as: name)
  }

  private func redacted(_ file: String, as name: String = "redacted.evemu") throws -> String {
    let redacted = folder.file(name)
    try redact(file, to: redacted)
    return redacted
  }

  /// A stroke from 0 to 90 ms through these percents, some of whose frames move on one axis only.
  private func stroke(_ percents: [Int], every milliseconds: Int64) -> [InputEvent] {
    var events = down(0, id: 5, x: percents[0], y: 10)
    for (index, percent) in percents.enumerated() {
      let time = Int64(index + 1) * milliseconds
      let code = index % 3 == 0 ? AbsCode.mtPositionY : AbsCode.mtPositionX
      events += [
        event(time, EventType.abs, code, PercentPanel.units(percent)),
        event(time, EventType.abs, AbsCode.mtPressure, Int32(percent)), report(time),
      ]
    }
    return events + up(90)
  }

  @Test func `strokes that take equally long redact to the same bytes`() throws {
    let one = try redacted(record(stroke([10, 14, 18, 22, 26], every: 9), as: "a"), as: "a.evemu")
    let other = try redacted(record(stroke([60, 55, 50], every: 21), as: "b"), as: "b.evemu")
    #expect(contents(of: one) == contents(of: other))
    #expect(contents(of: one).contains("E: "))
  }

  @Test func `frames are evenly spaced, and each carries both axes and nothing else`() throws {
    let file = try redacted(record(stroke([10, 30, 50, 70, 90], every: 9)))
    var times: [Int64] = []
    var codes: [UInt16] = []
    var reader = try CaptureReader(opening: file)
    while let step = try reader.nextStep() {
      guard case .event(let event) = step else { continue }
      if event.isReport {
        times.append(event.time.microseconds)
        #expect(codes.contains(AbsCode.mtPositionX) && codes.contains(AbsCode.mtPositionY))
        let allowed = [
          AbsCode.mtSlot, AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY,
        ]
        #expect(codes.allSatisfy { allowed.contains($0) })
        codes = []
      } else {
        codes.append(event.code)
      }
    }
    #expect(times.count == 18)
    #expect(times.first == 0 && times.last == 90_000)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.dropLast().allSatisfy { $0 == 5294 } && gaps.last == 5296)
  }

  @Test func `it is evemu for its owner only, described as the panel was`() throws {
    let file = try redacted(record(stroke([10, 90], every: 9)))
    var status = stat()
    #expect(unsafe stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    let reader = try CaptureReader(opening: file)
    let panel = reader.panel
    #expect(panel == PercentPanel.panel)
  }

  @Test func `two fingers keep their slots, ids and times`() throws {
    let events =
      down(0, id: 5, x: 10, y: 10) + down(7, slot: 1, id: 6, x: 20, y: 20) + up(31)
      + down(45, id: 7, x: 90, y: 90) + up(50, slot: 1) + up(64)
    let file = try record(events)
    let before = try moments(Replayed(file).frames)
    #expect(try moments(Replayed(redacted(file)).frames) == before)
    #expect(before.count == 6)
  }

  @Test func `a finding is kept by its rule, and its value is not`() throws {
    let events =
      down(0, id: 5, x: 140, y: 10) + [event(5, EventType.abs, AbsCode.mtSlot, 77), report(5)]
      + up(31)
    let text = try contents(of: redacted(record(events)))
    let lines = text.split(separator: "\n")
    #expect(
      lines.suffix(2) == ["# swipelock: fault outOfRange", "# swipelock: fault slotOutOfRange"])
    #expect(!text.contains("1400") && !text.contains(" 0077"))
  }

  @Test func `a contact that is down for too long delays nothing for ever`() throws {
    var source = try ReplaySource(
      opening: record(
        down(0, id: 5, x: 1, y: 1)
          + (1...3000).flatMap {
            down(Int64($0) * 10, slot: 1, id: 6, x: 1, y: 1) + up(Int64($0) * 10 + 5, slot: 1)
          }))
    var redactor = Redactor(source.panel, source.reading)
    var most = 0
    var steps: [RedactedStep] = []
    while let frame = try source.nextFrame() {
      let newest = redactor.take(frame)
      most = max(most, newest.count)
      steps += newest
    }
    #expect(most > 0 && steps.count > most)
  }

  @Test func `whatever a source did, contacts come and go alike`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let file = try record(RandomSource.steps(800, using: &random))
      let before = try moments(Replayed(file).frames)
      let after = try moments(Replayed(redacted(file)).frames)
      let same = zip(before, after).prefix { $0 == $1 }.count
      let isSame = before == after
      #expect(
        isSame,
        "\(before.dropFirst(max(0, same - 3)).prefix(6)), \(after.dropFirst(same).prefix(3))")
      #expect(before.count > 20)
    }
  }

  @Test func `a panel of protocol A gets slots, and its contacts come and go alike`() throws {
    var panel = PercentPanel.panel
    panel.axes[AbsCode.mtSlot] = nil
    panel.axes[AbsCode.mtTrackingID] = nil
    panel.codes[EventType.abs] = CodeSet([AbsCode.mtPositionX, AbsCode.mtPositionY])
    let file = folder.file("a.evemu")
    var writer = try CaptureWriter(creating: file, panel: panel)
    let frames: [[Int]] = [[10], [11, 80], [12, 81], [82], [83, 20], []]
    for (number, places) in frames.enumerated() {
      let time = Int64(number + 1) * 20
      for place in places {
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] {
          try writer.write(.event(event(time, EventType.abs, code, PercentPanel.units(place))))
        }
        try writer.write(.event(event(time, EventType.syn, SynCode.mtReport, 0)))
      }
      if places.isEmpty {
        try writer.write(.event(event(time, EventType.syn, SynCode.mtReport, 0)))
      }
      try writer.write(.event(report(time)))
    }
    try writer.finish()
    let before = try moments(Replayed(file).frames)
    #expect(try moments(Replayed(redacted(file)).frames) == before)
    #expect(before.count == 6)
  }
}

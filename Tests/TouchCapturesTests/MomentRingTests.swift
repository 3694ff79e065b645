import Testing
import TouchCaptures
import TouchCore

@Suite("MomentRing")
struct MomentRingTests {
  private let reading: PanelReading

  init() throws { reading = try PanelReading(PercentPanel.panel) }

  private func frames(_ events: [InputEvent]) -> [Frame] {
    var assembler = FrameAssembler(reading)
    return events.compactMap { event in
      switch assembler.feed(event) {
      case .more: nil
      case .frame, .dropped: assembler.frame
      }
    }
  }

  /// The moments of what the ring would write.
  private func told(
    _ events: [InputEvent], seconds: Int64 = 10, capacity: Int = 100, at milliseconds: Int64
  ) -> [String] {
    var ring = MomentRing(length: seconds * 1_000_000, capacity: capacity)
    for frame in frames(events) { ring.take(frame) }
    let now = Timestamp(microseconds: milliseconds * 1000)
    let steps = ring.steps(ofPanel: 0, PercentPanel.panel, reading, now: now)
    var assembler = FrameAssembler(reading)
    var frames: [Frame] = []
    for step in steps {
      switch step {
      case .step(.event(let event)):
        if case .frame = assembler.feed(event) { frames.append(assembler.frame) }
      case .step(.state(let table, let isSettled)): assembler.adopt(table, isSettled: isSettled)
      case .step(.settled): assembler.settle()
      default: break
      }
    }
    return moments(frames)
  }

  private let taps =
    down(0, id: 1, x: 1, y: 1) + up(100) + down(6000, id: 2, x: 2, y: 2) + up(6100)

  @Test func `it tells what came within its length`() {
    #expect(
      told(taps, at: 9000) == [
        "0 +1@0 id 1", "100000 -1@0 lifted", "6000000 +2@0 id 2", "6100000 -2@0 lifted",
      ])
    #expect(told(taps, at: 15_000) == ["6000000 +1@0 id 2", "6100000 -1@0 lifted"])
    #expect(told(taps, at: 30_000) == [])
  }

  @Test func `a contact that is down for longer than it reaches back is still told`() {
    let stuck = down(0, slot: 3, id: 9, x: 1, y: 1) + down(15_000, id: 2, x: 2, y: 2) + up(15_100)
    #expect(
      told(stuck, at: 16_000) == [
        "6000000 +1@3* id 9", "15000000 +2@0 id 2", "15100000 -2@0 lifted",
      ])
    let lifted = stuck + up(15_200, slot: 3)
    #expect(told(lifted, at: 16_000).last == "15200000 -1@3* lifted")
    #expect(told(lifted, at: 25_150).first == "15150000 +1@3* id 9")
  }

  @Test func `where more comes than it holds the oldest is forgotten`() {
    #expect(
      told(taps, capacity: 2, at: 9000) == ["6000000 +1@0 id 2", "6100000 -1@0 lifted"])
  }

  @Test func `what was wiped is told no more`() {
    var ring = MomentRing(length: 10_000_000, capacity: 10)
    for frame in frames(taps) { ring.take(frame) }
    ring.wipe()
    let now = Timestamp(microseconds: 7_000_000)
    let steps = ring.steps(ofPanel: 0, PercentPanel.panel, reading, now: now)
    #expect(steps.isEmpty)
  }
}

import TestSupport
import Testing
import TouchCore

struct RandomStreamTests {
  /// Every down has one end, a slot holds one live contact, and numbers never repeat, whatever comes.
  private struct Oracle {
    var live: [Int: Int] = [:]
    var lastNumber = 0

    mutating func check(_ frame: Frame) {
      for change in frame.changes {
        let (slot, number) = (change.contact.slot, change.contact.number)
        switch change.kind {
        case .down:
          #expect(live[slot] == nil && number > lastNumber - 64)
          #expect(!live.values.contains(number))
          lastNumber = max(lastNumber, number)
          live[slot] = number
        case .move: #expect(live[slot] == number)
        case .up:
          #expect(live[slot] == number)
          live[slot] = nil
        }
      }
      #expect(
        zip(frame.changes, frame.changes.dropFirst()).allSatisfy {
          $0.contact.slot <= $1.contact.slot
        })
    }
  }

  @Test(arguments: [PanelFixture.phone, PanelFixture.resistive])
  func `arbitrary events keep one live contact a slot`(panel: Panel) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    var assembler = FrameAssembler(try PanelReading(panel))
    var oracle = Oracle()
    let codes: [UInt16] = [0, 1, 0x18, 0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3a]
    for step in 0..<60_000 {
      let time = Timestamp(microseconds: Int64(step))
      let event: InputEvent
      switch Int.random(in: 0..<40, using: &random) {
      case 0: event = InputEvent(time: time, type: 0, code: 3, value: 0)
      case 1..<10: event = InputEvent(time: time, type: 0, code: 0, value: 0)
      case 10..<14:
        let value = Int32.random(in: 0...2, using: &random)
        event = InputEvent(time: time, type: 1, code: 0x14a, value: value)
      default:
        let code = codes.randomElement(using: &random) ?? 0
        let value = Int32.random(in: -2...11, using: &random)
        event = InputEvent(time: time, type: 3, code: code, value: value)
      }
      switch assembler.feed(event) {
      case .more: continue
      case .frame: oracle.check(assembler.frame)
      case .dropped:
        oracle.check(assembler.frame)
        guard Bool.random(using: &random) else { continue }
        let entries = (0..<assembler.reading.slotCount).map { _ in
          SlotTable.Entry(trackingID: Int32.random(in: -1...3, using: &random), x: 1, y: 1)
        }
        assembler.adopt(SlotTable(entries: entries), isSettled: Bool.random(using: &random))
      }
    }
    assembler.endAll(.removed, at: Timestamp(microseconds: 0))
    oracle.check(assembler.frame)
    let downCount = assembler.downCount
    #expect(oracle.live.isEmpty && downCount == 0)
  }
}

import TouchCore

/// What a source on a panel of three fingers may read and do, at random.
enum RandomSource {
  static func steps(_ count: Int, using random: inout some RandomNumberGenerator) -> [SourceStep] {
    guard let reading = try? PanelReading(PercentPanel.panel) else { return [] }
    var assembler = FrameAssembler(reading)
    var steps: [SourceStep] = []
    var time: Int64 = 0
    var id: Int32 = 0
    for _ in 0..<count {
      time += Int64.random(in: 1...30, using: &random)
      let step = step(at: time, &id, &random)
      steps.append(step)
      switch step {
      case .event(let event):
        guard case .dropped = assembler.feed(event) else { continue }
      case .ended(let reason, let time): assembler.endAll(reason, at: time)
      default: continue
      }
      let state = SourceStep.state(table(&id, &random), isSettled: Bool.random(using: &random))
      guard case .state(let table, let isSettled) = state else { continue }
      assembler.adopt(table, isSettled: isSettled)
      steps.append(state)
      if !isSettled, Bool.random(using: &random) {
        assembler.settle()
        steps.append(.settled)
      }
    }
    return steps
  }

  private static func step(
    at time: Int64, _ id: inout Int32, _ random: inout some RandomNumberGenerator
  ) -> SourceStep {
    switch Int.random(in: 0..<60, using: &random) {
    case 0: return .event(event(time, EventType.syn, SynCode.dropped, 0))
    case 1:
      let reasons: [EndReason] = [.removed, .revoked, .suspended, .dropped]
      let reason = reasons.randomElement(using: &random) ?? .removed
      return .ended(reason, Timestamp(microseconds: time * 1000))
    case 2: return .event(event(time, EventType.syn, SynCode.report, 1))
    case 3..<20: return .event(report(time))
    case 20..<30:
      let slot = Int32.random(in: 0...2, using: &random)
      return .event(event(time, EventType.abs, AbsCode.mtSlot, slot))
    case 30..<40:
      id += 1
      return .event(event(time, EventType.abs, AbsCode.mtTrackingID, id))
    case 40..<46: return .event(event(time, EventType.abs, AbsCode.mtTrackingID, -1))
    case 46:
      let tool = Int32.random(in: 0...2, using: &random)
      return .event(event(time, EventType.abs, AbsCode.mtToolType, tool))
    default:
      let code = Bool.random(using: &random) ? AbsCode.mtPositionX : AbsCode.mtPositionY
      let value = Int32.random(in: 0...999, using: &random)
      return .event(event(time, EventType.abs, code, value))
    }
  }

  private static func table(
    _ id: inout Int32, _ random: inout some RandomNumberGenerator
  ) -> SlotTable {
    var entries = Array(repeating: SlotTable.Entry(), count: 10)
    for slot in 0...2 where Int.random(in: 0...2, using: &random) == 0 {
      id += 1
      entries[slot] = SlotTable.Entry(trackingID: id, x: 5, y: 5)
    }
    return SlotTable(currentSlot: Int32.random(in: 0...2, using: &random), entries: entries)
  }
}

public import TouchCore

/// The frames that a panel's events make.
public func frames(_ script: EventScript, _ filters: NoiseFilters = .none) -> [Frame] {
  frames(script.events, script.reading, filters)
}

public func frames(
  _ events: [InputEvent], _ reading: PanelReading, _ filters: NoiseFilters = .none
) -> [Frame] {
  var assembler = FrameAssembler(reading)
  assembler.filters = filters
  var frames: [Frame] = []
  for event in events {
    switch assembler.feed(event) {
    case .more: break
    case .frame, .dropped: frames.append(assembler.frame)
    }
  }
  return frames
}

/// A frame's changes in short: `+1@0` contact 1 began in slot 0, `1@0` it moved, `-1@0 lifted` it
/// ended; `*` marks an inherited one, `!` a faulty one.
public func summary(_ frame: Frame) -> [String] {
  frame.changes.map { change in
    let name = "\(change.contact.number)@\(change.contact.slot)"
    let mark = (change.contact.isInherited ? "*" : "") + (change.contact.isFaulty ? "!" : "")
    return switch change.kind {
    case .down: "+\(name)\(mark)"
    case .move: "\(name)\(mark)"
    case .up(let reason): "-\(name)\(mark) \(reason.rawValue)"
    }
  }
}

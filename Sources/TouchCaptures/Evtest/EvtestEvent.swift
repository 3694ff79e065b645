import TouchCore

/// The rest of an event's line, behind `time `:
///
///     SECONDS.MICROSECONDS, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 122
///     SECONDS.MICROSECONDS, -------------- SYN_REPORT ------------
///     SECONDS.MICROSECONDS, ++++++++++++++ SYN_MT_REPORT ++++++++++++
///     SECONDS.MICROSECONDS, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
struct EvtestEvent {
  let event: InputEvent
  /// Whether the line calls a SYN_MT_REPORT by another name.
  let isRenamed: Bool

  /// Takes the line as far as it is an event; nil if it is none, or not whole.
  init?(_ line: inout LineCursor) throws(LineFault) {
    line.skipBlanks()
    guard let time = try line.takeTime() else { return nil }
    _ = line.take(",")
    line.skipBlanks()
    let type: UInt16
    let code: UInt16
    var value: Int32 = 0
    var isRenamed = false
    if line.take("type ") {
      guard let numbers = try Self.numbers(&line) else { return nil }
      (type, code, value) = numbers
    } else {
      guard let report = Self.report(line) else { return nil }
      type = EventType.syn
      (code, isRenamed) = report
    }
    event = InputEvent(time: time, type: type, code: code, value: value)
    self.isRenamed = isRenamed
  }

  private static func numbers(
    _ line: inout LineCursor
  ) throws(LineFault) -> (UInt16, UInt16, Int32)? {
    guard let type: UInt16 = try line.takeNumber(), line.skip(past: ", code "),
      let code: UInt16 = try line.takeNumber(), line.skip(past: ", value")
    else { return nil }
    line.skipBlanks()
    // evtest prints these two in hex.
    let isHex = type == EventType.msc && (code == rawCode || code == scanCode)
    let value: Int32?
    if isHex {
      let pattern: UInt32? = try line.takeNumber(radix: 16)
      value = pattern.map { Int32(bitPattern: $0) }
    } else {
      value = try line.takeSigned()
    }
    guard let value, line.isAtTail else { return nil }
    return (type, code, value)
  }

  private static let rawCode: UInt16 = 3
  private static let scanCode: UInt16 = 4

  /// Which report it is: by the marks, since evtest 1.32 prints the names of event types there.
  private static func report(_ line: LineCursor) -> (code: UInt16, isRenamed: Bool)? {
    var line = line
    let opening = line.takeWord()
    let name = line.text
    switch opening.utf8.first {
    case UInt8(ascii: "+"):
      return name.hasSuffix("++++") ? (SynCode.mtReport, false) : nil
    case UInt8(ascii: ">"):
      return name.hasSuffix("<<<<") ? (SynCode.dropped, false) : nil
    case UInt8(ascii: "-"):
      guard name.hasSuffix("----") else { return nil }
      // Before there were plusses, evtest called every report but SYN_REPORT so.
      if name.hasPrefix("Config Sync") { return (SynCode.mtReport, true) }
      if name.hasPrefix("SYN_MT_REPORT") { return (SynCode.mtReport, false) }
      if name.hasPrefix("SYN_DROPPED") { return (SynCode.dropped, false) }
      if name.hasPrefix("SYN_CONFIG") || name.hasPrefix("EV_KEY") { return (1, false) }
      return (SynCode.report, false)
    default:
      return nil
    }
  }
}

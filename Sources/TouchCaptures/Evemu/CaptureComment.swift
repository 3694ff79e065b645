import TouchCore

/// What a `# swipelock:` line says. The first one of a file is `# swipelock: capture 1`; each other
/// one is, after `# swipelock: `, one of
///
///     secret: TEXT                         the mark; the text is for people
///     clock NAME | phys TEXT | uniq TEXT   of the panel and its times
///     udev NAME=VALUE                      a property of the panel in udev's database
///     KEY=VALUE                            a setting
///     state settled|unsettled current=SLOT slots=COUNT known=LINES
///                                          the slot is -1 where it is none of the panel's
///     slot INDEX id=ID [x=] [y=] [pressure=] [major=] [tool=]
///                                          right behind `state`, a line for each known slot
///     settled                              the state was confirmed
///     distrusted TIME                      it was not: every contact ended
///     read TIME COUNT                      the reader woke, and one read gave it COUNT events
///     discarded COUNT                      events that were read and not used
///     ended REASON TIME                    every contact ended, by no event
///     fault RULE                           what was wrong in what a redacted capture was made of
///     range AXIS MIN MAX FUZZ FLAT RES     an axis has this range from now on, as evemu's A: has it
///     contacts COUNT                       so many were counted by now, those of other panels too
enum CaptureComment {
  static let prefix = " swipelock:"
  static let version = 1

  case capture(version: Int)
  case secret
  case clock(String)
  case phys(String)
  case uniq(String)
  case udev(CaptureNotes.UdevProperty)
  case setting(CaptureNotes.Setting)
  case state(isSettled: Bool, current: Int32, slots: Int, known: Int)
  case slot(Int, SlotTable.Entry)
  case step(SourceStep)
  /// For people: a replay has no use for it.
  case fault
  case unknown

  /// Reads what follows the `#`; nil if the comment is none of ours.
  ///
  /// - Throws: `LineFault` if a word that is known is followed by what it cannot mean.
  init?(_ comment: LineCursor) throws(LineFault) {
    var rest = comment
    guard rest.take(Self.prefix) else { return nil }
    rest.skipBlanks()
    if let step = try Self.step(&rest) {
      self = .step(step)
    } else if rest.takeWord("state") {
      self = try Self.state(&rest)
    } else if rest.takeWord("slot") {
      self = try Self.slot(&rest)
    } else {
      self = try Self.note(&rest)
    }
  }

  private static func note(_ rest: inout LineCursor) throws(LineFault) -> CaptureComment {
    if rest.takeWord("capture") { return .capture(version: try require(try rest.takeNumber())) }
    if rest.take("secret:") { return .secret }
    if rest.takeWord("fault") { return .fault }
    if rest.takeWord("clock") { return .clock(rest.text) }
    if rest.takeWord("phys") { return .phys(rest.text) }
    if rest.takeWord("uniq") { return .uniq(rest.text) }
    let isUdev = rest.takeWord("udev")
    let text = rest.text
    if isUdev {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .malformed }
      return .udev(CaptureNotes.UdevProperty(name: String(parts[0]), value: String(parts[1])))
    }
    guard let sign = text.firstIndex(of: "="), CaptureNotes.Setting.isKey(String(text[..<sign]))
    else { return .unknown }
    let value = String(text[text.index(after: sign)...])
    return .setting(CaptureNotes.Setting(key: String(text[..<sign]), value: value))
  }

  private static func step(_ rest: inout LineCursor) throws(LineFault) -> SourceStep? {
    let step: SourceStep
    if rest.takeWord("read") {
      let wake = try require(try rest.takeTime())
      rest.skipBlanks()
      step = .readBoundary(wake: wake, events: try require(try rest.takeNumber()))
    } else if rest.takeWord("settled") {
      step = .settled
    } else if rest.takeWord("distrusted") {
      step = .distrusted(try require(try rest.takeTime()))
    } else if rest.takeWord("discarded") {
      step = .discarded(try require(try rest.takeNumber()))
    } else if rest.takeWord("ended") {
      let reason = try require(EndReason(rawValue: rest.takeWord()))
      step = .ended(reason, try require(try rest.takeTime()))
    } else if rest.takeWord("range") {
      step = try range(&rest)
    } else if rest.takeWord("contacts") {
      step = .counted(try require(try rest.takeNumber()))
    } else {
      return nil
    }
    guard rest.isAtEnd else { throw .malformed }
    return step
  }

  private static func range(_ rest: inout LineCursor) throws(LineFault) -> SourceStep {
    let axis: UInt16 = try require(try rest.takeNumber(radix: 16))
    var numbers: [Int32] = []
    while rest.takeBlanks() { numbers.append(try require(try rest.takeSigned())) }
    guard axis <= EvemuHeader.maximumAxis, numbers.count == 5 else { throw .malformed }
    return .range(
      axis: axis,
      AxisRange(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers[4]))
  }

  private static func state(_ rest: inout LineCursor) throws(LineFault) -> CaptureComment {
    let isSettled = rest.takeWord("settled")
    guard isSettled || rest.takeWord("unsettled"), rest.take("current=") else { throw .malformed }
    let current = try require(try rest.takeSigned())
    guard rest.takeBlanks(), rest.take("slots=") else { throw .malformed }
    let slots: Int = try require(try rest.takeNumber())
    guard rest.takeBlanks(), rest.take("known=") else { throw .malformed }
    let known: Int = try require(try rest.takeNumber())
    guard rest.isAtEnd, slots <= PanelReading.maximumSlots, known <= slots,
      (-1..<Int32(slots)).contains(current)
    else { throw .malformed }
    return .state(isSettled: isSettled, current: current, slots: slots, known: known)
  }

  private static func slot(_ rest: inout LineCursor) throws(LineFault) -> CaptureComment {
    let index: Int = try require(try rest.takeNumber())
    rest.skipBlanks()
    guard rest.take("id=") else { throw .malformed }
    var entry = SlotTable.Entry(trackingID: try require(try rest.takeSigned()))
    entry.x = try value("x=", &rest)
    entry.y = try value("y=", &rest)
    entry.pressure = try value("pressure=", &rest)
    entry.major = try value("major=", &rest)
    entry.tool = try value("tool=", &rest)
    guard rest.isAtEnd else { throw .malformed }
    return .slot(index, entry)
  }

  private static func value(
    _ key: String, _ rest: inout LineCursor
  ) throws(LineFault) -> Int32? {
    var next = rest
    guard next.takeBlanks(), next.take(key) else { return nil }
    rest = next
    return try require(try rest.takeSigned())
  }

  private static func require<Value>(_ value: Value?) throws(LineFault) -> Value {
    guard let value else { throw .malformed }
    return value
  }
}

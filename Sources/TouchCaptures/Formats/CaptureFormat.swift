/// The formats that are told apart by content.
enum CaptureFormat {
  case evemu
  case evtest
  case getevent
  case libinputRecord
  case umockdev
  case revent
  /// Bare `struct input_event`.
  case records(RecordLayout)
  case hidRecorder

  /// Tells the format by the beginning of a file; nil if that is not enough to tell.
  ///
  /// The first line that only one format has decides: people paste logs with all sorts of text in
  /// front.
  ///
  /// - Parameter isWhole: whether no more of the file will be looked at.
  static func told(by head: [UInt8], isWhole: Bool) -> (format: CaptureFormat, line: Int)? {
    if head.contains(0) {
      guard isWhole || head.count >= RecordLayout.enough else { return nil }
      if ReventHeader(head) != nil { return (.revent, 1) }
      if let layout = RecordLayout.raw(of: head) { return (.records(layout), 1) }
    }
    var description: Int?
    var (start, number) = (0, 1)
    while start < head.count {
      let end = head[start...].firstIndex(of: 0x0a) ?? head.count
      guard end < head.count || isWhole else { return nil }
      let line = LineCursor(head, start..<end)
      if let format = CaptureFormat(of: line) { return (format, number) }
      if description == nil, EvtestGrammar.describes(line) { description = number }
      (start, number) = (end + 1, number + 1)
    }
    // libinput's comments and evemu's read like evtest's description, so that alone comes last.
    return isWhole ? description.map { (.evtest, $0) } : nil
  }

  private init?(of line: LineCursor) {
    if Self.isEvemu(line) {
      self = .evemu
    } else if EvtestGrammar.recognises(line) {
      self = .evtest
    } else if Self.isLibinputRecord(line) {
      self = .libinputRecord
    } else if Self.begins(line, with: ["P: /devices/", "@DEV /dev/"]) {
      self = .umockdev
    } else if Self.isReportDescriptor(line) {
      self = .hidRecorder
    } else if GeteventGrammar.recognises(line) {
      self = .getevent
    } else {
      return nil
    }
  }

  static func begins(_ line: LineCursor, with starts: [String]) -> Bool {
    starts.contains { start in
      var line = line
      return line.take(start)
    }
  }

  /// A line that begins like one of evemu's and has a number that is too large is one too: its reader
  /// says what is wrong with it.
  private static func isEvemu(_ line: LineCursor) -> Bool {
    do throws(LineFault) {
      switch try EvemuLine(line) {
      case .event, .id, .properties, .codes, .axis: return true
      case .comment(let comment): return begins(comment, with: [" EVEMU ", " swipelock: capture"])
      case .name, .deviceState, .blank, .other: return false
      }
    } catch {
      return true
    }
  }

  private static func isLibinputRecord(_ line: LineCursor) -> Bool {
    var line = line
    line.skipQuoting()
    if begins(line, with: ["version: 1", "ndevices: ", "- evdev:"]) { return true }
    return line.take("libinput record") && line.isAtEnd
  }

  /// `D: 0`, or `R: 634 05 0d …`.
  private static func isReportDescriptor(_ line: LineCursor) -> Bool {
    var line = line
    guard line.take("D: ") || line.take("R: ") else { return false }
    return line.takeDigits() && (line.isAtEnd || line.takeBlanks())
  }
}

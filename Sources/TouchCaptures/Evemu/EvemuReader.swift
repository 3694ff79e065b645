import TouchCore

/// Reads a capture in evemu's format, of any version, line by line: its memory does not grow with
/// the file.
///
/// A line that is none of evemu's is counted and passed over; one that begins like one and cannot
/// be true is an error.
final class EvemuReader: FormatReader {
  private(set) var devices = [CaptureDevice(number: 1)]
  private(set) var notes = CaptureNotes(clock: nil, isSecret: false)
  /// `evemu` and the version that the first line tells, such as `evemu 1.3`.
  private(set) var format = "evemu"
  /// The line of the newest step, from 1; of a state the last one of its lines.
  private(set) var line = 0
  var remarks = RemarkLog()

  /// A slot table of which lines are still to come.
  private struct OpenTable {
    let isSettled: Bool
    var table: SlotTable
    var missing: Int
    var nextIndex = 0
  }

  private var lines: LineReader
  private var header = EvemuHeader()
  private var isHeaderOpen = true
  private var captureVersion: Int?
  private var openTable: OpenTable?
  private var pending: (step: SourceStep, line: Int)?

  init(_ input: consuming InputFile) throws(CaptureError) {
    lines = LineReader(input)
    try readHeader()
  }

  let holdsOneDevice = true
  var isSeekable: Bool { lines.file.isSeekable }

  func makeSeekable() throws(CaptureError) -> Bool { try lines.makeSeekable() }

  func nextItem() throws(CaptureError) -> CaptureItem? {
    if let (step, line) = pending.take() {
      self.line = line
      return CaptureItem(device: 0, step: step)
    }
    return try readStep().map { CaptureItem(device: 0, step: $0) }
  }

  func rewind() throws(CaptureError) {
    try lines.rewind()
    header = EvemuHeader()
    notes = CaptureNotes(clock: nil, isSecret: false)
    (line, remarks) = (0, RemarkLog())
    (isHeaderOpen, captureVersion, openTable, pending) = (true, nil, nil, nil)
    try readHeader()
  }

  private func readHeader() throws(CaptureError) {
    if let step = try readStep() {
      pending = (step, line)
    } else if !header.hasLines {
      throw .notACapture(file: lines.file.name)
    }
    isHeaderOpen = false
    devices[0].panel = header.panel
    line = 0
  }

  private func readStep() throws(CaptureError) -> SourceStep? {
    while let text = try lines.nextLine() {
      do throws(LineFault) {
        if let step = try take(text) {
          line = lines.number
          return step
        }
      } catch .numberTooLarge {
        throw .numberTooLarge(file: lines.file.name, line: lines.number)
      } catch {
        // A writer that was cut off leaves half a line; that is no damage to what stands before it.
        guard !lines.isTerminated else {
          throw .damagedComment(file: lines.file.name, line: lines.number)
        }
        openTable = nil
        remarks.skip(line: lines.number)
      }
      if let captureVersion, captureVersion != CaptureComment.version {
        throw .newerVersion(file: lines.file.name, line: lines.number)
      }
    }
    if openTable.take() != nil { remarks.skip(line: lines.number) }
    return nil
  }

  private func take(_ text: LineCursor) throws(LineFault) -> SourceStep? {
    let line = try EvemuLine(text)
    if case .comment(let comment) = line { return try take(comment: comment) }
    guard openTable == nil else { throw .malformed }
    switch line {
    case .event(let event):
      return .event(event)
    case .name, .id, .properties, .codes, .axis:
      if !isHeaderOpen || !header.take(line) { remarks.skip(line: lines.number) }
    case .other:
      remarks.skip(line: lines.number)
    case .deviceState, .blank, .comment:
      break
    }
    return nil
  }

  private func take(comment: LineCursor) throws(LineFault) -> SourceStep? {
    if lines.number == 1 { takeVersion(comment) }
    guard let said = try CaptureComment(comment) else {
      if openTable != nil { throw .malformed }
      return nil
    }
    if case .capture(let version) = said, captureVersion == nil {
      captureVersion = version
      return nil
    }
    guard captureVersion != nil else {
      remarks.add(.unknownComment, line: lines.number)
      return nil
    }
    if case .slot(let index, let entry) = said { return try take(slot: index, entry) }
    guard openTable == nil else { throw .malformed }
    switch said {
    case .step(let step):
      return step
    case .state(let isSettled, let current, let slots, let known):
      let entries = Array(repeating: SlotTable.Entry(), count: slots)
      let table = SlotTable(currentSlot: current, entries: entries)
      if known == 0 { return .state(table, isSettled: isSettled) }
      openTable = OpenTable(isSettled: isSettled, table: table, missing: known)
    case .fault:
      break
    case .unknown, .capture, .slot:
      remarks.add(.unknownComment, line: lines.number)
    case .secret, .clock, .phys, .uniq, .udev, .setting:
      take(note: said)
    }
    return nil
  }

  private func take(note: CaptureComment) {
    guard isHeaderOpen else {
      remarks.add(.unknownComment, line: lines.number)
      return
    }
    switch note {
    case .secret: notes.isSecret = true
    case .clock(let name): notes.clock = name
    case .phys(let text): header.phys = text
    case .uniq(let text): header.uniq = text
    case .setting(let setting) where notes.settings.count < CaptureNotes.maximumSettings:
      notes.settings.append(
        CaptureNotes.Setting(key: setting.key, value: setting.value, line: lines.number))
    case .udev(let property) where notes.udev.count < CaptureNotes.maximumSettings:
      notes.udev.append(property)
    default: remarks.add(.unknownComment, line: lines.number)
    }
  }

  private func take(
    slot index: Int, _ entry: SlotTable.Entry
  ) throws(LineFault) -> SourceStep? {
    guard var open = openTable.take() else { throw .malformed }
    guard index >= open.nextIndex, index < open.table.entries.count else { throw .malformed }
    open.table.entries[index] = entry
    open.nextIndex = index + 1
    open.missing -= 1
    if open.missing == 0 { return .state(open.table, isSettled: open.isSettled) }
    openTable = open
    return nil
  }

  /// ` EVEMU 1.3`
  private func takeVersion(_ comment: LineCursor) {
    var rest = comment
    guard rest.take(" EVEMU ") else { return }
    let version = rest.takeWord()
    if !version.isEmpty, version.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) {
      format = "evemu \(version)"
    }
  }
}

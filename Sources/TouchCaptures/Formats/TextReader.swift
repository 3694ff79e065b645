import TouchCore

/// Reads captures of a text format, line by line.
final class TextReader<Grammar: TextGrammar>: FormatReader {
  private(set) var line = 0
  var remarks = RemarkLog()
  let notes = CaptureNotes(clock: nil, isSecret: false)

  private var lines: LineReader
  private var grammar = Grammar()
  /// The beginning of an event that a terminal or a mail program broke in two.
  private var begun: String?
  private var pending: CaptureItem?
  private var pendingLine = 0
  private var saidRules: Set<String> = []

  init(_ input: consuming InputFile, lineLimit: Int = LineReader.limit) throws(CaptureError) {
    lines = LineReader(input, limit: lineLimit)
    try readHeader()
  }

  var format: String { grammar.format }
  var devices: [CaptureDevice] { grammar.devices }
  var isSeekable: Bool { lines.file.isSeekable }

  func nextItem() throws(CaptureError) -> CaptureItem? {
    if let item = pending.take() {
      line = pendingLine
      return item
    }
    return try readItem()
  }

  func rewind() throws(CaptureError) {
    try lines.rewind()
    (grammar, begun, line, remarks, saidRules) = (Grammar(), nil, 0, RemarkLog(), [])
    try readHeader()
  }

  func makeSeekable() throws(CaptureError) -> Bool { try lines.makeSeekable() }

  private func readHeader() throws(CaptureError) {
    pending = try readItem()
    (pendingLine, line) = (line, 0)
  }

  private func readItem() throws(CaptureError) -> CaptureItem? {
    while let text = try lines.nextLine() {
      let number = lines.number
      do throws(LineFault) {
        if let item = try take(text) {
          line = number
          return item
        }
      } catch .numberTooLarge {
        throw .numberTooLarge(file: lines.file.name, line: number)
      } catch {
        remarks.skip(line: number)
      }
    }
    if begun.take() != nil { remarks.skip(line: lines.number) }
    return nil
  }

  private func take(_ text: LineCursor) throws(LineFault) -> CaptureItem? {
    guard !text.isAtEnd else { return nil }
    var meaning = try grammar.take(text)
    if let start = begun.take() {
      if case .foreign = meaning, let joined = try join(start, text.text) {
        remarks.add(.joinedLines, line: lines.number - 1)
        meaning = joined
      } else {
        remarks.skip(line: lines.number - 1)
      }
    }
    switch meaning {
    case .event(let device, let event):
      return CaptureItem(device: device, step: .event(event))
    case .doubtful(let device, let event, let rule):
      if saidRules.insert(rule.name).inserted { remarks.add(rule, line: lines.number) }
      return CaptureItem(device: device, step: .event(event))
    case .unknownName(let name):
      remarks.add(.unknownName(name), line: lines.number)
    case .begun:
      begun = text.text
    case .foreign:
      remarks.skip(line: lines.number)
    case .told:
      break
    }
    return nil
  }

  /// The event that both parts make; a blank may have been lost where the line broke.
  private func join(_ start: String, _ rest: String) throws(LineFault) -> LineMeaning? {
    for middle in ["", " "] {
      let bytes = Array((start + middle + rest).utf8)
      let meaning = try grammar.take(LineCursor(bytes, 0..<bytes.count))
      switch meaning {
      case .event, .doubtful: return meaning
      default: continue
      }
    }
    return nil
  }
}

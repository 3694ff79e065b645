#if LibinputRecordings
import TouchCore

/// Reads what `libinput record` writes, whole or in pieces: where the YAML breaks off it begins anew
/// with the next line.
final class LibinputReader: FormatReader {
  let format = "libinput record"
  let notes = CaptureNotes(clock: nil, isSecret: false)
  private(set) var line = 0
  var remarks = RemarkLog()

  private let feed: LineFeed
  private var parser: YAMLParser
  private var document = LibinputDocument()
  private var pending: (item: CaptureItem, line: Int)?

  init(_ input: consuming InputFile) throws(CaptureError) {
    feed = LineFeed(LineReader(input))
    parser = YAMLParser(feed)
    try readHeader()
  }

  var devices: [CaptureDevice] { document.devices }
  var isSeekable: Bool { feed.isSeekable }

  func makeSeekable() throws(CaptureError) -> Bool { try feed.makeSeekable() }

  func nextItem() throws(CaptureError) -> CaptureItem? {
    if let (item, line) = pending.take() {
      self.line = line
      return item
    }
    return try readItem()
  }

  func rewind() throws(CaptureError) {
    try feed.rewind()
    parser = YAMLParser(feed)
    (document, line, remarks, pending) = (LibinputDocument(), 0, RemarkLog(), nil)
    try readHeader()
  }

  private func readHeader() throws(CaptureError) {
    pending = try readItem().map { ($0, line) }
    line = 0
  }

  private func readItem() throws(CaptureError) -> CaptureItem? {
    while true {
      let (token, line) = parser.next()
      for held in feed.takeHeld() { remarks.skip(line: held) }
      if let error = feed.error { throw error }
      switch token {
      case .end:
        return nil
      case .broken:
        remarks.skip(line: min(line, feed.number))
        feed.dropLine()
        document.loseTrack()
        parser = YAMLParser(feed)
      default:
        guard let (device, event) = document.take(token) else { continue }
        self.line = line
        return CaptureItem(device: device, step: .event(event))
      }
    }
  }
}

#endif

#if LibinputRecordings
import CYaml

/// libyaml's parser on a feed of lines.
@safe
struct YAMLParser: ~Copyable {
  /// What it found.
  enum Token {
    case scalar(String)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    /// Of streams, documents and aliases.
    case other
    case end
    /// What follows is no YAML that goes on from what came before.
    case broken
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let feed: LineFeed
  /// The lines that were read before this parser began.
  private let linesBefore: Int

  init(_ feed: LineFeed) {
    self.feed = feed
    linesBefore = feed.number
    unsafe parser = .allocate(capacity: 1)
    let isMade = unsafe yaml_parser_initialize(parser) == 1
    precondition(isMade, "libyaml has no memory for a parser")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input(
      parser,
      { feed, buffer, size, count in
        guard let feed = unsafe feed, let buffer = unsafe buffer, let count = unsafe count else {
          return 0
        }
        let lines = unsafe Unmanaged<LineFeed>.fromOpaque(feed).takeUnretainedValue()
        unsafe count.pointee = unsafe lines.read(
          into: UnsafeMutableBufferPointer(start: buffer, count: size))
        return 1
      }, unsafe Unmanaged.passUnretained(feed).toOpaque())
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// The next token and its line, from 1.
  mutating func next() -> (token: Token, line: Int) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      return (.broken, linesBefore + 1 + (unsafe parser.pointee.problem_mark.line))
    }
    defer { unsafe yaml_event_delete(&event) }
    feed.noteItem()
    let row = unsafe event.start_mark.line
    let line = linesBefore + 1 + row
    return (unsafe Self.token(&event), line)
  }

  private static func token(_ event: inout yaml_event_t) -> Token {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(unsafe String(decoding: bytes, as: UTF8.self))
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT: return .mappingStart
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    // Nothing comes behind the end, however often it is asked for.
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .end
    default: return .other
    }
  }
}

#endif

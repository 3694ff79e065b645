// Which reader a file's content asks for.
extension CaptureReader {
  static func reader(of input: consuming InputFile) throws(CaptureError) -> any FormatReader {
    var input = input
    var told: (format: CaptureFormat, line: Int)?
    while told == nil, try input.readAhead() {
      told = CaptureFormat.told(by: input.head, isWhole: false)
    }
    told = told ?? CaptureFormat.told(by: input.head, isWhole: true)
    if let wrapping = Self.wrapping(of: input.head) {
      throw .foreignFormat(file: input.name, line: 1, wrapping)
    }
    switch told?.format {
    // What tells nothing at its beginning may be a description of a name, or is told to be none.
    case .evemu, nil: return try EvemuReader(input)
    case .evtest: return try TextReader<EvtestGrammar>(input)
    case .getevent: return try TextReader<GeteventGrammar>(input)
    case .umockdev: return try TextReader<UmockdevGrammar>(input, lineLimit: 32768)
    case .revent: return try RecordReader(revent: input)
    case .records(let layout): return try RecordReader(input, layout)
    case .libinputRecord:
      #if LibinputRecordings
      return try LibinputReader(input)
      #else
      throw .foreignFormat(file: input.name, line: told?.line ?? 1, .libinputRecord)
      #endif
    case .hidRecorder:
      throw .foreignFormat(file: input.name, line: told?.line ?? 1, .hidRecorder)
    }
  }

  /// What text must be freed of before it is one.
  private static func wrapping(of head: [UInt8]) -> ForeignFormat? {
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) { return .utf16 }
    return head.starts(with: [0x1f, 0x8b]) ? .gzip : nil
  }
}

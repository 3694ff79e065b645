/// The remarks that nobody took yet, and the count of them all.
///
/// It keeps no more than `capacity`, since nobody need take them; those beyond are counted only.
struct RemarkLog {
  static let capacity = 64

  private(set) var count = 0
  private(set) var skippedLines = 0
  private var remarks: [CaptureRemark] = []
  private var lastSkippedLine = 0
  private let unit: CaptureRemark.Unit

  init(of unit: CaptureRemark.Unit = .line) {
    self.unit = unit
  }

  mutating func add(_ rule: CaptureRemark.Rule, line: Int) {
    count += 1
    if remarks.count < Self.capacity { remarks.append(CaptureRemark(line: line, rule: rule)) }
  }

  /// Counts a skipped line; lines on end share a remark.
  mutating func skip(line: Int) {
    skippedLines += 1
    defer { lastSkippedLine = line }
    if line == lastSkippedLine + 1, let last = remarks.last, case .skipped(let count, _) = last.rule
    {
      remarks[remarks.count - 1] = CaptureRemark(
        line: last.line, rule: .skipped(count + 1, unit))
    } else {
      add(.skipped(1, unit), line: line)
    }
  }

  mutating func take() -> [CaptureRemark] {
    guard !remarks.isEmpty else { return [] }
    defer { remarks.removeAll(keepingCapacity: true) }
    return remarks
  }
}

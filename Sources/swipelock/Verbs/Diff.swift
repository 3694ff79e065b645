import TouchCaptures
import TouchCore

/// `diff`: where the contacts of two captures begin to differ.
struct Diff: Verb {
  static let name = "diff"
  static let arguments = "A B"
  static let summary = "where the contacts of two captures begin to differ"
  static let explanation = """
    Tells where the contacts of two captures begin to differ: which contact comes, goes or moves, its \
    slot, its position in device units, and its time since the first contact. The status is 1 if they \
    differ.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("tolerance", "MILLISECONDS", "by how much times may differ (default 0)"),
    ] + ReadOptions.ofCaptures

  private var files: [String] = []
  private var read = ReadOptions()
  private var tolerance: Int64 = 0
  private var isJSON = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "tolerance":
      guard let number = Double(value), (0...1e9).contains(number) else {
        throw UsageError("--tolerance takes milliseconds, not '\(value)'")
      }
      tolerance = Int64(number * 1000)
    default: _ = try read.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    guard files.count == 2 else { throw Failure(usageOf: Self.name, "which two captures?") }
    guard files != ["-", "-"] else {
      throw Failure(usageOf: Self.name, "only one of them can be standard input")
    }
    try Preconditions.demand(files: files)
    let (difference, same): (CaptureDifference?, Int)
    do throws(CaptureError) { (difference, same) = try compare() } catch { throw Failure(error) }
    var output = Output()
    try output.write(isJSON ? json(difference, same) : difference.map(text) ?? "")
    try output.flush()
    return difference == nil ? .done : .denied
  }

  private func compare() throws(CaptureError) -> (CaptureDifference?, Int) {
    var comparison = CaptureComparison(
      try ReplaySource(opening: files[0], panelFrom: read.panelFile, device: read.device),
      try ReplaySource(opening: files[1], panelFrom: read.panelFile, device: read.device),
      tolerance: tolerance)
    let difference = try comparison.firstDifference()
    return (difference, comparison.sameChanges)
  }

  // MARK: - For a person

  private func text(_ difference: CaptureDifference) -> String {
    text(difference.one, files[0], difference.aspect)
      + text(difference.other, files[1], difference.aspect)
  }

  private func text(
    _ placed: PlacedChange?, _ file: String, _ aspect: CaptureDifference.Aspect
  ) -> String {
    guard let placed else { return "\(file): \(aspect.rawValue): no more contacts\n" }
    let contact = placed.change.contact
    let place = contact.position.map { "\($0.x), \($0.y)" } ?? "position unknown"
    var text = "\(file):\(placed.line): \(aspect.rawValue): contact \(contact.number) "
    text += "in slot \(contact.slot) \(placed.change.kind.name) at \(place)"
    if case .up(let reason) = placed.change.kind { text += " (\(reason.rawValue))" }
    if contact.isInherited { text += " (inherited)" }
    return text + " after \(Decimal.text(Double(placed.elapsed) / 1000)) ms\n"
  }

  // MARK: - For a program

  private func json(_ difference: CaptureDifference?, _ same: Int) -> String {
    var text = ""
    if let difference {
      var line = JSONLine()
      line.add("type", "difference")
      line.add("version", 1)
      line.add("aspect", difference.aspect.rawValue)
      line.add("one", json: json(difference.one, files[0]))
      line.add("other", json: json(difference.other, files[1]))
      text += line.line
    }
    var line = JSONLine()
    line.add("type", "summary")
    line.add("version", 1)
    line.add("sameChanges", same)
    line.add("differs", difference != nil)
    return text + line.line
  }

  private func json(_ placed: PlacedChange?, _ file: String) -> String {
    guard let placed else { return "null" }
    let contact = placed.change.contact
    var line = JSONLine()
    line.add("file", file)
    line.add("line", placed.line)
    line.add("change", placed.change.kind.name)
    line.add("elapsed", placed.elapsed)
    line.add("contact", contact.number)
    line.add("slot", contact.slot)
    line.add("x", json: contact.x.map { "\($0)" } ?? "null")
    line.add("y", json: contact.y.map { "\($0)" } ?? "null")
    if case .up(let reason) = placed.change.kind { line.add("reason", reason.rawValue) }
    if contact.isInherited { line.add("inherited", true) }
    return line.object
  }
}

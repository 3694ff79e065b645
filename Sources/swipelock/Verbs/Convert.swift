import Glibc
import TouchCaptures
import TouchCore

/// `convert`: a capture of any format as evemu.
struct Convert: Verb {
  static let name = "convert"
  static let arguments = "CAPTURE"
  static let summary = "write a capture of any format as evemu"
  static let explanation = """
    Writes a capture of any format as evemu, to standard output or a new file that is for its owner \
    only. What had to be assumed or skipped is told on standard error.
    """
  static let options =
    [
      Option("output", "FILE", "the evemu file to make", letter: "o"),
      Option("redact", nil, "tell when contacts were down, and nothing of where"),
    ] + ReadOptions.ofCaptures

  private var file: String?
  private var target: String?
  private var redacts = false
  private var read = ReadOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "output": target = value
    case "redact": redacts = true
    default: _ = try read.take(option, value)
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard file == nil else { throw UsageError("'\(argument)' is too much: one capture at a time") }
    file = argument
  }

  func run() throws(Failure) -> ExitStatus {
    guard let file else { throw Failure(usageOf: Self.name, "which capture?") }
    do throws(CaptureError) {
      if redacts { try redact(file) } else { try convert(file) }
    } catch {
      throw Failure(error)
    }
    return .done
  }

  private func convert(_ file: String) throws(CaptureError) {
    var reader = try CaptureReader(opening: file, device: read.device)
    let given: Panel? =
      if let panelFile = read.panelFile { try CaptureReader.panel(from: panelFile) } else { nil }
    let panel = if let given { given } else { try reader.completePanel().0 }
    var notes = reader.notes
    if panel.guessesPositions { notes.noteRangesOfEvents() }
    Self.warn(of: reader.devices, but: reader.device)
    try write(panel, notes) { writer throws(CaptureError) in
      while let step = try reader.nextStep() {
        try writer.write(step)
        Self.warn(of: reader.takeRemarks(), in: reader.file)
      }
      Self.warn(of: reader.takeRemarks(), in: reader.file)
    }
  }

  private func redact(_ file: String) throws(CaptureError) {
    var source = try ReplaySource(
      opening: file, panelFrom: read.panelFile, device: read.device)
    Self.warn(of: source.devices, but: source.device)
    var redactor = Redactor(source.panel, source.reading)
    let notes = CaptureNotes.redacted(source.format, from: source.notes)
    try write(redactor.panel, notes) { writer throws(CaptureError) in
      while let frame = try source.nextFrame() {
        for step in redactor.take(frame) { try writer.write(step) }
        Self.warn(of: source.takeRemarks(), in: source.file)
      }
      for step in redactor.finish() { try writer.write(step) }
      Self.warn(of: source.takeRemarks(), in: source.file)
    }
  }

  /// Makes the capture whole, or not at all.
  private func write(
    _ panel: Panel, _ notes: CaptureNotes,
    _ body: (inout CaptureWriter) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    guard let target else {
      var writer = try CaptureWriter(
        adopting: dup(STDOUT_FILENO), name: "standard output", panel: panel, notes: notes)
      try body(&writer)
      // What standard output is need not be a file that a disk can be waited for.
      return try writer.flush()
    }
    var writer = try CaptureWriter(creating: target, panel: panel, notes: notes)
    do throws(CaptureError) {
      try body(&writer)
      try writer.finish()
    } catch {
      // Half a capture would look like a whole one.
      unsafe unlink(target)
      throw error
    }
  }

  private static func warn(of remarks: [CaptureRemark], in file: String) {
    for remark in remarks {
      swipelock.warn("\(file):\(remark.line): \(remark.rule.kind.rawValue): \(remark.rule.text)")
    }
  }

  private static func warn(of devices: [CaptureDevice], but chosen: CaptureDevice) {
    guard devices.count > 1 else { return }
    let others = devices.filter { $0.number != chosen.number }.map { "\($0)" }
    swipelock.warn("read \(chosen); the others: \(others.joined(separator: ", "))")
  }
}

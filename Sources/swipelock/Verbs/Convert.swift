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
    [Option("output", "FILE", "the evemu file to make", letter: "o")] + ReadOptions.ofCaptures

  private var file: String?
  private var target: String?
  private var read = ReadOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    if option == "output" { target = value } else { _ = try read.take(option, value) }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard file == nil else { throw UsageError("'\(argument)' is too much: one capture at a time") }
    file = argument
  }

  func run() throws(Failure) -> ExitStatus {
    guard let file else { throw Failure(usageOf: Self.name, "which capture?") }
    do throws(CaptureError) {
      var reader = try CaptureReader(opening: file, device: read.device)
      let panel = try panel(of: &reader)
      Self.warn(of: reader.devices, but: reader.device)
      let writer = try writer(panel, reader.notes)
      do throws(CaptureError) {
        try Self.copy(&reader, to: writer, isFile: target != nil)
      } catch {
        // Half a capture would look like a whole one.
        if let target { unsafe unlink(target) }
        throw error
      }
    } catch {
      throw Failure(error)
    }
    return .done
  }

  private func panel(of reader: inout CaptureReader) throws(CaptureError) -> Panel {
    if let panelFile = read.panelFile { return try CaptureReader.panel(from: panelFile) }
    return try reader.completePanel().0
  }

  private func writer(
    _ panel: Panel, _ notes: CaptureNotes
  ) throws(CaptureError) -> CaptureWriter {
    guard let target else {
      return try CaptureWriter(
        adopting: dup(STDOUT_FILENO), name: "standard output", panel: panel, notes: notes)
    }
    return try CaptureWriter(creating: target, panel: panel, notes: notes)
  }

  private static func copy(
    _ reader: inout CaptureReader, to writer: consuming CaptureWriter, isFile: Bool
  ) throws(CaptureError) {
    while let step = try reader.nextStep() {
      try writer.write(step)
      warn(of: reader.takeRemarks(), in: reader.file)
    }
    warn(of: reader.takeRemarks(), in: reader.file)
    // What standard output is need not be a file that a disk can be waited for.
    if isFile { try writer.finish() } else { try writer.flush() }
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

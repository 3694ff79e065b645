public import TouchCore

/// Writes a capture: a file of evemu 1.3 that any of its tools reads, in which what only we need
/// stands in `# swipelock:` comments.
///
/// Steps are written in the order in which they are handed in; a read boundary belongs before the
/// events of its read, since it tells how many follow. Event times are written as they are, not
/// shifted to begin at 0; one before 0, which no clock of the kernel gives, is written as 0.
public struct CaptureWriter: ~Copyable {
  private var output: OutputFile

  /// Creates the file, readable and writable for its owner alone, and writes the header.
  ///
  /// - Throws: `CaptureError.alreadyExists` if anything bears the name, a symbolic link too: a
  ///   recording replaces nothing.
  public init(
    creating file: String, panel: Panel, notes: CaptureNotes = CaptureNotes()
  ) throws(CaptureError) {
    var output = try OutputFile(creating: file)
    try output.append { EvemuText.appendHeader(panel, notes, to: &$0) }
    self.output = output
  }

  /// Takes an open descriptor over, closes it in the end, and writes the header to it.
  public init(
    adopting descriptor: Int32, name: String, panel: Panel, notes: CaptureNotes = CaptureNotes()
  ) throws(CaptureError) {
    var output = OutputFile(adopting: descriptor, name: name)
    try output.append { EvemuText.appendHeader(panel, notes, to: &$0) }
    self.output = output
  }

  /// Writes one step, into a buffer as a rule.
  public mutating func write(_ step: SourceStep) throws(CaptureError) {
    try output.append { EvemuText.append(step, to: &$0) }
  }

  /// Writes one line of a redacted capture.
  public mutating func write(_ redacted: RedactedStep) throws(CaptureError) {
    switch redacted {
    case .step(let step): try write(step)
    case .fault(let rule): try output.append { EvemuText.append(fault: rule, to: &$0) }
    }
  }

  /// Hands what is buffered to the kernel, for a moment when nothing else is to do.
  public mutating func flush() throws(CaptureError) {
    try output.flush()
  }

  /// Writes what is buffered and waits until the disk has it. A writer that is let go without this
  /// still writes it, and nobody hears whether it could.
  public consuming func finish() throws(CaptureError) {
    try output.finish()
  }
}

import Glibc
import TouchCaptures
import TouchCore

/// Redacts a capture into another.
func redact(_ file: String, to redacted: String) throws(CaptureError) {
  var source = try ReplaySource(opening: file)
  var redactor = Redactor(source.panel, source.reading)
  unsafe unlink(redacted)
  var writer = try CaptureWriter(
    creating: redacted, panel: redactor.panel, notes: CaptureNotes(isSecret: false))
  while let frame = try source.nextFrame() {
    for step in redactor.take(frame) { try writer.write(step) }
  }
  for step in redactor.finish() { try writer.write(step) }
  try writer.finish()
}

/// When contacts began and ended and which, in short: `30 +2@1 id 8`, `45 -2@1 lifted`.
func moments(_ frames: [Frame]) -> [String] {
  frames.flatMap { frame in
    frame.changes.compactMap { change -> String? in
      let contact = change.contact
      let name = "\(contact.number)@\(contact.slot)\(contact.isInherited ? "*" : "")"
      switch change.kind {
      case .move: return nil
      case .down: return "\(frame.time.microseconds) +\(name) id \(contact.trackingID)"
      case .up(let reason): return "\(frame.time.microseconds) -\(name) \(reason.rawValue)"
      }
    }
      + frame.findings.compactMap { finding in
        switch finding.rule {
        case .dropped, .stateDisagrees: "\(frame.time.microseconds) \(finding.rule.name)"
        default: nil
        }
      }
  }
}

import TouchCaptures

/// Why the command ends early: a status, and a sentence with where, what and the remedy.
struct Failure: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  init(usageOf verb: String, _ message: String) {
    self.init(.usage, "\(verb): \(message); try 'swipelock \(verb) --help'")
  }

  init(_ error: CaptureError) {
    let status: ExitStatus =
      switch error.kind {
      case .missing: .noInput
      case .badData: .badData
      case .noPermission: .noPermission
      case .inputOutput: .inputOutput
      }
    self.init(status, error.description)
  }
}

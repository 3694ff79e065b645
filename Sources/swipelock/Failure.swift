import LockCore
import LockStore
import TouchCaptures
import TouchSource

/// Why the command ends early: a status, and a sentence with where, what and the remedy.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  /// The signal to die by, once all was given back.
  let signal: Int32?

  init(_ status: ExitStatus, _ message: String, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  init(signal: Int32) {
    self.init(.denied, "", signal: signal)
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

  init(_ error: SourceError) {
    let status: ExitStatus =
      switch error.kind {
      case .notFound: .noInput
      case .unavailable: .unavailable
      case .noPermission: .noPermission
      case .inputOutput: .inputOutput
      }
    self.init(status, error.description)
  }

  init(lockedOutFor milliseconds: Int64) {
    self.init(
      .lockedOut,
      "locked out after too many failures; the next attempt may be in "
        + "\(Decimal.wholeSeconds(milliseconds: milliseconds)) s")
  }

  /// The lock-out of a store; nil if it is not locked out.
  init?(lockoutOf store: Store) {
    guard case .wait(let milliseconds)? = try? store.status().standing else { return nil }
    self.init(lockedOutFor: milliseconds)
  }

  init(_ error: VirtualPanelError) {
    let status: ExitStatus =
      switch error {
      case .missing, .noNode: .unavailable
      case .noPermission: .noPermission
      case .refusedAxis: .badData
      case .system: .inputOutput
      }
    self.init(status, error.description)
  }

  init(_ error: StoreError) {
    self.init(JudgeFailure(error.kind, error.description))
  }

  init(_ fault: JudgeFailure) {
    let status: ExitStatus =
      switch fault.kind {
      case .badData: .badData
      case .nothingEnrolled: .unavailable
      case .permissionDenied: .noPermission
      case .inputOutput: .inputOutput
      }
    self.init(status, fault.description)
  }
}

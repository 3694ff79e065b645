public import LockCore

/// A folder with who is enrolled, and how often it was tried in vain.
///
/// The folder is 0700 and its files are 0600, whatever the umask; they belong to whom the process
/// runs as, or are refused.
public struct Store: Sendable {
  public let path: String

  /// The store in the folder `path`, which is looked at with each call and need not be there.
  public init(path: String) { self.path = path }

  /// Enrols the first name, and makes the folder if there is none.
  ///
  /// `created` is in seconds since 1970. A process or machine that stops on the way leaves nobody
  /// enrolled, or all of it. Throws `alreadyEnrolled` if there is a credential. The pattern must be
  /// one that the rules allow.
  public func enrol(
    _ pattern: borrowing Pattern, as name: CredentialName, drawnBy rules: PatternRules,
    created: Int64, at clock: BootClock
  ) throws(StoreError) {
    try enrol(
      pattern, as: name, drawnBy: rules, created: created, at: clock, yescrypt: Yescrypt())
  }

  package func enrol(
    _ pattern: borrowing Pattern, as name: CredentialName, drawnBy rules: PatternRules,
    created: Int64, at clock: BootClock, yescrypt: Yescrypt
  ) throws(StoreError) {
    precondition(rules.allow(pattern), "a pattern must be one that its rules allow")
    precondition(created >= 0, "\(created) is before 1970")
    let kind = CredentialKind.pattern
    // Before the lock is taken, since it takes its time.
    guard let verifier = yescrypt.verifier(of: pattern, as: kind, drawnBy: rules) else {
      throw .verifierFailed(folder: path)
    }
    let credential = Credential(
      rules: rules, name: name, kind: kind, created: created, verifier: verifier)

    let folder = try StoreFolder.make(path)
    guard try folder.credential() == nil else {
      throw .alreadyEnrolled(file: folder.path(of: .credential))
    }
    // Attempts alone are replaced, but not if they are damaged, or a newer version's.
    _ = try folder.attempts()
    // The attempts first: a cut then leaves them alone, which is nobody enrolled. The other way
    // round it would leave a credential that can neither be used nor be enrolled again.
    let fresh = AttemptRecord(enrolledAt: clock)
    try folder.replace(.attempts, with: fresh.text, leaving: .new)
    try folder.replace(.credential, with: credential.text, leaving: .new)
  }

  /// Tells who is enrolled, and when the next attempt may be.
  ///
  /// A wait that another start of the machine began is begun again, and written down if that can be
  /// done, as an attempt would.
  public func status(
    at clock: BootClock, policy: BackOff = .kiosk
  ) throws(StoreError) -> StoreStatus {
    guard let folder = try StoreFolder.lock(path) else { throw .nobodyEnrolled(folder: path) }
    let (credential, attempts) = try folder.records()
    if let restarted = policy.restarted(attempts, at: clock) {
      try? folder.replace(.attempts, with: restarted.text, leaving: .oldOrNew)
    }
    return StoreStatus(
      rules: credential.rules,
      enrolled: [
        .init(name: credential.name, kind: credential.kind, created: credential.created)
      ],
      failures: attempts.failures, standing: policy.standing(of: attempts, at: clock))
  }
}

/// What a store tells of itself.
public struct StoreStatus: Hashable, Sendable {
  /// Somebody who is enrolled.
  public struct Enrolled: Hashable, Sendable {
    public let name: CredentialName
    public let kind: CredentialKind
    /// Seconds since 1970.
    public let created: Int64
  }

  /// The rules to draw by.
  public let rules: PatternRules
  /// At least one.
  public let enrolled: [Enrolled]
  /// The failures since the last right attempt, those under way included.
  public let failures: UInt32
  /// When the next attempt may be.
  public let standing: BackOff.Standing

  public var isLockedOut: Bool { standing != .free }
}

extension PatternRules {
  fileprivate func allow(_ pattern: borrowing Pattern) -> Bool {
    guard minimum...longest ~= pattern.count else { return false }
    for position in 0..<pattern.count where Int(pattern[position].number) >= dotCount {
      return false
    }
    return true
  }
}

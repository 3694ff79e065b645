public import LockCore

/// A folder with who is enrolled, and how often it was tried in vain.
///
/// The folder is 0700 and its files are 0600, whatever the umask; they belong to whom the process
/// runs as, or are refused.
public struct Store: Sendable {
  public let path: String
  /// How failures slow the next attempt down.
  public let policy: BackOff
  let pepper: Pepper?
  let machine: StoreMachine

  /// The store in the folder `path`, which is looked at with each call and need not be there.
  ///
  /// A store that is made with a pepper needs it ever after; one that was made without goes on
  /// without.
  public init(path: String, policy: BackOff = .kiosk, pepper: Pepper? = nil) {
    self.init(path: path, policy: policy, pepper: pepper, machine: StoreMachine())
  }

  package init(
    path: String, policy: BackOff = .kiosk, pepper: Pepper? = nil, machine: StoreMachine
  ) {
    (self.path, self.policy, self.pepper, self.machine) = (path, policy, pepper, machine)
  }

  var ledger: AttemptLedger { AttemptLedger(store: self) }

  /// Tells who is enrolled, and when the next attempt may be.
  ///
  /// A wait that another start of the machine began is begun again, and written down if that can be
  /// done, as an attempt would.
  public func status() throws(StoreError) -> StoreStatus {
    let folder = try lock()
    let (credential, attempts) = try folder.records(at: machine.clock)
    let now = try machine.clock()
    if let restarted = policy.restarted(attempts, at: now) {
      try? folder.replace(.attempts, with: restarted.text, leaving: .oldOrNew)
    }
    return StoreStatus(
      rules: credential.rules,
      enrolled: credential.enrolled.map { entry in
        .init(
          name: entry.name, kind: entry.kind, created: entry.created, changed: entry.changed,
          isOwner: entry.name == credential.owner)
      },
      hasPepper: credential.pepper != nil, cost: Verifier.cost(of: credential.setting),
      policy: policy, failures: attempts.failures, ownerFailures: attempts.ownerFailures,
      standing: policy.standing(of: attempts, at: now))
  }

  /// Forgets all failures, and with them a lock-out; attempts that are gone or damaged are made anew.
  public func reset() throws(StoreError) {
    let folder = try lock()
    guard try folder.credential() != nil else { throw .nobodyEnrolled(folder: path) }
    let now = try machine.clock()
    let attempts: AttemptRecord?
    do throws(StoreError) { attempts = try folder.attempts() } catch {
      guard case .damaged = error else { throw error }
      attempts = nil
    }
    var fresh = attempts?.cleared(byOwner: true) ?? AttemptRecord(enrolledAt: now)
    fresh.stamp = now
    try folder.replace(.attempts, with: fresh.text, leaving: .new)
  }

  func lock() throws(StoreError) -> StoreFolder {
    guard let folder = try machine.disk.lock(path) else { throw .nobodyEnrolled(folder: path) }
    return StoreFolder(folder)
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
    /// Of the newest change, in seconds since 1970.
    public let changed: Int64
    /// Whether it is the one whose right attempts clear all failures.
    public let isOwner: Bool
  }

  /// The rules to draw by.
  public let rules: PatternRules
  /// At least one.
  public let enrolled: [Enrolled]
  /// Whether it needs the device's pepper.
  public let hasPepper: Bool
  /// yescrypt's cost, 3 to 11.
  public let cost: Int
  public let policy: BackOff
  /// The failures since the last right attempt, those under way included.
  public let failures: UInt32
  /// The failures since the owner's last right attempt.
  public let ownerFailures: UInt32
  /// When the next attempt may be.
  public let standing: BackOff.Standing

  public var isLockedOut: Bool { standing != .free }
}

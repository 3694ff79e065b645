internal import LockCore

/// Counts attempts before they are looked at.
struct AttemptLedger {
  let path: String
  let policy: BackOff
  /// Read under the lock, so that no stamp is later than the next process's time.
  let clock: () throws(StoreError) -> BootClock

  /// What came of asking for an attempt.
  enum Answer: ~Copyable {
    /// It is counted as failed and on the disk.
    case charged(Charge)
    /// There is none, and nothing is counted.
    case lockedOut(milliseconds: Int64)
  }

  /// Counts an attempt at a pattern drawn by such rules, if there may be one. If it throws, there is
  /// none.
  func charge(drawnBy rules: PatternRules) throws(StoreError) -> Answer {
    guard let folder = try StoreFolder.lock(path) else { throw .nobodyEnrolled(folder: path) }
    let (credential, before) = try folder.records()
    guard credential.rules.drawsLike(rules) else {
      throw .otherRules(folder: folder.path, stored: credential.rules)
    }
    let now = try clock()
    if case .wait(let milliseconds) = policy.standing(of: before, at: now) {
      if let restarted = policy.restarted(before, at: now) {
        try folder.replace(.attempts, with: restarted.text, leaving: .oldOrNew)
      }
      return .lockedOut(milliseconds: milliseconds)
    }
    let charged = before.charged(at: now)
    try folder.replace(.attempts, with: charged.text, leaving: .new)
    return .charged(Charge(credential: credential, charged: charged, before: before))
  }

  /// Clears the failures after a right attempt, unless another right one did since the charge. A cut
  /// leaves one failure too many.
  func clear(after charge: consuming Charge) throws(StoreError) {
    try change { attempts in
      attempts.epoch == charge.charged.epoch ? attempts.cleared() : nil
    }
  }

  /// Gives back a charge for an attempt that came to no decision. A cut leaves it charged.
  func refund(_ charge: consuming Charge) throws(StoreError) {
    try change { attempts in attempts.refunded(charge.charged, before: charge.before) }
  }

  private func change(_ body: (AttemptRecord) -> AttemptRecord?) throws(StoreError) {
    guard let folder = try StoreFolder.lock(path) else { throw .nobodyEnrolled(folder: path) }
    guard let changed = body(try folder.records().attempts) else { return }
    try folder.replace(.attempts, with: changed.text, leaving: .oldOrNew)
  }
}

/// An attempt that is counted and on the disk: what a run of the verifier costs. Only the ledger
/// makes one, and it pays for one run.
struct Charge: ~Copyable {
  let credential: Credential
  fileprivate let charged: AttemptRecord
  fileprivate let before: AttemptRecord

  fileprivate init(credential: Credential, charged: AttemptRecord, before: AttemptRecord) {
    self.credential = credential
    self.charged = charged
    self.before = before
  }
}

extension PatternRules {
  /// Whether a stroke makes the same dots by both.
  fileprivate func drawsLike(_ other: PatternRules) -> Bool {
    rows == other.rows && columns == other.columns && fillsPassedDots == other.fillsPassedDots
  }
}

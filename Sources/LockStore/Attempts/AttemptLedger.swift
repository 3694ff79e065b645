internal import LockCore

/// Counts attempts before they are looked at.
struct AttemptLedger {
  let store: Store

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
    let folder = try store.lock()
    let (credential, before) = try folder.records(at: store.machine.clock)
    guard credential.rules.drawsLike(rules) else {
      throw .otherRules(folder: folder.path, stored: credential.rules)
    }
    try demandPepper(of: credential, in: folder.path)
    // Under the lock, so that no stamp is later than the next process's time.
    let now = try store.machine.clock()
    if case .wait(let milliseconds) = store.policy.standing(of: before, at: now) {
      if let restarted = store.policy.restarted(before, at: now) {
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
  func clear(after proof: consuming Proof) throws(StoreError) {
    let isOwner = proof.isOwner
    let charge = proof.relinquish()
    try change { attempts in
      attempts.epoch == charge.charged.epoch ? attempts.cleared(byOwner: isOwner) : nil
    }
  }

  /// Gives back a charge for an attempt that came to no decision. A cut leaves it charged.
  func refund(_ charge: consuming Charge) throws(StoreError) {
    try change { attempts in attempts.refunded(charge.charged, before: charge.before) }
  }

  private func change(_ body: (AttemptRecord) -> AttemptRecord?) throws(StoreError) {
    let folder = try store.lock()
    guard let changed = body(try folder.records(at: store.machine.clock).attempts) else { return }
    try folder.replace(.attempts, with: changed.text, leaving: .oldOrNew)
  }

  /// A pepper that is missing, or another one, would make every pattern wrong.
  private func demandPepper(of credential: Credential, in folder: String) throws(StoreError) {
    guard let mark = credential.pepper else { return }
    guard let pepper = store.pepper else { throw .pepperMissing(folder: folder) }
    guard let own = store.machine.yescrypt.mark(of: pepper, credential.setting) else {
      throw .verifierFailed(folder: folder)
    }
    guard own == mark else { throw .otherPepper(folder: folder) }
  }
}

/// An attempt that is counted and on the disk: what an answer to one pattern costs. Only the ledger
/// makes one.
struct Charge: ~Copyable {
  let credential: Credential
  fileprivate let charged: AttemptRecord
  fileprivate let before: AttemptRecord

  fileprivate init(credential: Credential, charged: AttemptRecord, before: AttemptRecord) {
    self.credential = credential
    self.charged = charged
    self.before = before
  }

  /// The attempts with this charge given back, as they stand now; nil if there is nothing left to
  /// give back.
  consuming func refunded(in attempts: AttemptRecord) -> AttemptRecord? {
    attempts.refunded(charged, before: before)
  }
}

extension PatternRules {
  /// Whether a stroke makes the same dots by both.
  func drawsLike(_ other: PatternRules) -> Bool {
    rows == other.rows && columns == other.columns && fillsPassedDots == other.fillsPassedDots
  }
}

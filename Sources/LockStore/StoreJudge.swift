public import LockCore

/// Judges patterns by a store: counts the attempt, then looks.
///
/// Nothing of the store is kept between two attempts, and whatever is wrong with it, or with the
/// machine, is `failed`.
public struct StoreJudge: ~Copyable, PatternJudge {
  private let ledger: AttemptLedger
  private let yescrypt: Yescrypt

  /// A judge by the store in the folder `path`, which is first looked at with the first attempt.
  ///
  /// `clock` is asked once an attempt.
  public init(
    path: String, policy: BackOff = .kiosk,
    clock: @escaping () throws(StoreError) -> BootClock = BootClock.current
  ) {
    self.init(path: path, policy: policy, clock: clock, yescrypt: Yescrypt())
  }

  package init(
    path: String, policy: BackOff = .kiosk,
    clock: @escaping () throws(StoreError) -> BootClock, yescrypt: Yescrypt
  ) {
    ledger = AttemptLedger(path: path, policy: policy, clock: clock)
    self.yescrypt = yescrypt
  }

  public mutating func judge(
    _ pattern: borrowing Pattern, drawnBy rules: PatternRules
  ) -> Verdict {
    do throws(StoreError) {
      switch try ledger.charge(drawnBy: rules) {
      case .lockedOut(let milliseconds): return .lockedOut(millisecondsLeft: milliseconds)
      case .charged(let charge): return decide(on: pattern, for: charge)
      }
    } catch {
      return .failed(error.judgeFailure)
    }
  }

  private func decide(on pattern: borrowing Pattern, for charge: consuming Charge) -> Verdict {
    switch yescrypt.verify(pattern, for: charge) {
    case .right(let proof):
      let name = proof.charge.credential.name.description
      // A store that cannot be cleared has a failure too many, which costs its holder a wait and
      // gains nobody a guess: the attempt was charged, and it was right. So right it stays.
      try? ledger.clear(after: proof.relinquish())
      return .right(name: name)
    case .wrong:
      return .wrong
    case .failed(let charge):
      // The same: what cannot be given back stays charged.
      try? ledger.refund(charge)
      return .failed(StoreError.verifierFailed(folder: ledger.path).judgeFailure)
    }
  }
}

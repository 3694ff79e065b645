public import LockCore

/// Judges patterns by a store, on the calling thread: counts the attempt, then looks.
///
/// Nothing of the store is kept between two attempts but the outputs of the last wrong ones, and
/// whatever is wrong with it, or with the machine, is `failed`.
public struct StoreJudge: ~Copyable, PatternJudge {
  private let store: Store
  private var tried = TriedOutputs()

  /// A judge by the store, which is first looked at with the first attempt.
  public init(_ store: Store) { self.store = store }

  public mutating func judge(
    _ pattern: borrowing Pattern, drawnBy rules: PatternRules
  ) -> Verdict {
    switch charge(drawnBy: rules) {
    case .refused(let verdict): return verdict
    case .charged(let charge):
      let output = output(of: pattern, for: charge)
      let verification = decide(on: output, of: pattern.kind, charge)
      let verdict = verification.verdict(in: store.path)
      settle(verification)
      return verdict
    }
  }

  /// What came of asking for an attempt.
  enum Answer: ~Copyable {
    case charged(Charge)
    /// There is none, by that verdict, which is not `right`.
    case refused(Verdict)
  }

  /// Counts an attempt, if there may be one.
  func charge(drawnBy rules: PatternRules) -> Answer {
    do throws(StoreError) {
      switch try store.ledger.charge(drawnBy: rules) {
      case .charged(let charge): return .charged(charge)
      case .lockedOut(let milliseconds):
        return .refused(.lockedOut(millisecondsLeft: milliseconds))
      }
    } catch {
      return .refused(.failed(error.judgeFailure))
    }
  }

  /// Runs the verifier; nil if the machine cannot.
  func output(of pattern: borrowing Pattern, for charge: borrowing Charge) -> VerifierOutput? {
    store.machine.yescrypt.output(of: pattern, pepper: store.pepper, for: charge)
  }

  mutating func decide(
    on output: consuming VerifierOutput?, of kind: CredentialKind, _ charge: consuming Charge
  ) -> Verification {
    charge.decide(on: output, of: kind, tried: &tried, at: try? store.machine.clock())
  }

  /// Writes down what a decision leaves to be written.
  func settle(_ verification: consuming Verification) {
    switch consume verification {
    case .right(let proof):
      // A store that cannot be cleared has a failure too many, which costs its holder a wait and
      // gains nobody a guess: the attempt was charged, and it was right. So right it stays.
      try? store.ledger.clear(after: proof)
    case .wrong: break
    case .alreadyTried(let charge): refund(charge)
    case .failed(let charge): refund(charge)
    }
  }

  /// Gives back what an attempt was charged that comes to no decision. What cannot be given back
  /// stays charged.
  func refund(_ charge: consuming Charge) { try? store.ledger.refund(charge) }

  var folder: String { store.path }
}

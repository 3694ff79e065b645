internal import LockCore

/// What a run of the verifier found out. Each case has the charge that paid for it.
enum Verification: ~Copyable {
  case right(Proof)
  case wrong
  /// Nothing: the machine could not run it.
  case failed(Charge)
}

/// A charge whose pattern is the right one. Only a run of the verifier makes one, and nothing else
/// makes a verdict of `right`.
struct Proof: ~Copyable {
  let charge: Charge

  fileprivate init(_ charge: consuming Charge) { self.charge = charge }

  consuming func relinquish() -> Charge { charge }
}

extension Yescrypt {
  /// Holds a pattern against the credential, at the price of a charge.
  func verify(_ pattern: borrowing Pattern, for charge: consuming Charge) -> Verification {
    let credential = charge.credential
    let isSame: Bool?
    do throws(FailedCall) {
      let phrase = try Phrase(pattern, as: credential.kind, drawnBy: credential.rules)
      isSame = withOutput(of: phrase, credential.verifier.setting) { output in
        credential.verifier.isSame(as: output)
      }
    } catch {
      isSame = nil
    }
    switch isSame {
    case true: return .right(Proof(charge))
    case false: return .wrong
    case nil: return .failed(charge)
    }
  }

  /// The verifier of a pattern, with a new salt; nil if the machine could not compute it.
  func verifier(
    of pattern: borrowing Pattern, as kind: CredentialKind, drawnBy rules: PatternRules
  ) -> Verifier? {
    guard let setting = setting(),
      let phrase = try? Phrase(pattern, as: kind, drawnBy: rules)
    else { return nil }
    return withOutput(of: phrase, setting) { Verifier(String(decoding: $0, as: UTF8.self)) } ?? nil
  }
}

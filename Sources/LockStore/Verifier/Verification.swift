internal import LockCore

/// What an attempt came to. Each case that leaves something to do has the charge that paid for it.
enum Verification: ~Copyable {
  case right(Proof)
  case wrong
  /// It was wrong a moment ago, and is not counted again.
  case alreadyTried(Charge)
  /// Nothing: the machine could not run the verifier.
  case failed(Charge)

  /// The verdict that it is. This is where an attempt becomes right, and there is no other place.
  func verdict(in folder: String) -> Verdict {
    switch self {
    case .right(let proof): .right(name: proof.name.description)
    case .wrong: .wrong
    case .alreadyTried: .alreadyTried
    case .failed: .failed(StoreError.verifierFailed(folder: folder).judgeFailure)
    }
  }
}

/// A charge whose pattern is the right one of a name. Only an output of yescrypt makes one.
struct Proof: ~Copyable {
  let name: CredentialName
  private let charge: Charge

  fileprivate init(of name: CredentialName, _ charge: consuming Charge) {
    self.name = name
    self.charge = charge
  }

  var isOwner: Bool { charge.credential.owner == name }

  consuming func relinquish() -> Charge { charge }
}

extension Charge {
  /// Holds what yescrypt made of a secret of that kind against the credential.
  consuming func decide(
    on output: consuming VerifierOutput?, of kind: CredentialKind, tried: inout TriedOutputs,
    at now: BootClock?
  ) -> Verification {
    guard let output else { return .failed(self) }
    if let match = credential.match(output, as: kind) {
      tried.forget()
      return .right(Proof(of: match.name, self))
    }
    guard let now else { return .wrong }
    if tried.contains(output, credential.setting, at: now) { return .alreadyTried(self) }
    tried.remember(output, credential.setting, at: now)
    return .wrong
  }
}

extension Yescrypt {
  /// Runs the verifier on a pattern, at the price of a charge; nil if the machine cannot.
  func output(
    of pattern: borrowing Pattern, pepper: Pepper?, for charge: borrowing Charge
  ) -> VerifierOutput? {
    output(of: pattern, in: charge.credential, pepper: pepper)
  }

  func output(
    of pattern: borrowing Pattern, in credential: Credential, pepper: Pepper?
  ) -> VerifierOutput? {
    // A store that has none must not get one because the device has.
    let pepper = credential.pepper == nil ? nil : pepper
    guard let phrase = try? Phrase(pattern, drawnBy: credential.rules, pepper: pepper) else {
      return nil
    }
    return output(of: phrase, credential.setting)
  }
}

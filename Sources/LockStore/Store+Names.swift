public import LockCore

extension Store {
  /// The most names that there can be.
  public static let mostNames = Credential.mostNames

  /// What came of asking for a pattern to be stored.
  public enum Answer: Hashable, Sendable {
    case stored
    /// It is somebody else's; a failure is charged for having found that out.
    case taken
    /// Nothing was looked at, since there were too many failures: not for so many milliseconds more.
    case lockedOut(millisecondsLeft: Int64)
  }

  /// Enrols a name, and makes the folder if there is none.
  ///
  /// `created` is in seconds since 1970. `cost` is yescrypt's, for the first name; all others share
  /// it. A process or machine that stops on the way leaves the store as it was, or with all of it.
  /// Beside others it costs an attempt, which is given back if the pattern is nobody's. The pattern
  /// must be one that the rules allow. Throws `nameTaken` for a name that is there, `full` if there
  /// are `mostNames`.
  public func enrol(
    _ pattern: borrowing Pattern, as name: CredentialName, drawnBy rules: PatternRules,
    created: Int64, cost: VerifierCost = .standard
  ) throws(StoreError) -> Answer {
    precondition(rules.allow(pattern), "a pattern must be one that its rules allow")
    precondition(created >= 0, "\(created) is before 1970")
    guard let credential = try credential() else {
      try enrolFirst(pattern, as: name, drawnBy: rules, created: created, cost: cost)
      return .stored
    }
    let kind = pattern.kind
    // Before it costs anything.
    try demandRoom(for: name, in: credential)
    return try put(pattern, drawnBy: rules) { (credential, output) throws(StoreError) in
      try demandRoom(for: name, in: credential)
      credential.enrolled.append(
        Enrolment(name: name, kind: kind, created: created, changed: created, output: output))
    }
  }

  /// Puts a new pattern in the place of a name's old one, in one step: until then the old one holds.
  ///
  /// Whether the caller may do so is for the caller to know: by a verdict of `right` for that name.
  /// Costs an attempt as `enrol` does. Throws `unknownName` for a name that is not there.
  public func change(
    _ name: CredentialName, to pattern: borrowing Pattern, drawnBy rules: PatternRules,
    changed: Int64
  ) throws(StoreError) -> Answer {
    precondition(rules.allow(pattern), "a pattern must be one that its rules allow")
    precondition(changed >= 0, "\(changed) is before 1970")
    let kind = pattern.kind
    return try put(pattern, drawnBy: rules, mayBe: name) {
      (credential, output) throws(StoreError) in
      guard let index = credential.enrolled.firstIndex(where: { $0.name == name }) else {
        throw .unknownName(folder: path, name: name)
      }
      credential.enrolled[index].kind = kind
      credential.enrolled[index].output = output
      credential.enrolled[index].changed = changed
    }
  }

  /// Removes a name. With the last one the store's files go; with the owner the oldest name left
  /// becomes the owner.
  public func remove(_ name: CredentialName) throws(StoreError) {
    let folder = try lock()
    guard var credential = try folder.credential() else { throw .nobodyEnrolled(folder: path) }
    guard credential[name] != nil else { throw .unknownName(folder: path, name: name) }
    credential.enrolled.removeAll { $0.name == name }
    guard let oldest = credential.enrolled.first else { return try folder.removeAll() }
    if credential.owner == name { credential.owner = oldest.name }
    try folder.replace(.credential, with: credential.text, leaving: .new)
  }

  private func credential() throws(StoreError) -> Credential? {
    guard let folder = try machine.disk.lock(path) else { return nil }
    return try StoreFolder(folder).credential()
  }

  private func demandRoom(
    for name: CredentialName, in credential: Credential
  ) throws(StoreError) {
    guard credential[name] == nil else { throw .nameTaken(folder: path, name: name) }
    guard credential.enrolled.count < Self.mostNames else { throw .full(folder: path) }
  }

  private func enrolFirst(
    _ pattern: borrowing Pattern, as name: CredentialName, drawnBy rules: PatternRules,
    created: Int64, cost: VerifierCost
  ) throws(StoreError) {
    // Before the lock is taken, since it takes its time.
    guard let setting = Yescrypt.setting(cost: cost.number) else {
      throw .verifierFailed(folder: path)
    }
    let mark = pepper.flatMap { machine.yescrypt.mark(of: $0, setting) }
    guard (mark == nil) == (pepper == nil) else { throw .verifierFailed(folder: path) }
    var credential = Credential(
      rules: rules, setting: setting, pepper: mark, owner: name, enrolled: [])
    let made = machine.yescrypt.output(of: pattern, in: credential, pepper: pepper)
    guard let output = made?.text else { throw .verifierFailed(folder: path) }
    credential.enrolled = [
      Enrolment(name: name, kind: pattern.kind, created: created, changed: created, output: output)
    ]

    let folder = StoreFolder(try machine.disk.make(path))
    guard try folder.credential() == nil else { throw .changedMeanwhile(folder: path) }
    // Attempts alone are replaced, but not if they are damaged, or a newer version's.
    _ = try folder.attempts()
    // The attempts first: a cut then leaves them alone, which is nobody enrolled. The other way
    // round it would leave a credential that can neither be used nor be enrolled again.
    let fresh = AttemptRecord(enrolledAt: try machine.clock())
    try folder.replace(.attempts, with: fresh.text, leaving: .new)
    try folder.replace(.credential, with: credential.text, leaving: .new)
  }

  /// Counts an attempt, looks whose the pattern is, and puts the changed credential in the place of
  /// the old one if it is nobody's, or `mayBe`'s.
  private func put(
    _ pattern: borrowing Pattern, drawnBy rules: PatternRules, mayBe own: CredentialName? = nil,
    _ change: (inout Credential, VerifierOutputText) throws(StoreError) -> Void
  ) throws(StoreError) -> Answer {
    let charge: Charge
    switch try ledger.charge(drawnBy: rules) {
    case .lockedOut(let milliseconds): return .lockedOut(millisecondsLeft: milliseconds)
    case .charged(let made): charge = made
    }
    guard let output = machine.yescrypt.output(of: pattern, pepper: pepper, for: charge),
      let text = output.text
    else {
      try? ledger.refund(charge)
      throw .verifierFailed(folder: path)
    }
    let folder = try lock()
    let (now, attempts) = try folder.records(at: machine.clock)
    guard now.setting == charge.credential.setting else { throw .changedMeanwhile(folder: path) }
    if let match = now.match(output, as: pattern.kind), match.name != own { return .taken }
    var changed = now
    try change(&changed, text)
    try folder.replace(.credential, with: changed.text, leaving: .new)
    if let refunded = charge.refunded(in: attempts) {
      // A charge that stays is a failure too many, and no reason to call the change failed.
      try? folder.replace(.attempts, with: refunded.text, leaving: .oldOrNew)
    }
    return .stored
  }
}

extension PatternRules {
  fileprivate func allow(_ pattern: borrowing Pattern) -> Bool {
    guard pattern.kind == .pattern else { return Pattern.pinDigits ~= pattern.count }
    guard minimum...longest ~= pattern.count else { return false }
    for position in 0..<pattern.count where Int(pattern[position].number) >= dotCount {
      return false
    }
    return true
  }
}

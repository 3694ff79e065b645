internal import LockCore

/// The first file of a store: who is enrolled, and the rules without which a pattern means nothing.
struct Credential: Hashable, Sendable {
  /// One yescrypt run answers for all names, so there is one salt, and this is the most that a run's
  /// output is held against.
  static let mostNames = 16

  let rules: PatternRules
  /// What yescrypt is given beside the phrase, for all names.
  let setting: String
  /// Which pepper the phrase has; nil for none.
  let pepper: PepperMark?
  /// The name whose right attempts clear the second count.
  var owner: CredentialName
  /// 1 to `mostNames`, in the order in which they came.
  var enrolled: [Enrolment]
}

/// A name that is enrolled, and what yescrypt made of its secret.
struct Enrolment: Hashable, Sendable {
  let name: CredentialName
  var kind: CredentialKind
  /// Seconds since 1970, by the wall clock of that day; nothing is decided by it.
  let created: Int64
  /// The same, of the newest change.
  var changed: Int64
  var output: VerifierOutputText
}

extension Credential {
  subscript(name: CredentialName) -> Enrolment? { enrolled.first { $0.name == name } }

  /// The one who has that output. Takes the same time whoever it is, and if it is nobody.
  func match(_ output: borrowing VerifierOutput, as kind: CredentialKind) -> Enrolment? {
    var match: Int?
    for index in enrolled.indices {
      let isSame = enrolled[index].output.isSame(as: output)
      if isSame, enrolled[index].kind == kind { match = index }
    }
    return match.map { enrolled[$0] }
  }
}

extension Credential {
  init(_ bytes: [UInt8], at path: String) throws(StoreError) {
    var text = try RecordText(bytes, of: .credential, at: path)
    do throws(RecordFault) {
      let rules = try Self.takeRules(&text)
      self = try text.version == 1 ? Self.first(rules, &text) : Self.current(rules, &text)
      try text.demandNothingLeft()
    } catch {
      throw .damaged(file: path, error)
    }
  }

  private static func takeRules(_ text: inout RecordText) throws(RecordFault) -> PatternRules {
    let rows = try text.take("rows") { Int(decimal: $0) }
    let columns = try text.take("columns") { Int(decimal: $0) }
    let fills = try text.take("fill") { truths[$0] }
    let maximum = try text.takeIfThere("maximum") { Int(decimal: $0) }
    // Last, so that the fault of rules that cannot be is put to a line.
    return try text.take("minimum") {
      Int(decimal: $0).flatMap {
        try? PatternRules(
          rows: rows, columns: columns, fillsPassedDots: fills, minimum: $0, maximum: maximum)
      }
    }
  }

  private static func current(
    _ rules: PatternRules, _ text: inout RecordText
  ) throws(RecordFault) -> Credential {
    let setting = try text.take("setting") { Verifier.isSetting($0) ? String($0) : nil }
    let pepper = try text.takeIfThere("pepper") { PepperMark($0) }
    let enrolled: [Enrolment] = try text.takeAll("enrolled") { value, before in
      guard before.count < mostNames, let entry = Enrolment(value),
        !before.contains(where: { $0.name == entry.name })
      else { return nil }
      return entry
    }
    let owner = try text.take("owner") { value in
      enrolled.first { $0.name.description == value }?.name
    }
    return Credential(
      rules: rules, setting: setting, pepper: pepper, owner: owner, enrolled: enrolled)
  }

  /// Version 1 has one name, and the setting in its line.
  private static func first(
    _ rules: PatternRules, _ text: inout RecordText
  ) throws(RecordFault) -> Credential {
    try text.take("enrolled") { value in
      let parts = value.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 4, let name = CredentialName(parts[0]), parts[1] == "pattern",
        let created = Int64(decimal: parts[2]), let verifier = Verifier(parts[3])
      else { return nil }
      let entry = Enrolment(
        name: name, kind: .pattern, created: created, changed: created, output: verifier.output)
      return Credential(
        rules: rules, setting: verifier.setting, pepper: nil, owner: name, enrolled: [entry])
    }
  }

  private static let truths: [Substring: Bool] = ["yes": true, "no": false]

  var text: String {
    var fields = [
      ("rows", "\(rules.rows)"), ("columns", "\(rules.columns)"),
      ("fill", rules.fillsPassedDots ? "yes" : "no"), ("minimum", "\(rules.minimum)"),
    ]
    if let maximum = rules.maximum { fields.append(("maximum", "\(maximum)")) }
    fields.append(("setting", setting))
    if let pepper { fields.append(("pepper", pepper.text)) }
    fields.append(("owner", "\(owner)"))
    for entry in enrolled { fields.append(("enrolled", entry.text)) }
    return RecordText.text(of: .credential, fields)
  }
}

extension Enrolment {
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, let name = CredentialName(parts[0]),
      let kind = CredentialKind(rawValue: String(parts[1])), let created = Int64(decimal: parts[2]),
      let changed = Int64(decimal: parts[3]), let output = VerifierOutputText(parts[4])
    else { return nil }
    self.init(name: name, kind: kind, created: created, changed: changed, output: output)
  }

  fileprivate var text: String {
    "\(name) \(kind.rawValue) \(created) \(changed) \(output.text)"
  }
}

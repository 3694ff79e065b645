internal import LockCore

/// What somebody is called who is enrolled.
public struct CredentialName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Takes 1 to 32 letters and digits of ASCII, dots, underscores and hyphens; the first is a letter
  /// or a digit. So it can stand in a file, a message and the environment as it is.
  public init?(_ text: some StringProtocol) {
    let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    guard 1...32 ~= text.utf8.count, let first = text.utf8.first, letters.contains(first),
      text.utf8.allSatisfy({ letters.contains($0) || "._-".utf8.contains($0) })
    else { return nil }
    description = String(text)
  }

  private init(standard description: String) { self.description = description }

  /// The name of whoever is enrolled without one.
  public static let standard = CredentialName(standard: "default")
}

/// What a verifier was made of.
public enum CredentialKind: String, Hashable, Sendable {
  case pattern
}

/// The first file of a store: who is enrolled, and the rules without which a pattern means nothing.
struct Credential: Hashable, Sendable {
  let rules: PatternRules
  let name: CredentialName
  let kind: CredentialKind
  /// Seconds since 1970, by the wall clock of that day; nothing is decided by it.
  let created: Int64
  let verifier: Verifier
}

extension Credential {
  init(_ bytes: [UInt8], at path: String) throws(StoreError) {
    var text = try RecordText(bytes, of: .credential, at: path)
    do throws(RecordFault) {
      let rows = try text.take("rows") { Int(decimal: $0) }
      let columns = try text.take("columns") { Int(decimal: $0) }
      let fills = try text.take("fill") { Self.truths[$0] }
      let maximum = try text.takeIfThere("maximum") { Int(decimal: $0) }
      // Last, so that the fault of rules that cannot be is put to a line.
      rules = try text.take("minimum") {
        Int(decimal: $0).flatMap {
          try? PatternRules(
            rows: rows, columns: columns, fillsPassedDots: fills, minimum: $0, maximum: maximum)
        }
      }
      (name, kind, created, verifier) = try text.take("enrolled", Self.enrolled)
      try text.demandNothingLeft()
    } catch {
      throw .damaged(file: path, error)
    }
  }

  /// One line a name: a later version may have several of them.
  private static func enrolled(
    _ text: Substring
  ) -> (CredentialName, CredentialKind, Int64, Verifier)? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let name = CredentialName(parts[0]),
      let kind = CredentialKind(rawValue: String(parts[1])), let created = Int64(decimal: parts[2]),
      let verifier = Verifier(parts[3])
    else { return nil }
    return (name, kind, created, verifier)
  }

  private static let truths: [Substring: Bool] = ["yes": true, "no": false]

  var text: String {
    var fields = [
      ("rows", "\(rules.rows)"), ("columns", "\(rules.columns)"),
      ("fill", rules.fillsPassedDots ? "yes" : "no"), ("minimum", "\(rules.minimum)"),
    ]
    if let maximum = rules.maximum { fields.append(("maximum", "\(maximum)")) }
    fields.append(("enrolled", "\(name) \(kind.rawValue) \(created) \(verifier.text)"))
    return RecordText.text(of: .credential, fields)
  }
}

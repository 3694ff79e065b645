public import LockCore

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

/// What a secret is. Two kinds never share a verifier.
public typealias CredentialKind = Pattern.Kind

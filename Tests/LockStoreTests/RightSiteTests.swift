import LockStore
import Testing

/// Where an attempt can become right.
struct RightSiteTests {
  private func sources(beneath folder: String) -> [String] {
    Files.names(in: folder).flatMap { name -> [String] in
      name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : sources(beneath: "\(folder)/\(name)")
    }
  }

  /// The places in the library's and the command's sources where `text` makes something; not where a
  /// case is declared or matched, nor where a comment has it.
  private func sites(of text: String) -> [String] {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    return sources(beneath: "\(root)/Sources").flatMap { file -> [String] in
      (Files.text(file) ?? "").split(separator: "\n").compactMap { line in
        var code = line.drop { $0 == " " }
        if code.hasPrefix("case "), let colon = code.firstRange(of: ": ") {
          code = code[colon.upperBound...]
        }
        guard code.contains(text), !code.hasPrefix("case "), !code.hasPrefix("//") else {
          return nil
        }
        return "\(file.dropFirst("\(root)/Sources/".count)): \(code)"
      }
    }
  }

  @Test func `one place makes a verdict of right, and it has a proof`() {
    #expect(sites(of: "Verdict.right") == [])
    #expect(
      sites(of: ".right(name") == [
        "LockStore/Verifier/Verification.swift: .right(name: proof.name.description)"
      ])
  }

  @Test func `one place makes a proof, and it has run the verifier`() {
    #expect(
      sites(of: "Proof(") == [
        "LockStore/Verifier/Verification.swift: return .right(Proof(of: match.name, self))"
      ])
  }

  @Test func `one place makes a charge, and it has written it`() {
    #expect(
      sites(of: "Charge(") == [
        "LockStore/Attempts/AttemptLedger.swift: "
          + "return .charged(Charge(credential: credential, charged: charged, before: before))"
      ])
  }
}

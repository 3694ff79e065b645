/// What `--json` tells of contacts.
enum Contacts {
  /// The lines on contacts; times and numbers of the lines aside, which a second panel has of its own.
  static func told(by lines: [String]) -> [String] {
    lines.filter { line in
      ["\"down\"", "\"move\"", "\"up\""].contains { line.contains("\"type\":\($0)") }
    }.map { line in
      let kind = line.prefix { $0 != "," }
      let rest = line.firstRange(of: "\"contact\"").map { line[$0.lowerBound...] } ?? ""
      return "\(kind)\(rest)"
    }
  }
}

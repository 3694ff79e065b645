import Glibc

/// What standard output can show.
enum Terminal {
  static var isInteractive: Bool { isatty(1) == 1 }

  /// Colours, unless NO_COLOR (no-color.org) or a terminal that has none says otherwise.
  static var isColored: Bool {
    isInteractive && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  /// Whether the locale's characters are UTF-8.
  static var isUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    // To look for a string in a string would link the regular expressions: 1.4 MB of program.
    let codeset = locale?.split(separator: ".").dropFirst().first?.split(separator: "@").first
    return ["utf-8", "utf8"].contains(codeset?.lowercased())
  }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

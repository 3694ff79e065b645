/// A language that the lock has words in.
public enum Language: String, CaseIterable, Hashable, Sendable {
  case english
  /// In the script of the mainland and of Singapore.
  case simplifiedChinese

  /// The language that the environment asks for; English where there is no other.
  ///
  /// The first of the three that is not empty decides, as POSIX has it. The words are UTF-8: a locale
  /// of another encoding gets English, which any encoding shows. So do Taiwan, Hong Kong and Macau,
  /// whose script is another.
  public init(all: String?, messages: String?, lang: String?) {
    let locale = [all, messages, lang].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "C"
    self = Self.isSimplifiedChinese(locale) ? .simplifiedChinese : .english
  }

  /// Takes apart `language[_territory][.codeset][@modifier]`, or a tag such as `zh-Hans-CN`.
  private static func isSimplifiedChinese(_ locale: String) -> Bool {
    let name = locale.prefix { $0 != "@" }
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].lowercased().split { $0 == "_" || $0 == "-" }
    guard words.first == "zh", !words.contains(where: { traditional.contains($0) }) else {
      return false
    }
    let codeset = parts.count > 1 ? parts[1].lowercased().filter { $0 != "-" } : ""
    return codeset.isEmpty || codeset == "utf8"
  }

  private static let traditional: Set<Substring> = ["tw", "hk", "mo", "hant"]
}

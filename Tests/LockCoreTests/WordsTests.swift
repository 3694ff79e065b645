import LockCore
import Testing
import TouchCore

struct WordsTests {
  private static let fault = JudgeFailure(.inputOutput, "the disk is full")

  /// One of each message that there is.
  private static let messages: [Feedback.Message] =
    LockFlow.Entry.allCases.map(Feedback.Message.idle) + [.drawing(.current)]
    + LockFlow.Question.allCases.map(Feedback.Message.asking)
    + [
      .tooShort(minimum: 4), .wrong, .alreadyTried, .differs, .refused(.taken), .right, .enrolled,
      .removed, .givenUp, .lockedOut(until: Timestamp(microseconds: 30_000_000)),
    ] + LikelyPatterns.Reason.allCases.map { .refused(.likely($0)) }
    + Verdict.Unavailability.allCases.map(Feedback.Message.unavailable)
    + [.badData, .nothingEnrolled, .permissionDenied, .inputOutput].map {
      .failed(JudgeFailure($0, ""))
    }

  private func text(_ message: Feedback.Message, _ language: Language) -> String {
    Words(language).text(for: message, .standard, at: Timestamp(microseconds: 0))
  }

  @Test func `every message is a whole sentence of its own in every language`() {
    for language in Language.allCases {
      let texts = Self.messages.map { text($0, language) }
      #expect(Set(texts).count == texts.count, "two messages read the same")
      for text in texts {
        #expect(!text.contains("{") && !text.contains("}"), "a placeholder is left: \(text)")
        #expect(text.last.map { ".…。".contains($0) } ?? false, "no sentence: \(text)")
      }
    }
  }

  @Test func `the languages differ, and Chinese is written in Chinese`() {
    for message in Self.messages {
      let chinese = text(message, .simplifiedChinese)
      #expect(text(message, .english).allSatisfy { $0.isASCII || $0 == "…" })
      #expect(chinese.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value }, "\(chinese)")
      #expect(!chinese.contains { $0.isASCII && $0.isLetter }, "\(chinese)")
    }
  }

  @Test func `a number stands where the sentence has its place`() {
    #expect(
      text(.tooShort(minimum: 5), .english)
        == "Too short: connect at least 5 dots. It was not counted.")
    #expect(
      text(.tooShort(minimum: 5), .simplifiedChinese) == "图案太短，至少连接 5 个点。本次不计入错误次数。")
  }

  @Test(arguments: [
    (-5, "1 s"), (0, "1 s"), (1, "1 s"), (29_001, "30 s"), (120_000, "120 s"), (120_001, "3 min"),
    (900_000, "15 min"), (7_200_000, "120 min"), (7_200_001, "3 h"), (172_800_001, "3 d"),
    (Int64.max, "106751991168 d"),
  ])
  func `what is left of a lock-out is told in a fitting unit, rounded up`(
    milliseconds: Int64, time: String
  ) {
    #expect(
      Words(.english).lockedOut(milliseconds: milliseconds)
        == "Too many wrong patterns. Try again in \(time).")
  }

  @Test(arguments: [
    ("zh_CN.UTF-8", true), ("zh_CN.utf8", true), ("zh_SG.UTF-8", true), ("zh_CN", true),
    ("zh", true), ("zh-Hans-CN", true), ("zh_CN.UTF-8@pinyin", true), ("ZH_cn.Utf8", true),
    ("zh_TW.UTF-8", false), ("zh_HK", false), ("zh-Hant", false), ("zh_CN.GBK", false),
    ("zh_CN.GB18030", false), ("en_US.UTF-8", false), ("C", false), ("POSIX", false),
    ("C.UTF-8", false), ("zha_CN", false), ("", false), (".", false), ("@", false), ("_", false),
  ])
  func `the language follows the locale's name`(locale: String, isChinese: Bool) {
    let language = Language(all: nil, messages: nil, lang: locale)
    #expect(language == (isChinese ? .simplifiedChinese : .english))
  }

  @Test func `LC_ALL goes before LC_MESSAGES, and that before LANG; empty ones do not count`() {
    let (chinese, english) = ("zh_CN.UTF-8", "en_GB.UTF-8")
    #expect(Language(all: chinese, messages: english, lang: english) == .simplifiedChinese)
    #expect(Language(all: "", messages: chinese, lang: english) == .simplifiedChinese)
    #expect(Language(all: nil, messages: english, lang: chinese) == .english)
    #expect(Language(all: "C", messages: chinese, lang: chinese) == .english)
    #expect(Language(all: nil, messages: nil, lang: nil) == .english)
  }
}

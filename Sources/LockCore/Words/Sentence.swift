/// What the lock says to people. Each is a whole sentence in each language; `{name}` stands for a
/// value, so that no sentence is put together from parts.
enum Sentence: String, CaseIterable {
  case drawCurrent, drawNew, drawAgain, drawing
  case judging, checking, enrolling, removing
  case tooShort, wrong, alreadyTried, differs
  case lockedOutSeconds, lockedOutMinutes, lockedOutHours, lockedOutDays
  case right, enrolled, removed, givenUp
  case likelyFewLines, likelyEdge, likelySweep, likelyFigure, taken
  case badData, nothingEnrolled, permissionDenied, inputOutput
  case enterCurrent, enterNew, enterAgain
  case pinTooShort, pinWrong, pinAlreadyTried, pinDiffers, pinTaken, pinEnrolled, likelyDigits
  case enterInstead, drawInstead, cleaning, wipe
  case notSupported, systemTooOld, readerNotReady, nobodyEnrolled, noOtherWaySet, needsAnotherWay

  func text(in language: Language) -> String {
    switch language {
    case .english: words.english
    case .simplifiedChinese: words.chinese
    }
  }

  private var words: (english: String, chinese: String) {
    switch self {
    case .drawCurrent: ("Draw the pattern.", "请绘制图案。")
    case .drawNew:
      ("Draw a new pattern of at least {minimum} dots.", "请绘制新图案，至少连接 {minimum} 个点。")
    case .drawAgain: ("Draw it again to confirm.", "请再次绘制以确认。")
    case .drawing: ("Lift the finger when the pattern is complete.", "完成后请抬起手指。")
    case .judging: ("Checking…", "正在验证…")
    case .checking: ("Checking the new pattern…", "正在检查新图案…")
    case .enrolling: ("Storing the new pattern…", "正在保存新图案…")
    case .removing: ("Removing the pattern…", "正在删除图案…")
    case .tooShort:
      (
        "Too short: connect at least {minimum} dots. It was not counted.",
        "图案太短，至少连接 {minimum} 个点。本次不计入错误次数。"
      )
    case .wrong: ("Wrong pattern. Try again.", "图案错误，请重试。")
    case .alreadyTried:
      (
        "That pattern was wrong a moment ago. It was not counted again.",
        "刚才已试过这个错误的图案，本次不再计入错误次数。"
      )
    case .differs:
      (
        "That is not the first pattern. Draw it again, or start over.",
        "与第一次绘制的图案不一致，请再次绘制，或重新开始。"
      )
    case .lockedOutSeconds:
      ("Too many wrong patterns. Try again in {count} s.", "错误次数过多，请 {count} 秒后再试。")
    case .lockedOutMinutes:
      ("Too many wrong patterns. Try again in {count} min.", "错误次数过多，请 {count} 分钟后再试。")
    case .lockedOutHours:
      ("Too many wrong patterns. Try again in {count} h.", "错误次数过多，请 {count} 小时后再试。")
    case .lockedOutDays:
      ("Too many wrong patterns. Try again in {count} d.", "错误次数过多，请 {count} 天后再试。")
    case .right: ("Unlocked.", "已解锁。")
    case .enrolled: ("The new pattern is stored.", "新图案已保存。")
    case .removed: ("The pattern is removed.", "图案已删除。")
    case .givenUp:
      ("No pattern was stored. Ask whoever looks after the lock.", "未保存任何图案，请联系管理员。")
    case .likelyFewLines:
      (
        "Too easy to guess: it is only one or two straight lines. Choose another pattern.",
        "太容易被猜到：只有一两条直线。请换一个图案。"
      )
    case .likelyEdge:
      (
        "Too easy to guess: it follows the edge from a corner. Choose another pattern.",
        "太容易被猜到：从一角沿边缘绘制。请换一个图案。"
      )
    case .likelySweep:
      (
        "Too easy to guess: it goes to and fro, line by line. Choose another pattern.",
        "太容易被猜到：逐行或逐列来回绘制。请换一个图案。"
      )
    case .likelyFigure:
      (
        "Too easy to guess: it is a letter or a figure that many people draw. Choose another pattern.",
        "太容易被猜到：是许多人都会画的字母或图形。请换一个图案。"
      )
    case .taken:
      ("That pattern cannot be taken. Choose another one.", "不能使用这个图案，请换一个。")
    case .badData:
      (
        "The lock's store is damaged, so it stays locked. Ask whoever looks after it.",
        "锁的数据已损坏，保持锁定。请联系管理员。"
      )
    case .nothingEnrolled:
      (
        "No pattern is stored, so it stays locked. Ask whoever looks after it.",
        "尚未设置图案，保持锁定。请联系管理员。"
      )
    case .permissionDenied:
      (
        "The lock may not read its store, so it stays locked. Ask whoever looks after it.",
        "锁无权读取其数据，保持锁定。请联系管理员。"
      )
    case .inputOutput:
      (
        "The pattern could not be checked or stored. Try again, or ask whoever looks after the lock.",
        "无法验证或保存图案。请重试，或联系管理员。"
      )
    case .enterCurrent: ("Enter the PIN.", "请输入密码。")
    case .enterNew:
      ("Enter a new PIN of at least {minimum} digits.", "请输入新密码，至少 {minimum} 位数字。")
    case .enterAgain: ("Enter it again to confirm.", "请再次输入以确认。")
    case .pinTooShort:
      (
        "Too short: at least {minimum} digits. It was not counted.",
        "密码太短，至少 {minimum} 位数字。本次不计入错误次数。"
      )
    case .pinWrong: ("Wrong PIN. Try again.", "密码错误，请重试。")
    case .pinAlreadyTried:
      (
        "That PIN was wrong a moment ago. It was not counted again.",
        "刚才已试过这个错误的密码，本次不再计入错误次数。"
      )
    case .pinDiffers:
      ("That is not the first PIN. Enter it again.", "与第一次输入的密码不一致，请再次输入。")
    case .pinTaken: ("That PIN cannot be taken. Choose another one.", "不能使用这个密码，请换一个。")
    case .pinEnrolled: ("The new PIN is stored.", "新密码已保存。")
    case .likelyDigits:
      (
        "Too easy to guess: one digit, a row or a pair. Choose another PIN.",
        "太容易被猜到：重复或连续的数字。请换一个密码。"
      )
    case .enterInstead: ("Enter the PIN instead", "改用密码")
    case .drawInstead: ("Draw the pattern instead", "改用图案")
    case .cleaning:
      ("Cleaning: touches are ignored for {count} s.", "清洁中：{count} 秒内不响应触摸。")
    case .wipe: ("Unlocked. Wipe the screen with a finger.", "已解锁。请用手指擦拭屏幕。")
    case .notSupported:
      ("This machine cannot unlock that way. Use another.", "本机不支持这种解锁方式，请改用其他方式。")
    case .systemTooOld:
      (
        "The system is too old to unlock that way. Use another.",
        "系统版本过低，不支持这种解锁方式，请改用其他方式。"
      )
    case .readerNotReady:
      ("The reader is not ready. Use another way to unlock.", "识别设备未就绪，请改用其他解锁方式。")
    case .nobodyEnrolled:
      ("Nobody is enrolled for that. Use another way to unlock.", "尚未录入，请改用其他解锁方式。")
    case .noOtherWaySet:
      (
        "Set another way to unlock first, and then use this one.",
        "请先设置其他解锁方式，再使用这种方式。"
      )
    case .needsAnotherWay:
      (
        "Too many failures: unlock in another way first.",
        "失败次数过多，请先用其他方式解锁。"
      )
    }
  }
}

import LockCore
import LockScreen
import TouchCore

/// The options of the verbs that show what is drawn, on the panel's display or to another program.
struct ScreenOptions {
  private(set) var look = LookOptions()
  private(set) var isOff = false
  private(set) var card: String?
  private(set) var output: String?
  private(set) var turn: Orientation?
  private(set) var feedback: Int32?
  private(set) var keypad = Ways.Offer.afterFailure
  private(set) var shuffles = false
  private(set) var wanders = false
  private(set) var wipes = false
  private(set) var cleaning = 30.0
  private(set) var chance = Chance.system
  /// The card, open since a lock before had it.
  var inherited: Int32?

  init() {}

  /// For what nobody looks at.
  init(nobody: Void) { isOff = true }

  /// Those of whatever is shown.
  static let ofDisplay = [
    Option("no-screen", nil, "show nothing: the display is left to others"),
    Option("card", "FILE", "the graphics card (default: the first with a display connected)"),
    Option(
      "output", "NAME",
      "the display that shows it, as in /sys/class/drm; others are covered (default: the "
        + "panel's by udev's WL_OUTPUT, or by size; else all)"),
    Option("screen-rotate", "DEGREES", "turn the picture clockwise by 0, 90, 180 or 270"),
  ]

  static let all =
    ofDisplay + [
      Option(
        "feedback-fd", "N",
        "tell what is to be seen as JSON Lines on this inherited descriptor, for a program that draws"
      ),
      Option(
        "keypad", "WHEN",
        "offer the keypad to who has a PIN: always, after-failure (default) or never"),
      Option("shuffle", nil, "put the keypad's digits into another order each time"),
      Option("wander", nil, "put the dots elsewhere at each try, against smudges"),
      Option("wipe", nil, "ask for the glass to be wiped once it is unlocked"),
      Option(
        "clean", "SECONDS", "how long SIGUSR2 has touches ignored, for cleaning (default 30)"),
      Option("seed", "N", "for tests: shuffle and wander the same way each time"),
    ] + LookOptions.all

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "no-screen": isOff = true
    case "card": card = value
    case "output": output = value
    case "screen-rotate":
      guard let turn = Int(value).flatMap(Orientation.init(rawValue:)) else {
        throw UsageError("--screen-rotate takes 0, 90, 180 or 270, not '\(value)'")
      }
      self.turn = turn
    case "feedback-fd":
      guard let number = Int32(value), 3...1_048_576 ~= number else {
        throw UsageError("--feedback-fd takes the number of an open descriptor, 3 or more")
      }
      feedback = number
    case "keypad":
      guard let offer = Ways.Offer(rawValue: value) else {
        throw UsageError("--keypad takes always, after-failure or never, not '\(value)'")
      }
      keypad = offer
    case "shuffle": shuffles = true
    case "wander": wanders = true
    case "wipe": wipes = true
    case "clean": cleaning = try Option.seconds(option, value)
    case "seed":
      guard let seed = UInt64(value) else { throw UsageError("--seed takes a whole number") }
      chance = .seeded(seed)
    default: return try look.take(option, value)
    }
    return true
  }
}

import LockCore
import LockScreen
import TouchCore

/// The ways to answer that a lock offers, dots and keypad, and which of them is shown.
struct Ways: ~Copyable {
  /// When the keypad is offered beside the dots.
  enum Offer: String, CaseIterable {
    case always
    /// After the first failure.
    case afterFailure = "after-failure"
    case never
  }

  /// Which is shown.
  private(set) var kind: Pattern.Kind
  var entry: KeypadEntry
  private let offer: Offer
  private let shuffles: Bool
  /// The contact that is on the button.
  private var pressing: Int?

  init(
    startingWith kind: Pattern.Kind, _ offer: Offer, shuffles: Bool, inPlaceOf grid: DotGrid,
    into pin: consuming Pattern
  ) {
    self.kind = kind
    self.offer = offer
    self.shuffles = shuffles
    entry = KeypadEntry(Keypad(inPlaceOf: grid), into: pin)
  }

  /// Shuffles the keys if that is wanted: before each entry.
  mutating func prepare(using random: inout Chance) {
    var keypad = Keypad(in: entry.keypad.area)
    if shuffles { keypad.shuffle(using: &random) }
    entry.use(keypad)
  }

  /// The way that the button leads to now, if there is a button.
  func other(hasFailed: Bool) -> Pattern.Kind? {
    switch offer {
    case .never: nil
    case .afterFailure where !hasFailed && kind == .pattern: nil
    case .afterFailure, .always: kind == .pattern ? .pin : .pattern
    }
  }

  /// Whether the button takes the contact, which then is nobody else's; `isOn` is whether it is on it.
  ///
  /// - Returns: nil if it does not; else whether the other way is chosen now.
  mutating func button(_ change: ContactChange, isOn: Bool) -> Bool? {
    let number = change.contact.number
    if pressing == nil, case .down = change.kind, isOn, change.contact.mayDraw {
      pressing = number
      return false
    }
    guard pressing == number else { return nil }
    guard case .up(let reason) = change.kind else { return false }
    pressing = nil
    guard reason == .lifted, isOn, change.contact.mayDraw else { return false }
    kind = kind == .pattern ? .pin : .pattern
    entry.clear()
    return true
  }
}

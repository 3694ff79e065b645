public import TouchCore

/// Follows the contacts on a keypad and makes a PIN of them: a key is typed when the finger that came
/// down on it is lifted from it.
///
/// Like a stroke, it is one finger's, and a contact that is no finger of somebody's types nothing.
public struct KeypadEntry: ~Copyable {
  /// What a contact's change did.
  public enum Step: Hashable, Sendable {
    case nothing
    /// The face is another one now.
    case changed
    /// Enter was typed: the PIN is complete.
    case entered
  }

  public private(set) var keypad: Keypad
  public private(set) var pin: Pattern
  private var contact: Int?
  private var pressed: Int?

  /// A keypad that writes its digits into `pin`.
  public init(_ keypad: Keypad, into pin: consuming Pattern) {
    self.keypad = keypad
    self.pin = pin
    self.pin.clear(for: .pin)
  }

  /// What there is to show; the digits are of that state.
  public func face(_ state: DotState) -> KeypadFace {
    KeypadFace(keypad, entered: pin.count, pressed: pressed, state: state)
  }

  /// Zeroes what was entered. A finger that is down types nothing more.
  public mutating func clear() {
    pin.clear(for: .pin)
    pressed = nil
  }

  /// Begins anew on another keypad.
  public mutating func use(_ keypad: Keypad) {
    clear()
    self.keypad = keypad
  }

  /// Takes what a frame tells of one contact, in the frame's order.
  public mutating func take(_ change: ContactChange, at point: ViewPoint?) -> Step {
    let number = change.contact.number
    if contact == nil, case .down = change.kind, change.contact.mayDraw {
      contact = number
      pressed = point.flatMap { keypad.place(at: $0) }
      return pressed == nil ? .nothing : .changed
    }
    guard number == contact else { return .nothing }
    let was = pressed
    if !change.contact.mayDraw || point.flatMap({ keypad.place(at: $0) }) != pressed {
      // Slid off its key, or no finger at all.
      pressed = nil
    }
    guard case .up(let reason) = change.kind else { return pressed == was ? .nothing : .changed }
    contact = nil
    defer { pressed = nil }
    guard reason == .lifted, let place = pressed else { return was == nil ? .nothing : .changed }
    return type(keypad.key(at: place))
  }

  private mutating func type(_ key: Key) -> Step {
    switch key {
    case .digit(let digit):
      if pin.count < Pattern.pinDigits.upperBound { pin.append(digit: digit) }
    case .delete: pin.removeLastDigit()
    case .enter: return pin.isEmpty ? .changed : .entered
    }
    return .changed
  }
}

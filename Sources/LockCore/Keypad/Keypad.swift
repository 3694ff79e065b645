public import TouchCore

/// A key of the keypad.
public enum Key: Hashable, Sendable {
  /// 0 to 9.
  case digit(UInt8)
  /// Takes the last digit back.
  case delete
  case enter
}

/// Where the keys are: five rows of three cells over an area of the view. The first row shows how many
/// digits there are, the last holds delete, a digit and enter.
public struct Keypad: Hashable, Sendable {
  public static let rows = 5
  public static let columns = 3
  private static let deletePlace = 9
  private static let enterPlace = 11

  public let area: ViewRect
  private var digits: InlineDigits

  /// The share of a cell that a keypad in the place of dots leaves above and below them: for the words
  /// and the button, which are beside the dots.
  private static let margin = 0.38

  /// A keypad in the place of dots.
  public init(inPlaceOf grid: DotGrid) {
    let (area, margin) = (grid.area, Self.margin * grid.cellHeight)
    self.init(
      in: ViewRect(
        x: area.x, y: area.y + margin, width: area.width, height: area.height - 2 * margin))
  }

  /// Digits in the order of telephones (ITU-T E.161): 1 to 9, and 0 in the last row.
  public init(in area: ViewRect) {
    precondition(area.width > 0 && area.height > 0, "a keypad needs an area")
    self.area = area
    digits = InlineDigits()
  }

  /// The places that have keys, row by row from the second row on.
  public static let places = 0..<12

  /// Puts the digits into another order, as far as the random numbers lead (Fisher and Yates).
  public mutating func shuffle(using random: inout some RandomNumberGenerator) {
    for index in (1..<10).reversed() {
      digits.swap(index, Int.random(in: 0...index, using: &random))
    }
  }

  public func key(at place: Int) -> Key {
    precondition(Self.places.contains(place), "a keypad has no place \(place)")
    switch place {
    case Self.deletePlace: return .delete
    case Self.enterPlace: return .enter
    default: return .digit(digits[place > Self.deletePlace ? 9 : place])
    }
  }

  /// The middle of a place's cell.
  public func center(of place: Int) -> ViewPoint {
    let (row, column) = (place / Self.columns + 1, place % Self.columns)
    return ViewPoint(
      x: area.x + (Double(column) + 0.5) * area.width / Double(Self.columns),
      y: area.y + (Double(row) + 0.5) * area.height / Double(Self.rows))
  }

  /// The place whose cell a point is in.
  public func place(at point: ViewPoint) -> Int? {
    let column = ((point.x - area.x) / area.width * Double(Self.columns)).rounded(.down)
    let row = ((point.y - area.y) / area.height * Double(Self.rows)).rounded(.down)
    guard column >= 0, column < Double(Self.columns), row >= 1, row < Double(Self.rows) else {
      return nil
    }
    return (Int(row) - 1) * Self.columns + Int(column)
  }

  public func key(at point: ViewPoint) -> Key? { place(at: point).map { key(at: $0) } }
}

/// Ten digits, each once, four bits each.
private struct InlineDigits: Hashable {
  private var bits: UInt64 = 0x09_8765_4321

  subscript(index: Int) -> UInt8 { UInt8(bits >> UInt64(4 * index) & 0xf) }

  mutating func swap(_ first: Int, _ second: Int) {
    let difference = UInt64(self[first] ^ self[second])
    guard first != second else { return }
    bits ^= difference << UInt64(4 * first) | difference << UInt64(4 * second)
  }
}

/// What a keypad shows.
public struct KeypadFace: Hashable, Sendable {
  public let keypad: Keypad
  /// How many digits were entered.
  public let entered: Int
  /// The place that a finger is on.
  public let pressed: Int?
  /// How the digits that were entered look.
  public let state: DotState

  public init(_ keypad: Keypad, entered: Int, pressed: Int?, state: DotState) {
    self.keypad = keypad
    self.entered = entered
    self.pressed = pressed
    self.state = state
  }
}

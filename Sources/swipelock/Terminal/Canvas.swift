/// A picture in characters: lines of braille dots, two by four in a character, and marks on them.
struct Canvas {
  enum Ink: String {
    case faint = "2"
    case bright = "36"
    case good = "32"
    case bad = "31"
  }

  /// In characters.
  let columns: Int
  let rows: Int
  private let isColored: Bool
  private let isUnicode: Bool
  private var bits: [UInt8]
  private var inks: [Ink?]
  private var marks: [Character?]

  init(columns: Int, rows: Int, isColored: Bool, isUnicode: Bool) {
    self.columns = columns
    self.rows = rows
    self.isColored = isColored
    self.isUnicode = isUnicode
    bits = Array(repeating: 0, count: columns * rows)
    inks = Array(repeating: nil, count: columns * rows)
    marks = Array(repeating: nil, count: columns * rows)
  }

  mutating func clear() {
    for index in bits.indices {
      bits[index] = 0
      inks[index] = nil
      marks[index] = nil
    }
  }

  /// A straight line; places are shares of the picture, 0 to 1.
  mutating func line(from start: (Double, Double), to end: (Double, Double), _ ink: Ink) {
    let (width, height) = (Double(columns * 2), Double(rows * 4))
    let (dx, dy) = ((end.0 - start.0) * width, (end.1 - start.1) * height)
    let steps = min(Int(max(abs(dx), abs(dy))) + 1, 4096)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (x, y) = (start.0 * width + dx * share, start.1 * height + dy * share)
      set(Int(x.rounded(.down)), Int(y.rounded(.down)), ink)
    }
  }

  /// A character of its own at a place.
  mutating func mark(_ character: Character, at place: (Double, Double), _ ink: Ink) {
    let column = Int((place.0 * Double(columns)).rounded(.down))
    let row = Int((place.1 * Double(rows)).rounded(.down))
    guard 0..<columns ~= column, 0..<rows ~= row else { return }
    marks[row * columns + column] = character
    inks[row * columns + column] = ink
  }

  /// The rows as text, each with its line's end.
  var text: String {
    var text = ""
    for row in 0..<rows {
      for column in 0..<columns { text += cell(row * columns + column) }
      text += "\n"
    }
    return text
  }

  private func cell(_ index: Int) -> String {
    let plain: String
    if let mark = marks[index] {
      plain = String(mark)
    } else if bits[index] == 0 {
      return " "
    } else if isUnicode, let scalar = Unicode.Scalar(0x2800 + UInt32(bits[index])) {
      plain = String(Character(scalar))
    } else {
      plain = "."
    }
    guard isColored, let ink = inks[index] else { return plain }
    return "\u{1b}[\(ink.rawValue)m\(plain)\u{1b}[0m"
  }

  private mutating func set(_ x: Int, _ y: Int, _ ink: Ink) {
    guard 0..<columns * 2 ~= x, 0..<rows * 4 ~= y else { return }
    // The order of bits in U+2800…U+28FF: the left column's first three, the right's, then the two
    // of the fourth row.
    let order: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    let index = (y / 4) * columns + x / 2
    bits[index] |= order[y % 4][x % 2]
    inks[index] = ink
  }
}

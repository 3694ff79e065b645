import LockCore
import TestSupport
import Testing
import TouchCore

struct KeypadTests {
  /// Cells of 10 × 10.
  private static let keypad = Keypad(in: ViewRect(x: 100, y: 50, width: 30, height: 50))

  private static func key(_ x: Double, _ y: Double) -> Key? {
    keypad.key(at: ViewPoint(x: x, y: y))
  }

  @Test func `keys lie as on a telephone, below the row that shows what was entered`() {
    #expect(Self.key(105, 65) == .digit(1) && Self.key(115, 65) == .digit(2))
    #expect(Self.key(125, 65) == .digit(3) && Self.key(105, 75) == .digit(4))
    #expect(Self.key(125, 85) == .digit(9) && Self.key(115, 95) == .digit(0))
    #expect(Self.key(105, 95) == .delete && Self.key(125, 95) == .enter)
    #expect(Self.key(105, 55) == nil, "the row that shows what was entered")
    #expect(Self.key(99, 65) == nil && Self.key(131, 65) == nil && Self.key(115, 101) == nil)
    for place in Keypad.places {
      #expect(Self.keypad.place(at: Self.keypad.center(of: place)) == place)
    }
  }

  @Test func `shuffled, each digit is there once, anywhere, and the other keys stay`() {
    var random = SeededRandom(seed: 20261130)
    var seen: [Set<Key>] = Array(repeating: [], count: 12)
    for _ in 0..<400 {
      var keypad = Self.keypad
      keypad.shuffle(using: &random)
      let keys = Keypad.places.map { keypad.key(at: $0) }
      #expect(Set(keys).count == 12)
      #expect(keys[9] == .delete && keys[11] == .enter)
      for place in Keypad.places { seen[place].insert(keys[place]) }
    }
    for place in Keypad.places where place != 9 && place != 11 { #expect(seen[place].count == 10) }
  }

  /// Fingers on a panel of 300 × 300 that is a keypad all over; places by number, nil beside every key.
  private final class Play {
    private(set) var entry: KeypadEntry
    private var script: EventScript
    private var assembler: FrameAssembler
    private let mapping: ViewMapping
    private var played = 0
    private var id: Int32 = 0
    private(set) var steps: [KeypadEntry.Step] = []

    init() throws {
      let range = AxisRange(minimum: 0, maximum: 299)
      script = try EventScript(PanelFixture.slots(x: range, y: range))
      assembler = FrameAssembler(script.reading)
      mapping = ViewMapping(script.reading)
      entry = KeypadEntry(
        Keypad(in: ViewRect(x: 0, y: 0, width: 299, height: 299)), into: Pattern())
    }

    /// Comes down on the first place, goes over the others, and is lifted from the last.
    func touch(_ places: Int?..., slot: Int32 = 0) {
      rest(places, slot: slot)
      script.lift(slot: slot)
      play()
    }

    func rest(_ places: [Int?], slot: Int32 = 0) {
      id += 1
      script.id(id, slot: slot)
      for place in places {
        let center = place.map { entry.keypad.center(of: $0) } ?? ViewPoint(x: 30, y: 10)
        script.move(slot: slot, to: center.x / 2.99, center.y / 2.99)
        play()
      }
    }

    func lift(slot: Int32 = 0) {
      script.lift(slot: slot)
      play()
    }

    func palm() {
      script.abs(AbsCode.mtToolType, ToolType.palm)
      script.report()
      play()
    }

    func clear() { entry.clear() }

    private func play() {
      while played < script.events.count {
        defer { played += 1 }
        guard case .frame = assembler.feed(script.events[played]) else { continue }
        for change in assembler.frame.changes {
          steps.append(entry.take(change, at: mapping.point(of: change.contact)))
        }
      }
    }

    var digits: String { (0..<entry.pin.count).map { "\(entry.pin[$0].number)" }.joined() }
  }

  @Test func `digits are typed by lifting the finger from their key`() throws {
    let play = try Play()
    for place in [0, 0, 10, 8] { play.touch(place, place) }
    #expect(play.digits == "1109")
    play.touch(9)
    #expect(play.digits == "110")
    #expect(!play.steps.contains(.entered))
    play.touch(11)
    #expect(play.steps.last == .entered)
    play.clear()
    #expect(play.digits.isEmpty)
  }

  @Test func `what slides off its key, is a palm or gets another's slot types nothing`() throws {
    let play = try Play()
    play.touch(0, 1)
    play.touch(0, nil)
    play.touch(0, 1, 0)
    play.touch(nil)
    play.rest([0])
    play.palm()
    #expect(play.digits.isEmpty)
    play.lift()
    play.rest([0])
    play.rest([1])
    #expect(play.digits.isEmpty, "the first was replaced")
    play.lift()
    play.touch(11)
    #expect(!play.steps.contains(.entered), "there is nothing to enter")
  }

  @Test func `a PIN has twelve digits at most, and more are not taken`() throws {
    let play = try Play()
    for _ in 0..<20 { play.touch(4) }
    #expect(play.digits == "555555555555")
  }

  @Test func `a second finger types nothing while the first is down`() throws {
    let play = try Play()
    play.rest([0])
    play.touch(5, slot: 1)
    #expect(play.digits.isEmpty)
    play.lift()
    #expect(play.digits == "1")
  }
}

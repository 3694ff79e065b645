internal import Glibc
import KernelSupport
import LockCore
import LockScreen
import LockStore
import Testing
import TouchCore

/// The keypad on the panel's display.
@Suite(.inGuest) struct KeypadScreenTests {
  private static let view = ViewSize(width: 256, height: 160)
  private static let ground: UInt32 = 0x12161C
  /// On the button's middle, below the dots.
  private static let button: Percent = (50, 94)

  private static let keypad = Keypad(
    inPlaceOf: Preset.standard.grid(.standard, in: view))

  private func tap(_ place: Percent, _ id: inout Int32, on panel: inout UinputPanel) throws {
    id += 1
    try panel.down(id: id, at: place)
    try panel.report()
    Wait.pause(.milliseconds(60))
    try panel.lift()
    try panel.report()
    Wait.pause(.milliseconds(60))
  }

  private func type(_ keys: [Key], _ id: inout Int32, on panel: inout UinputPanel) throws {
    for key in keys {
      let place = try #require(Keypad.places.first { Self.keypad.key(at: $0) == key })
      let center = Self.keypad.center(of: place)
      try tap(
        (center.x / Self.view.width * 100, center.y / Self.view.height * 100), &id, on: &panel)
    }
  }

  private func pin(_ digits: [UInt8]) -> Pattern {
    var pin = Pattern()
    pin.clear(for: .pin)
    for digit in digits { pin.append(digit: digit) }
    return pin
  }

  private func keys(_ digits: [UInt8]) -> [Key] { digits.map { Key.digit($0) } + [.enter] }

  @Test func `after a failure the keypad is offered, and a PIN unlocks by its own name`() throws {
    let fixture = try LockFixture()
    let name = try #require(CredentialName("clerk"))
    _ = try Store(path: fixture.folder).enrol(
      pin([2, 5, 8, 0]), as: name, drawnBy: .standard, created: 0)
    var panel = try UinputPanel(.wide)
    var id: Int32 = 0
    let unlock = try fixture.lock(
      ["--", "sh", "-c", "echo $SWIPELOCK_NAME >\(fixture.mark)"], onScreen: true)
    let before = try Photographer.photo("no-keypad-yet")
    #expect(before.marks(x: 30...70, y: 91...98, on: Self.ground) == 0)
    id += 1
    try panel.swipe(dots: LockFixture.wrong, id: id)
    try unlock.line(containing: "Wrong pattern.")
    var offered = before
    try Wait.until("the button") {
      offered = try Photographer.photo("keypad-offered")
      return offered.marks(x: 30...70, y: 91...98, on: Self.ground) > 500
    }
    try tap(Self.button, &id, on: &panel)
    try unlock.line(containing: "Enter the PIN.")
    try Wait.until("a key at each place") {
      let shown = try Photographer.photo("keypad")
      return Keypad.places.allSatisfy { place in
        let center = Self.keypad.center(of: place)
        return shown[Int(center.x / 256 * 1280) + 40, Int(center.y / 160 * 800)] != Self.ground
      }
    }
    try type(keys([2, 5, 8, 1]), &id, on: &panel)
    try unlock.line(containing: "Wrong PIN.")
    #expect(try fixture.failures == 2, "under the same back-off")
    try type(keys([2, 5, 8, 0]), &id, on: &panel)
    #expect(try unlock.wait() == .status(0))
    #expect(TextFile.lines(fixture.mark) == ["clerk"])
  }

  @Test
  func `a PIN is enrolled on the keypad, a plain one is refused, and it alone is then asked for`()
    throws
  {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel(.wide)
    var id: Int32 = 0
    let enroll = try fixture.run("enroll", ["--pin", "--verify-time", "1"], onScreen: true)
    try enroll.line(containing: "Enter a new PIN")
    try type(keys([1, 2, 3, 4]), &id, on: &panel)
    try enroll.line(containing: "Too easy to guess")
    for words in ["to confirm", "is stored"] {
      try type(keys([4, 4, 7, 1]), &id, on: &panel)
      try enroll.line(containing: words)
    }
    #expect(try enroll.wait() == .status(0))
    let unlock = try fixture.run("unlock", onScreen: true)
    try unlock.line(containing: "Enter the PIN.")
    try type(keys([4, 4, 7, 1]), &id, on: &panel)
    #expect(try unlock.wait() == .status(0))
    let blind = try fixture.run("unlock")
    #expect(try blind.wait() == .status(69))
  }
}

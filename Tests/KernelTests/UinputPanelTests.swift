internal import CUinput
import KernelSupport
import Testing

@Suite(.inGuest) struct UinputPanelTests {
  @Test func `a panel made after boot is tagged by udev`() throws {
    let panel = try UinputPanel()
    #expect(panel.udev.properties["ID_INPUT_TOUCHSCREEN"] == "1")
  }

  @Test func `a single-touch panel is tagged by udev`() throws {
    let panel = try UinputPanel(.singleTouch)
    #expect(panel.udev.properties["ID_INPUT_TOUCHSCREEN"] == "1")
  }

  @Test func `a keyboard is not tagged as a panel`() throws {
    let keyboard = try UinputKeyboard()
    #expect(keyboard.udev.properties["ID_INPUT_KEYBOARD"] == "1")
    #expect(keyboard.udev.properties["ID_INPUT_TOUCHSCREEN"] == nil)
  }

  @Test func `a contact at half of each axis comes out of the kernel there`() throws {
    var panel = try UinputPanel(.phone)
    var reader = try EvdevReader(panel.path)
    try panel.down(slot: 1, id: 7, at: (50, 100))
    try panel.report()
    let frames = try reader.frames(1)
    #expect(
      frames == [
        [
          .absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_TRACKING_ID, 7),
          .absolute(ABS_MT_POSITION_X, 540), .absolute(ABS_MT_POSITION_Y, 1919),
          .key(BTN_TOUCH, 1), .absolute(ABS_X, 540), .absolute(ABS_Y, 1919), .synReport,
        ]
      ])
  }

  @Test func `a single touch has no slot and no tracking id`() throws {
    var panel = try UinputPanel(.singleTouch)
    var reader = try EvdevReader(panel.path)
    try panel.down(at: (0, 100))
    try panel.report()
    try panel.lift()
    try panel.report()
    let frames = try reader.frames(2)
    #expect(
      frames == [
        [.key(BTN_TOUCH, 1), .absolute(ABS_Y, 4095), .synReport],
        [.key(BTN_TOUCH, 0), .synReport],
      ])
  }

  @Test func `a swipe through dots ends with its contact lifted`() throws {
    var panel = try UinputPanel()
    var reader = try EvdevReader(panel.path)
    try panel.swipe(dots: [0, 1, 2], steps: 4)
    let frames = try reader.frames(10)
    #expect(frames.last?.contains(.absolute(ABS_MT_TRACKING_ID, -1)) == true)
    #expect(frames[8].contains(.absolute(ABS_MT_POSITION_X, 3413)))
  }

  @Test func `a panel that is unplugged takes its node away`() throws {
    let panel = try UinputPanel()
    let path = panel.path
    let reader = try EvdevReader(path)
    panel.destroy()
    #expect(throws: SystemFailure.self) { try reader.pending() }
    try Wait.until("\(path) to go") { TextFile.names(in: path.parent).contains(path.name) == false }
  }

  @Test func `while one reader grabs, another sees nothing`() throws {
    var panel = try UinputPanel()
    var owner = try EvdevReader(panel.path)
    let other = try EvdevReader(panel.path)
    try owner.grab()
    try panel.swipe(dots: [0, 1], steps: 2)
    _ = try owner.frames(4)
    #expect(try other.pending().isEmpty)
  }

  @Test func `a reader that stalls sees that events were dropped`() throws {
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    try panel.swipe(dots: [0, 2, 6, 8], steps: 200, interval: .zero)
    #expect(try reader.pending().contains(.synDropped))
  }
}

extension String {
  fileprivate var name: String { split(separator: "/").last.map(String.init) ?? "" }
  fileprivate var parent: String { String(dropLast(name.count + 1)) }
}

internal import CUinput
internal import Glibc
import KernelSupport
import Testing

/// The lock over an app that has display and input already.
@Suite(.inGuest) struct KioskTests {
  /// Starts a lock that takes the whole seat, and waits until it holds.
  private func lock(_ fixture: LockFixture, _ arguments: String...) throws -> Program {
    let lock = try fixture.run(
      "unlock", ["--vt", "--keyboards", "--state", state(fixture)] + arguments, onScreen: true)
    try lock.line(containing: "Locked.", within: KioskFixture.patience)
    return lock
  }

  private func state(_ fixture: LockFixture) -> String { fixture.folder + ".json" }

  private func awaitLock(_ name: String) throws {
    try Wait.until("the lock on the photograph \(name)") {
      try Photographer.photo(name).showsLock
    }
  }

  /// The number of times that the kernel answered SysRq.
  private func sysrqAnswers() throws -> Int {
    let log = try Program(["dmesg"])
    _ = try log.wait()
    return log.output.count { $0.contains("sysrq: HELP") }
  }

  @Test
  func `the app is covered and gets no touch and no key while it is locked, and gets all after`()
    throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let keyboard = try UinputKeyboard()
    let app = try Compositor()
    try panel.swipe(dots: [0, 1], id: 1)
    try keyboard.type(KEY_A)
    try Wait.until("touch and key of the app's") { app.touches == 1 && app.keys == 2 }
    let before = try Photographer.photo("kiosk-before")
    #expect(!before.showsLock)

    let lock = try lock(fixture)
    try awaitLock("kiosk-locked")
    try panel.swipe(dots: LockFixture.wrong, id: 2)
    try lock.line(containing: "Wrong pattern.")
    try keyboard.type(KEY_B)
    #expect((TextFile.read(state(fixture)) ?? "").contains(#""locked":true"#))
    #expect(app.touches == 1 && app.keys == 2)

    try panel.swipe(dots: LockFixture.right, id: 3)
    #expect(try lock.wait() == .status(0))
    try Wait.until("the picture of before") {
      try Photographer.photo("kiosk-after").sample == before.sample
    }
    #expect((TextFile.read(state(fixture)) ?? "").contains(#""locked":false"#))
    try panel.swipe(dots: [0, 1], id: 4)
    try keyboard.type(KEY_C)
    try Wait.until("touch and key of the app's; \(app.touches), \(app.keys)") {
      app.touches == 2 && app.keys == 4
    }
  }

  @Test func `a keyboard plugged in while it is locked types, switches and asks nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    try TextFile.write("1", to: "/proc/sys/kernel/sysrq")
    let free = try UinputKeyboard(name: "Before")
    let answers = try sysrqAnswers()
    try free.press(KEY_LEFTALT, KEY_SYSRQ, KEY_H)
    try Wait.until("an answer to SysRq") { try sysrqAnswers() == answers + 1 }
    let keys = app.keys

    let lock = try lock(fixture)
    let keyboard = try UinputKeyboard(name: "While it is locked")
    let reader = try EvdevReader(keyboard.path)
    try Wait.until("the keyboard to be grabbed") {
      try keyboard.type(KEY_A)
      return try reader.pending().isEmpty
    }
    let typed = app.keys
    for one in [KEY_F1, KEY_F2] { try keyboard.press(KEY_LEFTCTRL, KEY_LEFTALT, one) }
    try keyboard.press(KEY_LEFTALT, KEY_SYSRQ, KEY_H)
    try keyboard.type(KEY_ENTER)
    Wait.pause(.milliseconds(500))
    #expect(try sysrqAnswers() == answers + 1)
    #expect(typed == keys && app.keys == keys)
    try awaitLock("keyboard-locked")
    try panel.swipe(dots: LockFixture.right)
    #expect(try lock.wait() == .status(0))
  }

  @Test func `when the compositor restarts while it is locked it stays locked`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    let lock = try lock(fixture)
    try app.weston.signal(SIGKILL)
    _ = try app.weston.wait()
    let again = try Program(
      [
        "weston", "--tty=2", "--backend=drm-backend.so", "--use-pixman",
        "--shell=kiosk-shell.so", "--log=/dev/null",
      ], environment: ["XDG_RUNTIME_DIR": try ScratchFolder.make()])
    for number in 1...5 {
      Wait.pause(.milliseconds(700))
      #expect(try Photographer.photo("restart-\(number)").showsLock)
    }
    _ = again
    try panel.swipe(dots: LockFixture.right)
    #expect(try lock.wait() == .status(0))
  }

  @Test func `panel and display unplugged while it is locked come back locked`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    let lock = try lock(fixture)
    panel.destroy()
    try lock.line(containing: "a panel is gone", in: .errors)
    try Wait.until("the state to say so") {
      TextFile.read(state(fixture))?.contains(#""degraded":["noPanel","notKept"]"#) == true
    }
    // The guest's first display is for good; a second one comes and goes.
    try Photographer.plug(head: 1, 1024, 768)
    try Wait.until("the lock on the second display") {
      try Photographer.photo("replugged-1", head: 1).showsLock
    }
    try Photographer.unplug(head: 1)
    try lock.line(containing: "is gone; still locked", in: .errors)
    panel = try UinputPanel(.wide)
    try lock.line(containing: "is there", in: .errors)
    try awaitLock("replugged")
    try panel.swipe(dots: LockFixture.right, id: 7)
    #expect(try lock.wait() == .status(0))
    #expect(app.touches == 0)
    panel.destroy()
  }

  @Test func `a second lock says who has the panel, and changes nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let lock = try lock(fixture)
    let terminal = Consoles.inFront
    let second = try fixture.run("unlock", ["--vt", "--keyboards"], onScreen: true)
    #expect(try second.wait() == .status(69))
    let said = second.errors.joined()
    #expect(
      said.contains("grabbed by another program") && said.contains("\(lock.process)"), "\(said)")
    #expect(Consoles.inFront == terminal)
    try awaitLock("second")
    try panel.swipe(dots: LockFixture.right)
    #expect(try lock.wait() == .status(0))
  }

  @Test func `each transition is a line of the journal and a state, and no dot is in either`()
    throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let config = try ScratchFolder.make() + "/config.json"
    try TextFile.write(#"{ "backOff": { "secondsAfterFailures": [0, 2] } }"#, to: config)
    let lock = try Program([
      "sh", "-c",
      "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); exec \(Program.swipelockPath) unlock "
        + "--no-screen --store \(fixture.folder) --state \(state(fixture)) --config \(config)",
    ])
    try lock.line(containing: "<5>locked; not so: noScreen, notKept", in: .errors)
    try panel.swipe(dots: LockFixture.wrong, id: 1)
    try lock.line(containing: "<4>denied: wrong, 1 in a row", in: .errors)
    panel.destroy()
    try lock.line(containing: "<3>panel lost (removed); still locked", in: .errors)
    panel = try UinputPanel()
    try lock.line(containing: "<5>panel back: Swipelock_Test_Panel-5157:0001", in: .errors)
    try panel.swipe(dots: [2, 5, 8, 7], id: 2)
    try lock.line(containing: "<4>locked out until 2", in: .errors)
    let state = TextFile.read(state(fixture)) ?? ""
    #expect(state.contains(#""locked":true"#) && state.contains(#""failures":2,"lockedOutUntil":"#))
    try lock.line(containing: "<5>not locked out any more", in: .errors)
    try panel.swipe(dots: LockFixture.right, id: 3)
    try lock.line(containing: "<5>unlocked as default", in: .errors)
    #expect(try lock.wait() == .status(0))
    panel.destroy()
    var file = stat()
    #expect(unsafe stat(self.state(fixture), &file) == 0 && file.st_mode & 0o777 == 0o644)
    let after = TextFile.read(self.state(fixture)) ?? ""
    #expect(after.contains(#""locked":false"#) && after.contains(#""panel":"Swipelock_Test_Panel"#))
    for line in lock.errors + [state, after] {
      #expect(!line.contains("01258") && !line.contains("03678"), "\(line)")
    }
  }
}

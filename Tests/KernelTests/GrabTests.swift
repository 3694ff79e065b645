internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct GrabTests {
  @Test func `while it is locked another reader of the panel sees nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    let unlock = try fixture.lock()
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    #expect(try reader.pending().isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
  func `a signal ends it by that signal and gives the grab back`(signal: Int32) throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    let unlock = try fixture.lock(fixture.command)
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    try unlock.signal(signal)
    #expect(try unlock.wait() == .signal(signal))
    #expect(try reader.pending().isEmpty)
    try panel.swipe(dots: [0, 1], id: 2)
    try Wait.until("the reader to see touches again") { try !reader.pending().isEmpty }
    #expect(!fixture.wasRun)
  }

  @Test func `a lock whose listener goes away stays locked`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    let lock = "\(Program.swipelockPath) unlock --store \(fixture.folder)"
    let listener = "{ head -n 1; exec 0<&-; echo gone; sleep 100; }"
    let shell = try Program(["bash", "-c", "\(lock) 2>&1 | \(listener)"])
    try shell.line(containing: "Locked.")
    try shell.line(containing: "gone")
    // Each another: the same again would cost nothing.
    for (id, dots) in zip([Int32](1...3), [[0, 1, 2, 5], [2, 5, 8, 7], [1, 4, 7, 8]]) {
      try panel.swipe(dots: dots, id: id)
      try Wait.until("the attempt to be counted") { try fixture.failures == UInt32(id) }
    }
    #expect(try reader.pending().isEmpty)
  }

  @Test func `a finger that rests is grabbed over after two seconds, and that is said`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    try panel.down(at: (5, 5))
    try panel.report()
    let unlock = try fixture.lock()
    try unlock.line(containing: "grabbed with 1 still down", in: .errors)
    _ = try reader.pending()
    try panel.swipe(dots: LockFixture.right, slot: 1, id: 2)
    #expect(try reader.pending().isEmpty)
    try unlock.line(containing: "given back with 1 still down", in: .errors)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a grab that another program holds is said plainly, with who it is`() throws {
    let fixture = try LockFixture()
    let panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    try reader.grab()
    let unlock = try fixture.run("unlock", fixture.command)
    #expect(try unlock.wait() == .status(69))
    let errors = unlock.errors.joined()
    #expect(errors.contains("\(panel.path) is grabbed by another program"))
    #expect(errors.contains("\(getpid())"))
    #expect(!fixture.wasRun)
    try reader.ungrab()
  }

  @Test func `the command inherits no descriptor and gets the panel's next touch`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let watch = "\(Program.swipelockPath) watch --panel \(panel.path)"
    let unlock = try fixture.lock(["--", "sh", "-c", "ls /proc/$$/fd; exec \(watch)"])
    try panel.swipe(dots: LockFixture.right)
    try unlock.line(containing: "evdev")
    let open = unlock.output.filter { Int($0) != nil }
    #expect(open == ["0", "1", "2"])
    try panel.swipe(dots: [4], id: 2)
    try unlock.line(containing: "down at")
  }

  @Test func `a command that there is not ends with 127, one that is no program with 126`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    for (command, status) in [("/no/such/program", Int32(127)), ("/etc/passwd", 126)] {
      let unlock = try fixture.lock(["--", command])
      try panel.swipe(dots: LockFixture.right, id: status)
      #expect(try unlock.wait() == .status(status))
    }
  }
}

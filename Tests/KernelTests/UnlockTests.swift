internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct UnlockTests {
  @Test func `two swipes enrol, and the right one unlocks and runs the command`() throws {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel()
    let enroll = try fixture.enroll(LockFixture.right, on: &panel)
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try enroll.wait() == .status(0))

    let unlock = try fixture.lock(fixture.command)
    try panel.swipe(dots: LockFixture.right, id: 3)
    #expect(try unlock.wait() == .status(0))
    #expect(fixture.wasRun)
    #expect(try fixture.failures == 0)
  }

  @Test func `a wrong swipe with one attempt ends with 1 and runs nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--attempts", "1"] + fixture.command)
    try panel.swipe(dots: LockFixture.wrong)
    #expect(try unlock.wait() == .status(1))
    #expect(!fixture.wasRun)
    #expect(try fixture.failures == 1)
  }

  @Test func `after a wrong swipe the right one still unlocks`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(fixture.command)
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    #expect(try fixture.failures == 1)
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try unlock.wait() == .status(0))
    #expect(fixture.wasRun)
    #expect(try fixture.failures == 0)
  }

  @Test func `with timings it tells the stages up to the decision, and no dot`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--timings"])
    try panel.swipe(dots: LockFixture.right)
    #expect(try unlock.wait() == .status(0))
    let told = try #require(unlock.errors.first { $0.contains("frames, ") })
    // Down, 8 steps to each of four more dots, and the lift.
    #expect(told.hasPrefix("swipelock: 34 frames, 1 decisions; p50 and p99 in microseconds: "))
    #expect(told.contains("; to decision "))
    #expect(!told.contains("03678"))
  }

  @Test func `a short swipe costs nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--attempts", "1"])
    try panel.swipe(dots: [0, 3, 6])
    try unlock.line(containing: "Too short")
    #expect(try fixture.failures == 0)
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a second finger does not disturb the first`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--attempts", "1"])
    try panel.swipe(dots: [0, 3], lifts: false)
    try panel.down(slot: 1, id: 9, at: panel.description.center(ofDot: 2))
    try panel.report()
    try panel.move(slot: 1, from: 2, to: 4)
    try panel.move(from: 3, to: 6)
    try panel.move(from: 6, to: 7)
    try panel.lift(slot: 1)
    try panel.report()
    try panel.move(from: 7, to: 8)
    try panel.lift()
    try panel.report()
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a finger that is already down can begin no pattern`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    try panel.down(at: panel.description.center(ofDot: 0))
    try panel.report()
    let unlock = try fixture.lock(["--attempts", "1"])
    for dot in LockFixture.right {
      try panel.move(to: panel.description.center(ofDot: dot))
      try panel.report()
    }
    try panel.lift()
    try panel.report()
    try panel.swipe(dots: [0, 1], id: 2)
    try unlock.line(containing: "Too short")
    #expect(try fixture.failures == 0)
    try panel.swipe(dots: LockFixture.right, id: 3)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `unplugged in mid-stroke it counts nothing, and unlocks when the panel is back`()
    throws
  {
    let fixture = try LockFixture()
    let unlock = try fixture.run("unlock", ["--attempts", "1"])
    try unlock.line(containing: "waiting for one", in: .errors)
    for _ in 1...2 {
      var panel = try UinputPanel()
      try unlock.line(containing: "\(panel.path) is there", in: .errors)
      try panel.swipe(dots: LockFixture.right, lifts: false)
      panel.destroy()
      try unlock.line(containing: "a panel is gone (removed)", in: .errors)
    }
    // What was charged ahead is given back, once the verifier that runs has ended.
    try Wait.until("the charges to be given back") { try fixture.failures == 0 }
    var panel = try UinputPanel()
    try unlock.line(containing: "\(panel.path) is there", in: .errors)
    try panel.swipe(dots: LockFixture.right)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a stroke during which the kernel dropped events is not accepted`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--attempts", "1"])
    try panel.swipe(dots: [0, 3, 6, 7], lifts: false)
    try unlock.signal(SIGSTOP)
    let place = panel.description.center(ofDot: 7)
    for step in 0..<3000 {
      try panel.move(to: (place.x + Double(step % 2), place.y))
      try panel.report()
    }
    try panel.move(to: panel.description.center(ofDot: 8))
    try panel.report()
    try unlock.signal(SIGCONT)
    try unlock.line(containing: "the kernel dropped events", in: .errors)
    try panel.move(to: panel.description.center(ofDot: 5))
    try panel.report()
    try panel.lift()
    try panel.report()
    try panel.swipe(dots: [0, 1], id: 2)
    try panel.swipe(dots: [0, 1], id: 3)
    try unlock.line(containing: "Too short")
    #expect(try fixture.failures == 0)
    try panel.swipe(dots: LockFixture.right, id: 4)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `either of two panels may draw, and both are grabbed`() throws {
    let fixture = try LockFixture()
    var one = try UinputPanel()
    var other = try UinputPanel(.phone)
    let reader = try EvdevReader(one.path)
    let otherReader = try EvdevReader(other.path)
    let unlock = try fixture.lock(["--attempts", "2"])
    try one.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    try other.swipe(dots: LockFixture.right)
    #expect(try unlock.wait() == .status(0))
    #expect(try reader.pending().isEmpty)
    #expect(try otherReader.pending().isEmpty)
  }

  @Test func `with a panel chosen the other is grabbed and cannot unlock`() throws {
    let fixture = try LockFixture()
    var one = try UinputPanel()
    var other = try UinputPanel(.phone)
    let reader = try EvdevReader(other.path)
    let unlock = try fixture.lock(["--panel", one.path])
    try other.swipe(dots: LockFixture.right)
    try one.swipe(dots: [0, 1])
    try unlock.line(containing: "Too short")
    #expect(try reader.pending().isEmpty)
    try one.swipe(dots: LockFixture.right, id: 2)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `five wrong swipes lock out, and the right one is not looked at`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--attempts", "6"] + fixture.command)
    // Each another: the same again would cost nothing.
    let wrong = [[0, 1, 2, 5], [2, 5, 8, 7], [0, 4, 8, 5], [1, 4, 7, 8], [3, 4, 5, 2]]
    for (id, dots) in wrong.enumerated() {
      try panel.swipe(dots: dots, id: Int32(id + 1))
      try unlock.line(containing: "Wrong pattern.")
    }
    try panel.swipe(dots: LockFixture.right, id: 6)
    try unlock.line(containing: "Try again in")
    #expect(try fixture.failures == 5)
    let other = try fixture.run("unlock", ["--from", "/dev/null"])
    #expect(try other.wait() == .status(75))
    #expect(!fixture.wasRun)
  }
}

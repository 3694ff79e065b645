internal import Glibc
import KernelSupport
import LockStore
import Testing

/// Enrolling, changing, removing, being locked out, and several people, on a panel.
@Suite(.inGuest) struct FlowTests {
  private static let new = [2, 4, 6, 7, 8]

  /// A configuration with short waits.
  private func impatient(_ actions: String = "{}") throws -> String {
    let file = try ScratchFolder.make() + "/config.json"
    try TextFile.write(
      #"{ "backOff": { "secondsAfterFailures": [0, 3] }, "actions": \#(actions) }"#, to: file)
    return file
  }

  @Test func `a confirming stroke that differs may be drawn again`() throws {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel()
    let enroll = try fixture.enroll(LockFixture.right, on: &panel)
    try panel.swipe(dots: LockFixture.wrong, id: 2)
    try enroll.line(containing: "not the first pattern")
    try panel.swipe(dots: LockFixture.right, id: 3)
    #expect(try enroll.wait() == .status(0))
    #expect(try Store(path: fixture.folder).status().enrolled.count == 1)
  }

  @Test func `after three that differ the first entry is forgotten`() throws {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel()
    let enroll = try fixture.enroll(LockFixture.right, on: &panel)
    for id in 2...4 {
      try panel.swipe(dots: LockFixture.wrong, id: Int32(id))
      try enroll.line(containing: "not the first pattern")
    }
    try enroll.line(containing: "new pattern")
    for id in 5...6 { try panel.swipe(dots: Self.new, id: Int32(id)) }
    #expect(try enroll.wait() == .status(0))
    let unlock = try fixture.lock()
    try panel.swipe(dots: Self.new, id: 7)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `an enrolment that is interrupted stores nothing`() throws {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel()
    let enroll = try fixture.enroll(LockFixture.right, on: &panel)
    try enroll.signal(SIGINT)
    #expect(try enroll.wait() == .signal(SIGINT))
    #expect(throws: StoreError.nobodyEnrolled(folder: fixture.folder)) {
      try Store(path: fixture.folder).status()
    }
  }

  @Test func `a change begins with the old pattern, and a wrong one counts`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let change = try fixture.run("change", ["--allow-weak"])
    try change.line(containing: "Draw the pattern.")
    try panel.swipe(dots: LockFixture.wrong)
    try change.line(containing: "Wrong pattern.")
    #expect(try fixture.failures == 1)
    try panel.swipe(dots: LockFixture.right, id: 2)
    try change.line(containing: "Draw a new pattern")
    try panel.swipe(dots: Self.new, id: 3)
    try change.line(containing: "to confirm")
    // Until it is confirmed the old one holds.
    try panel.swipe(dots: Self.new, id: 4)
    #expect(try change.wait() == .status(0))
    #expect(try fixture.failures == 0)
    let unlock = try fixture.lock()
    try panel.swipe(dots: LockFixture.right, id: 5)
    try unlock.line(containing: "Wrong pattern.")
    try panel.swipe(dots: Self.new, id: 6)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a change with a wrong old pattern ends with 1 and changes nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let change = try fixture.run("change", ["--attempts", "1"])
    try change.line(containing: "Draw the pattern.")
    try panel.swipe(dots: LockFixture.wrong)
    #expect(try change.wait() == .status(1))
    let unlock = try fixture.lock()
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `whose pattern is drawn is removed`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let remove = try fixture.run("remove")
    try remove.line(containing: "Draw the pattern.")
    try panel.swipe(dots: LockFixture.right)
    #expect(try remove.wait() == .status(0))
    #expect(throws: StoreError.nobodyEnrolled(folder: fixture.folder)) {
      try Store(path: fixture.folder).status()
    }
  }

  @Test func `locked out it counts down, looks at no stroke, and goes on after it`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock(["--config", try impatient()] + fixture.command)
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    try panel.swipe(dots: [2, 5, 8, 7], id: 2)
    try unlock.line(containing: "Wrong pattern.")
    try unlock.line(containing: "Try again in 3 s.")
    try panel.swipe(dots: LockFixture.right, id: 3)
    try unlock.line(containing: "Draw the pattern.")
    #expect(!fixture.wasRun)
    #expect(try fixture.failures == 2)
    try panel.swipe(dots: LockFixture.right, id: 4)
    #expect(try unlock.wait() == .status(0))
    #expect(fixture.wasRun)
  }

  @Test func `a lock-out that another process resets ends at once`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    for dots in [[0, 1, 2, 5], [2, 5, 8, 7], [0, 4, 8, 5], [1, 4, 7, 8], [3, 4, 5, 2]] {
      let unlock = try fixture.lock(["--attempts", "1"])
      try panel.swipe(dots: dots)
      try unlock.wait()
    }
    let unlock = try fixture.lock()
    try unlock.line(containing: "Try again in")
    #expect(try fixture.run("reset").wait() == .status(0))
    try unlock.line(containing: "Draw the pattern.", within: .seconds(10))
    try panel.swipe(dots: LockFixture.right, id: 9)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `the same wrong pattern again costs nothing`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let unlock = try fixture.lock()
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    for id in 2...4 {
      try panel.swipe(dots: LockFixture.wrong, id: Int32(id))
      try unlock.line(containing: "not counted again")
    }
    try panel.swipe(dots: LockFixture.right, id: 5)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `what is run knows who unlocked, and each has a command of his own`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let enroll = try fixture.run("enroll", ["--name", "technician", "--allow-weak"])
    try enroll.line(containing: "new pattern")
    for id in 1...2 { try panel.swipe(dots: Self.new, id: Int32(id)) }
    #expect(try enroll.wait() == .status(0))

    let config = try impatient(
      #"{ "technician": ["/bin/sh", "-c", "echo hatch $SWIPELOCK_NAME"] }"#)
    let others = ["--config", config, "--", "/bin/sh", "-c", "echo app $SWIPELOCK_NAME"]
    for (dots, words) in [(LockFixture.right, "app default"), (Self.new, "hatch technician")] {
      let unlock = try fixture.lock(others)
      try panel.swipe(dots: dots, id: 3)
      try unlock.line(containing: words)
      #expect(try unlock.wait() == .status(0))
    }
  }

  @Test func `somebody else's pattern cannot be enrolled, and to try it counts`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    let enroll = try fixture.run("enroll", ["--name", "guesser", "--allow-weak"])
    try enroll.line(containing: "new pattern")
    var id: Int32 = 1
    for round in 1...2 {
      for _ in 1...2 {
        try panel.swipe(dots: LockFixture.right, id: id)
        id += 1
      }
      if round == 1 { try enroll.line(containing: "cannot be taken") }
    }
    #expect(try enroll.wait() == .status(1))
    #expect(try fixture.failures == 2)
    #expect(try Store(path: fixture.folder).status().enrolled.count == 1)
  }
}

internal import CUinput
internal import Glibc
import KernelSupport
import Testing

/// `idle`: waiting until nobody touches.
@Suite(.inGuest) struct IdleTests {
  private func idle(_ arguments: String...) throws -> Program {
    try Program.swipelock(["idle"] + arguments)
  }

  @Test func `idle ends once nobody touched for so long, and others got every touch`() throws {
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    let idle = try idle("4")
    // As long as somebody touches now and then it goes on.
    for id in 1...6 {
      try panel.swipe(dots: [0, 1], id: Int32(id))
      Wait.pause(.milliseconds(1_000))
      #expect(kill(idle.process, 0) == 0 && idle.errors.isEmpty)
    }
    #expect(try idle.wait() == .status(0))
    let downs = try reader.pending().count { $0.code == ABS_MT_TRACKING_ID && $0.value >= 0 }
    #expect(downs == 6)
  }

  @Test func `idle waits for a panel that comes, and a signal ends it by that signal`() throws {
    let idle = try idle("3600")
    try idle.line(containing: "no touch panel yet", in: .errors)
    try idle.signal(SIGTERM)
    #expect(try idle.wait() == .signal(SIGTERM))
  }

  @Test func `with blank the display is dark, and the touch that wakes it reaches nobody`() throws {
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    let before = try Photographer.photo("idle-before")
    let reader = try EvdevReader(panel.path)
    let idle = try idle("0.5", "--blank")
    try Wait.until("a dark display") {
      try Photographer.photo("idle-blank").sample != before.sample
    }
    try panel.swipe(dots: LockFixture.right)
    #expect(try idle.wait() == .status(0))
    #expect(try reader.pending().isEmpty)
    #expect(app.touches == 0)
    try Wait.until("the picture of before") {
      try Photographer.photo("idle-after").sample == before.sample
    }
    try panel.swipe(dots: [0, 1], id: 2)
    try Wait.until("a touch of the app's") { app.touches == 1 }
  }
}

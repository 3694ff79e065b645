internal import Glibc
import KernelSupport
import LockCore
import LockScreen
import Testing
import TouchCore

/// What the displays show, photographed from outside the guest.
@Suite(.inGuest) struct ScreenTests {
  private static let theme = Theme(.standard)
  private static let view = ViewSize(width: 256, height: 160)
  private static let ground: UInt32 = 0x12161C
  private static let red: UInt32 = 0xFF5A4D
  private static let white: UInt32 = 0xFFFFFF

  /// The pixel of a dot's middle, on a display of 1280 × 800 or one that is like the view.
  private func center(_ dot: Int, in photo: Photo) -> (x: Int, y: Int) {
    let grid = Preset.standard.grid(.standard, in: Self.view)
    let center = grid.center(of: Dot(dot))
    return (
      Int(center.x / Self.view.width * Double(photo.width)),
      Int(center.y / Self.view.height * Double(photo.height))
    )
  }

  /// What a dot looks like: its middle, and half way to the edge of its disc.
  private func colors(_ dot: Int, in photo: Photo) -> [UInt32] {
    let (x, y) = center(dot, in: photo)
    let reach = photo.height / 3 * 12 / 100
    return [photo[x, y], photo[x, y - reach]]
  }

  private func expectNormal(_ dots: [Int], in photo: Photo) {
    for dot in dots {
      #expect(colors(dot, in: photo) == [Self.white, Self.ground], "\(dot)")
    }
  }

  /// Takes photographs until one is as it should be, and returns the last.
  private func photo(
    _ name: String, head: Int = 0, of what: String, _ isRight: (Photo) -> Bool
  ) throws -> Photo {
    var photo = try Photographer.photo(name, head: head)
    try Wait.until("\(what) on the photograph \(name)") {
      if isRight(photo) { return true }
      photo = try Photographer.photo(name, head: head)
      return isRight(photo)
    }
    return photo
  }

  @Test func `the lock is seen idle, drawing, wrong, locked out with a countdown, and gone`() throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let config = try ScratchFolder.make() + "/config.json"
    try TextFile.write(#"{ "backOff": { "secondsAfterFailures": [20] } }"#, to: config)
    let unlock = try fixture.lock(["--config", config], onScreen: true)
    // The first picture is out before it says that it is locked.
    let idle = try Photographer.photo("idle")
    #expect(idle.width == 1280 && idle.height == 800)
    expectNormal(Array(0..<9), in: idle)
    let words = idle.marks(x: 10...90, y: 0...11, on: Self.ground)
    #expect(words > 200, "the words are there")
    #expect(idle.marks(x: 0...15, y: 20...80, on: Self.ground) == 0, "and nothing of before")

    // From 0 by 1 towards 2, and held there.
    let first = panel.description.center(ofDot: 0)
    let second = panel.description.center(ofDot: 1)
    try panel.swipe(
      through: [first, second, (second.x + 14, second.y + 14)], steps: 16,
      interval: .milliseconds(12), lifts: false)
    let drawing = try photo("drawing", of: "two dots") { photo in
      [0, 1].allSatisfy { colors($0, in: photo) == [Self.white, Self.white] }
    }
    expectNormal([2, 3, 4, 5, 6, 7, 8], in: drawing)
    let (from, to) = (center(0, in: drawing), center(1, in: drawing))
    let line = drawing[(from.x + to.x) / 2, from.y]
    #expect(line != Self.ground && line != Self.white, "half of white, over the ground")
    let live = drawing[to.x + 1280 * 10 / 100, to.y + 800 * 10 / 100]
    #expect(live != Self.ground, "the line goes on to the finger")
    #expect(drawing[to.x + 1280 * 10 / 100, to.y - 800 * 5 / 100] == Self.ground)

    try panel.move(to: panel.description.center(ofDot: 1))
    try panel.report()
    for (dot, next) in [(1, 2), (2, 5), (5, 8)] { try panel.move(from: dot, to: next) }
    try panel.lift()
    try panel.report()
    try unlock.line(containing: "Wrong pattern.")
    // For two seconds, then the countdown alone.
    let wrong = try photo("wrong", of: "red dots") { colors(0, in: $0).contains(Self.red) }
    #expect([0, 1, 2, 5, 8].allSatisfy { colors($0, in: wrong)[1] == Self.red })
    #expect(colors(0, in: wrong)[0] == Self.ground, "the cross")
    expectNormal([3, 4, 6, 7], in: wrong)
    let countdown = try photo("locked-out", of: "no dot") { photo in
      (0..<9).allSatisfy { colors($0, in: photo) == [Self.white, Self.ground] }
    }
    let later = try photo("locked-out-later", of: "another countdown") { photo in
      photo.marks(x: 10...90, y: 0...11, on: Self.ground)
        != countdown.marks(x: 10...90, y: 0...11, on: Self.ground)
    }
    #expect(later.marks(x: 10...90, y: 0...11, on: Self.ground) > 200)
    try unlock.signal(SIGTERM)
    #expect(try unlock.wait() == .signal(SIGTERM))
    let gone = try photo("gone", of: "no lock") { colors(4, in: $0)[0] != Self.white }
    #expect(gone.width > 0)
  }

  @Test func `it speaks Chinese where the environment does`() throws {
    let fixture = try LockFixture()
    let panel = try UinputPanel(.wide)
    let english = try fixture.lock(onScreen: true)
    let first = try Photographer.photo("english")
    try english.signal(SIGTERM)
    try english.wait()
    let chinese = try fixture.run(
      "unlock", environment: ["LC_ALL": "zh_CN.UTF-8"], onScreen: true)
    try chinese.line(containing: "Locked.")
    let second = try Photographer.photo("chinese")
    let marks = [first, second].map { $0.marks(x: 10...90, y: 0...11, on: Self.ground) }
    #expect(marks.allSatisfy { $0 > 200 } && marks[0] != marks[1])
    panel.destroy()
  }

  @Test func `on a display that hangs on its side the picture lies on its side`() throws {
    let fixture = try LockFixture()
    let panel = try UinputPanel(.wide)
    let unlock = try fixture.lock(["--screen-rotate", "90", "--rotate", "90"], onScreen: true)
    let photo = try Photographer.photo("turned")
    // The view is 160 × 256 upright; its upper left dot lies to the upper right.
    let grid = Preset.standard.grid(.standard, in: ViewSize(width: 160, height: 256))
    for dot in 0..<9 {
      let center = grid.center(of: Dot(dot))
      let (x, y) = (1280 - Int(center.y / 256 * 1280), Int(center.x / 160 * 800))
      #expect(photo[x - 1, y] == Self.white, "\(dot)")
      #expect(photo[x - 1, y + 40] == Self.ground, "\(dot)")
    }
    #expect(photo.marks(x: 80...100, y: 10...90, on: Self.ground) > 200, "words at the right edge")
    try unlock.signal(SIGTERM)
    try unlock.wait()
    panel.destroy()
  }

  @Test func `a display that is plugged in while it is locked is covered, and may go again`() throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let unlock = try fixture.lock(onScreen: true)
    try Photographer.plug(head: 1, 1024, 768)
    let second = try photo("second", head: 1, of: "the lock") { photo in
      photo.width == 1024 && colors(4, in: photo) == [Self.white, Self.ground]
    }
    expectNormal(Array(0..<9), in: second)
    try panel.swipe(dots: LockFixture.wrong)
    try unlock.line(containing: "Wrong pattern.")
    _ = try photo("second-wrong", head: 1, of: "red dots") { colors(0, in: $0)[1] == Self.red }
    try Photographer.unplug(head: 1)
    try unlock.line(containing: "is gone; still locked", in: .errors)
    let first = try photo("first-after", of: "the lock") { photo in
      colors(4, in: photo) == [Self.white, Self.ground]
    }
    expectNormal([3, 4, 6, 7], in: first)
    try panel.swipe(dots: LockFixture.right, id: 2)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `what was done well is seen, with ticks`() throws {
    let fixture = try LockFixture(enrolled: false)
    var panel = try UinputPanel(.wide)
    let theme = try ScratchFolder.make() + "/theme.json"
    try TextFile.write(
      ##"{ "right": { "disc": "#4cd07d", "core": "#4cd07d" }, "dotSize": 0.4, "marks": true }"##,
      to: theme)
    let enroll = try fixture.run(
      "enroll", ["--preset", "quartz", "--theme", theme, "--verify-time", "1"], onScreen: true)
    try enroll.line(containing: "new pattern")
    let grid = Preset.quartz.grid(Preset.quartz.rules, in: Self.view)
    let centers = [1, 4, 3, 6, 7].map { grid.center(of: Dot($0)) }
    try panel.swipe(through: centers.map { ($0.x / 256 * 100, $0.y / 160 * 100) })
    let green: UInt32 = 0x4CD07D
    _ = try photo("right", of: "green dots") { photo in
      centers.allSatisfy { center in
        let (x, y) = (Int(center.x / 256 * 1280), Int(center.y / 160 * 800))
        // Between the tick and the edge of the core, and in the middle, which the tick leaves free.
        return photo[x, y - 24] == green
      }
    }
    #expect(try enroll.wait() == .status(0))
  }

  @Test func `with --output one display shows the dots, and the others are covered`() throws {
    let fixture = try LockFixture()
    let panel = try UinputPanel(.wide)
    try Photographer.plug(head: 1, 1024, 768)
    try Wait.until("the second display") {
      TextFile.read("/sys/class/drm/card0-Virtual-2/status") == "connected\n"
    }
    let unlock = try fixture.lock(["--output", "Virtual-2"], onScreen: true)
    let second = try photo("chosen", head: 1, of: "the lock") { photo in
      photo.width == 1024 && colors(4, in: photo) == [Self.white, Self.ground]
    }
    expectNormal(Array(0..<9), in: second)
    let first = try photo("covered", of: "nothing") { $0[0, 0] == Self.ground }
    #expect(first.marks(x: 0...100, y: 0...100, on: Self.ground) == 0)
    try unlock.signal(SIGTERM)
    try unlock.wait()
    let missing = try fixture.run("unlock", ["--output", "HDMI-A-9"], onScreen: true)
    #expect(try missing.wait() == .status(66))
    try Photographer.unplug(head: 1)
    panel.destroy()
  }

  @Test func `whoever may not have the display is told so, and the lock goes on without`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    try Program.run(["chmod", "666", panel.path])
    let parent = String(fixture.folder.dropLast("/store".count))
    try Program.run(["chown", "-R", "65534", parent])
    let unlock = try Program.swipelock(["unlock", "--store", fixture.folder], user: "65534")
    try unlock.line(containing: "permission denied; run as root, or in the group", in: .errors)
    try unlock.line(containing: "Locked.")
    try panel.swipe(dots: LockFixture.right)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `a display that another program holds is 69 with who it is, and it goes on without`()
    throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let holder = try Compositor()
    let second = try fixture.run("unlock", onScreen: true)
    #expect(try second.wait() == .status(69))
    let said = second.errors.joined()
    #expect(said.contains("/dev/dri/card0: another program shows something"), "\(said)")
    #expect(
      said.contains("process \(holder.weston.process)") && said.contains("--no-screen"), "\(said)")
    let without = try fixture.lock()
    try panel.swipe(dots: LockFixture.right)
    #expect(try without.wait() == .status(0))
  }

  @Test
  func `while it draws no touch reaches another reader, and its memory is three frames and 20 MB`()
    throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let unlock = try fixture.lock(onScreen: true)
    let reader = try EvdevReader(panel.path)
    for id in 1...3 {
      try panel.swipe(
        dots: [[0, 1, 2, 5, 8], [6, 3, 4, 1], [2, 4, 7, 6]][id - 1], id: Int32(id))
      try unlock.line(containing: "Wrong pattern.")
    }
    #expect(try reader.pending().isEmpty)
    // Between the attempts: the verifier's own memory is not the picture's.
    let memory = try ProcessMemory.resident(of: unlock.process)
    let frames = 3 * 1280 * 800 * 4
    #expect(memory <= frames + 20_000_000, "\(memory) bytes, \(memory - frames) beside the frames")
    try panel.swipe(dots: LockFixture.right, id: 4)
    #expect(try unlock.wait() == .status(0))
  }
}

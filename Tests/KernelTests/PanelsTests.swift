internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct PanelsTests {
  @Test func `a panel is found and named, and is read by its name`() throws {
    let panel = try UinputPanel()
    let keyboard = try UinputKeyboard()
    let panels = try Program.swipelock(["panels", "--json"])
    #expect(try panels.wait() == .status(0))
    #expect(panels.output.count == 1)
    let line = panels.output.first ?? ""
    #expect(line.contains("\"node\":\"\(panel.path)\""))
    #expect(line.contains("\"mayOpen\":true"))
    #expect(line.contains("\"protocol\":\"slots\",\"slots\":10"))
    let name = line.components(after: "\"stableName\":\"", upTo: "\"")
    for selector in [name, panel.path, "5157:0001"] {
      let watch = try Program.swipelock(["watch", "--panel", selector])
      try watch.line(containing: "\(panel.path): evdev")
      try watch.signal(SIGTERM)
      #expect(try watch.wait() == .signal(SIGTERM))
    }
    #expect(keyboard.udev.isInitialized)
  }

  @Test func `two panels that are the same to look at have names of their own`() throws {
    let one = try UinputPanel()
    let other = try UinputPanel()
    let panels = try Program.swipelock(["panels", "--json"])
    #expect(try panels.wait() == .status(0))
    let names = Set(panels.output.map { $0.components(after: "\"stableName\":\"", upTo: "\"") })
    #expect(names.count == 2)
    #expect(one.path != other.path)
  }

  @Test func `with no udev a panel that is plugged in is found by a look`() throws {
    let fixture = try LockFixture()
    // A container's view: no udev's /run, and none of its messages.
    let lock = "\(Program.swipelockPath) unlock --no-screen --store \(fixture.folder)"
    let unlock = try Program([
      "unshare", "--mount", "--net", "sh", "-c", "mount -t tmpfs none /run && exec \(lock)",
    ])
    try unlock.line(containing: "waiting for one", in: .errors)
    var panel = try UinputPanel()
    try unlock.line(containing: "\(panel.path) is there", in: .errors)
    try panel.swipe(dots: LockFixture.right)
    #expect(try unlock.wait() == .status(0))
  }

  @Test func `with no panel there is nothing to work with`() throws {
    for verb in [["panels"], ["watch"], ["unlock", "--no-wait"]] {
      let fixture = try LockFixture()
      let arguments = verb[0] == "unlock" ? verb + ["--store", fixture.folder] : verb
      let program = try Program.swipelock(arguments)
      #expect(try program.wait() == .status(69), "\(verb)")
      #expect(program.errors.joined().contains("no touch panel"))
    }
  }

  @Test func `a panel that was named and does not exist is 66`() throws {
    for name in ["/dev/input/event250", "no-such-panel", "dead:beef"] {
      let watch = try Program.swipelock(["watch", "--panel", name])
      #expect(try watch.wait() == .status(66), "\(name)")
    }
  }

  @Test func `no permission is 77 with the remedy`() throws {
    let panel = try UinputPanel()
    for arguments in [
      ["watch"], ["watch", "--panel", panel.path], ["record", "-o", "/tmp/never"],
    ] {
      let program = try Program.swipelock(arguments, user: "65534")
      #expect(try program.wait() == .status(77), "\(arguments)")
      let errors = program.errors.joined()
      #expect(errors.contains(panel.path) && errors.contains("swipelock"), "\(errors)")
    }
    let panels = try Program.swipelock(["panels"], user: "65534")
    #expect(try panels.wait() == .status(0))
    #expect(panels.output.joined().contains("open         no: "))
  }

  @Test func `the udev rule gives its group the panel and a stable link, and no keyboard`() throws {
    let rule = String(#filePath.dropLast("Tests/KernelTests/PanelsTests.swift".count))
    let set = """
      cp \(rule)udev/70-swipelock.rules /etc/udev/rules.d/ &&
      (getent group swipelock || groupadd --system swipelock) && udevadm control --reload
      """
    #expect(try Program(["sh", "-c", set]).wait() == .status(0))
    let panel = try UinputPanel()
    let keyboard = try UinputKeyboard()
    let groups = try Program(["stat", "-c", "%G %a", panel.path, keyboard.path])
    #expect(try groups.wait() == .status(0))
    #expect(groups.output.first == "swipelock 660")
    #expect(groups.output.last?.hasPrefix("swipelock") == false)

    let link = try #require(panel.udev.links.first { $0.contains("/swipelock/") })
    let watch = try Program.swipelock(
      ["watch", "--panel", link], user: "65534", groups: ["swipelock"])
    try watch.line(containing: "evdev")
    let reading = try Program(["cat", keyboard.path], user: "65534", groups: ["swipelock"])
    #expect(try reading.wait() == .status(1))
    #expect(reading.errors.joined().contains("Permission denied"))
    let unset = "rm /etc/udev/rules.d/70-swipelock.rules; udevadm control --reload"
    #expect(try Program(["sh", "-c", unset]).wait() == .status(0))
  }
}

extension String {
  /// What stands between two texts; empty if they do not appear.
  fileprivate func components(after start: String, upTo end: String) -> String {
    guard let first = firstRange(of: start),
      let last = self[first.upperBound...].firstRange(of: end)
    else { return "" }
    return String(self[first.upperBound..<last.lowerBound])
  }
}

internal import Glibc
import KernelSupport
import Testing

/// `doctor` and `report`.
@Suite(.inGuest) struct DoctorTests {
  private struct Checkup {
    let status: Program.Ending
    let lines: [String]

    /// What was told of a rule.
    subscript(rule: String) -> [String] {
      lines.filter { $0.contains("\"rule\":\"\(rule)\"") }
    }

    func finds(_ rule: String, _ text: String = "") -> Bool {
      self[rule].contains { $0.contains("\"finding\":true") && $0.contains(text) }
    }
  }

  private func doctor(
    _ arguments: [String] = [], seconds: String = "0", user: String? = nil,
    while body: () throws -> Void = {}
  ) throws -> Checkup {
    let program = try Program.swipelock(
      ["doctor", "--json", "--for", seconds] + arguments, user: user)
    if seconds != "0" { try program.line(containing: "watching for", in: .errors) }
    try body()
    let status = try program.wait()
    return Checkup(status: status, lines: program.output)
  }

  /// Nothing gets around a lock in this guest, as long as it lasts.
  private func withSafeMachine(_ body: () throws -> Void) throws {
    let file = "/proc/sys/kernel/sysrq"
    let before = TextFile.read(file) ?? "0"
    try TextFile.write("0", to: file)
    defer { try? TextFile.write(before, to: file) }
    try body()
  }

  @Test func `with all in order nothing is found, and the status is 0`() throws {
    let fixture = try LockFixture()
    var panel = try UinputPanel()
    try withSafeMachine {
      let checkup = try doctor(["--store", fixture.folder], seconds: "3") {
        try panel.swipe(dots: LockFixture.right)
      }
      #expect(checkup.status == .status(0), "\(checkup.lines)")
      #expect(checkup["open"].first?.contains(panel.path) == true)
      #expect(checkup["rate"].first?.contains("reports a second") == true)
      #expect(checkup["ring"].first?.contains("ms at its rate") == true)
      #expect(checkup["touch"].first?.contains("1 contacts") == true)
      #expect(checkup["store"].first?.contains("1 enrolled") == true)
      #expect(checkup.lines.last?.hasSuffix("\"findings\":0}") == true)
    }
  }

  @Test func `no panel, no permission and another's grab are each said with the remedy`() throws {
    #expect(try doctor().finds("none", "tag it by a udev rule"))
    let panel = try UinputPanel()
    let nobody = try doctor(["--store", "/nowhere"], user: "65534")
    #expect(nobody.finds("permission", "70-swipelock.rules"))
    #expect(nobody.finds("permission", "usermod -aG swipelock"))
    #expect(nobody.status == .status(1))
    let reader = try EvdevReader(panel.path)
    try reader.grab()
    #expect(try doctor().finds("grabbed", "\(getpid())"))
    try reader.ungrab()
  }

  @Test func `axes that make no position, or run backwards, are said with the values`() throws {
    let empty = try UinputPanel(PanelDescription { $0.y = PanelAxis(7, 7) })
    #expect(try doctor().finds("axes", "minimum 7 and maximum 7"))
    empty.destroy()
    let panel = try UinputPanel(.phone)
    let reader = try EvdevReader(panel.path)
    try reader.setRange(ofAxis: 0x35, to: PanelAxis(1079, 0))
    #expect(try doctor().finds("axes", "runs backwards"))
  }

  @Test func `a faulty contact that is seen is told with its rule and time`() throws {
    var panel = try UinputPanel()
    let checkup = try doctor(seconds: "2") {
      try panel.down(at: (10, 10))
      try panel.report()
      try panel.move(to: (90, 90))
      try panel.report()
      try panel.lift()
      try panel.report()
    }
    #expect(checkup.finds("jump", "once, last at"))
    #expect(checkup.status == .status(1))
  }

  @Test func `what gets around a lock from a keyboard is found`() throws {
    let file = "/proc/sys/kernel/sysrq"
    let before = TextFile.read(file) ?? "0"
    defer { try? TextFile.write(before, to: file) }
    try TextFile.write("16", to: file)
    let safe = try doctor()
    #expect(!safe.finds("sysrq") && !safe.finds("prompts"))
    try TextFile.write("1", to: file)
    let prompt = try Program(["setsid", "agetty", "--skip-login", "--noclear", "tty5"])
    try Wait.until("agetty to be found on its terminal, and SysRq") {
      let checkup = try doctor()
      return checkup.finds("prompts", "getty@tty5") && checkup.finds("sysrq", "kernel.sysrq = 0")
    }
    try prompt.signal(SIGKILL)
  }

  @Test func `no udev and a store that others may read are found`() throws {
    let fixture = try LockFixture()
    #expect(try Program(["chmod", "755", fixture.folder]).wait() == .status(0))
    let checkup = try doctor(["--store", fixture.folder])
    #expect(checkup.finds("store", "chmod go=") && checkup.finds("store", "mode 0755"))
    // A container's view: a /run of its own.
    let alone = try Program([
      "unshare", "--mount", "sh", "-c",
      "mount -t tmpfs none /run && exec \(Program.swipelockPath) doctor --json --for 0",
    ])
    #expect(try alone.wait() == .status(1))
    let line = alone.output.first { $0.contains("\"rule\":\"udev\"") } ?? ""
    #expect(line.contains("\"finding\":true"), "\(alone.output) \(alone.errors)")
  }

  @Test func `report is one file for its owner that tells all but the path, and replays`() throws {
    var panel = try UinputPanel()
    let file = try ScratchFolder.make() + "/report.evemu"
    let report = try Program.swipelock(["report", "-o", file, "--for", "2"])
    try report.line(containing: "watching for", in: .errors)
    try panel.swipe(dots: LockFixture.right)
    try panel.down(id: 2, at: (10, 10))
    try panel.report()
    try panel.move(to: (90, 90))
    try panel.report()
    try panel.lift()
    try panel.report()
    #expect(try report.wait() == .status(0), "\(report.errors)")
    let text = TextFile.read(file) ?? ""
    for part in [
      "kernel=Linux", "udev ID_INPUT_TOUCHSCREEN=1", "reports a second", "ring: the kernel keeps",
      "jump: once", "fault jump",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let mode = try Program(["stat", "-c", "%a", file])
    #expect(try mode.wait() == .status(0) && mode.output == ["600"])
    let replay = try Program.swipelock(["replay", "--json", file])
    #expect(try replay.wait() == .status(0), "\(replay.errors)")
    #expect(replay.output.count { $0.contains("\"reason\":\"lifted\"") } == 2)
    #expect(!replay.output.contains { $0.contains("\"outcome\":\"complete\"") })
    #expect(!replay.output.contains { $0.contains("\"type\":\"remark\"") })
    let again = try Program.swipelock(["report", "-o", file, "--for", "1"])
    #expect(try again.wait() != .status(0))
  }

  @Test func `calibrate and test-panel lead through a panel that no other reads meanwhile`() throws
  {
    var panel = try UinputPanel()
    let reader = try EvdevReader(panel.path)
    let calibrate = try Program.swipelock(["calibrate", "--json"])
    let targets = [(10.0, 10.0), (90, 10), (90, 90), (10, 90), (50, 50)]
    for (index, place) in targets.enumerated() {
      try calibrate.line(containing: "touch \(index + 1) of 5", in: .errors)
      try panel.down(id: Int32(index + 1), at: place)
      try panel.report()
      Wait.pause(.milliseconds(30))
      try panel.lift()
      try panel.report()
    }
    #expect(try calibrate.wait() == .status(0), "\(calibrate.errors)")
    #expect(calibrate.output.first?.contains("\"matrix\":\"1.0") == true, "\(calibrate.output)")

    let test = try Program.swipelock(["test-panel", "--json"])
    try test.line(containing: "paint all of the panel", in: .errors)
    try panel.swipe(dots: LockFixture.right, id: 9)
    Wait.pause(.milliseconds(500))
    try test.signal(SIGINT)
    #expect(try test.wait() == .signal(SIGINT))
    #expect(test.output.first?.contains("\"contacts\":1,") == true, "\(test.output)")
    let leaked = try reader.pending()
    #expect(leaked.isEmpty)
  }
}

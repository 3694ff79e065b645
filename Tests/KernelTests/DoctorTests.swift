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

  @Test func `each piece of a kiosk that is missing or other is found with its remedy`() throws {
    let panel = try UinputPanel()
    #expect(try doctor()["setup"].first?.contains("no kiosk is set up") == true)
    try Program.run([
      Program.swipelockPath, "setup", "--root", "/", "--program", Program.swipelockPath,
    ])
    let files = try Program([Program.swipelockPath, "setup", "--print"])
    #expect(try files.wait() == .status(0))
    let paths = files.output.filter { $0.hasPrefix("# /etc/") }.map { String($0.dropFirst(2)) }
    let target = "/etc/systemd/system/kiosk.target"
    let wants = "/etc/systemd/system/multi-user.target.wants"
    defer { _ = try? Program(["rm", "-rf", "/var/lib/swipelock", target] + paths).wait() }

    let bare = try doctor()
    for (rule, words) in [
      ("account", "systemd-sysusers"), ("owner", "systemd-tmpfiles"), ("access", panel.path),
      ("enabled", "systemctl enable swipelock@NAME"),
    ] { #expect(bare.finds(rule, words), "\(rule): \(bare.lines)") }
    #expect(!bare.finds("files") && !bare.finds("program"))

    try Program.run(["systemd-sysusers"])
    try Program.run(["systemd-tmpfiles", "--create", "--prefix=/var/lib/swipelock"])
    try Program.run(["chgrp", "swipelock", panel.path])
    try Program.run(["mkdir", "-p", wants])
    let link = "\(wants)/swipelock@kiosk.service"
    try Program.run(["ln", "-sf", "../swipelock@.service", link])
    defer { _ = try? Program(["rm", "-f", link, "\(wants)/kiosk.target"]).wait() }
    #expect(try doctor().finds("target", "there is no kiosk.target"))
    try TextFile.write("[Unit]\n", to: target)
    let whole = try doctor()
    for rule in ["files", "program", "account", "owner", "access", "target"] {
      #expect(!whole[rule].isEmpty && !whole.finds(rule), "\(whole[rule])")
    }

    try Program.run(["ln", "-sf", target, "\(wants)/kiosk.target"])
    try Program.run(["chmod", "755", "/var/lib/swipelock"])
    try TextFile.write("mine\n", to: paths[0])
    try Program.run(["rm", paths[1]])
    let odd = try doctor()
    #expect(odd.finds("target", "does not wait for the lock"))
    #expect(odd.finds("owner", "chmod 700"))
    #expect(odd.finds("files", "\(paths[0]) is not this version's"))
    #expect(odd.finds("files", "\(paths[1]) is missing"))
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
    let calibrate = try Program.swipelock(["calibrate", "--json", "--no-screen"])
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

    let test = try Program.swipelock(["test-panel", "--json", "--no-screen"])
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

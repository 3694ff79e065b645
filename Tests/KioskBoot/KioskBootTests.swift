internal import Glibc
import KernelSupport
import Testing

/// A system of its own that becomes a kiosk by the README's words: one test a boot, in this order.
/// `Tests/Guest/kiosk` boots them.
@Suite(.inGuest, .serialized) struct KioskBootTests {
  private static let right = [0, 4, 2, 5, 7, 6]
  private static let wrong = [0, 1, 2, 5, 8]
  private static let unit = "swipelock@kiosk"
  private static let patience = Duration.seconds(120)
  private static let state = "/run/swipelock/state.json"
  private static let touches = "/results/app.log"

  /// The commands of the README's chapter, each without `sudo` and what follows a first one.
  private let commands = KioskBootTests.readCommands()

  private static func readCommands() -> [String] {
    let lines = TextFile.lines("README.md").drop { $0 != "## A kiosk" }.dropFirst()
    return lines.prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("    $ ") }.map { line in
      var words = line.dropFirst("    $ ".count)
      if words.hasPrefix("sudo ") { words = words.dropFirst("sudo ".count) }
      if let end = words.firstRange(of: "&&") ?? words.firstRange(of: "#") {
        words = words[..<end.lowerBound]
      }
      return String(words).replacing(".build/release/swipelock", with: Program.swipelockPath)
    }
  }

  private func start(_ command: String) throws -> Program {
    print("$ \(command)")
    return try Program(["sh", "-c", "exec \(command)"])
  }

  private func run(_ command: String) throws {
    let program = try start(command)
    let ending = try program.wait(within: Self.patience)
    print((program.output + program.errors).joined(separator: "\n"))
    try #require(ending == .status(0))
  }

  private func isActive(_ unit: String) throws -> Bool {
    try Program(["systemctl", "is-active", "--quiet", unit]).wait() == .status(0)
  }

  private func awaitActive(_ unit: String) throws {
    try Wait.until(unit, within: Self.patience) { try isActive(unit) }
  }

  private func property(_ name: String, of unit: String) throws -> String {
    let show = try Program(["systemctl", "show", "--property=\(name)", "--value", unit])
    _ = try show.wait()
    return show.output.first ?? ""
  }

  private func awaitState(_ words: String) throws {
    try Wait.until("\(words) in the state; it is \(TextFile.read(Self.state) ?? "none")") {
      TextFile.read(Self.state)?.contains(words) == true
    }
  }

  private func awaitLockSeen(_ name: String) throws {
    try Wait.until("the lock on the photograph \(name)", within: Self.patience) {
      try Photographer.photo(name).showsLock
    }
  }

  /// The touches that the app was told of.
  private var touchesOfApp: Int {
    TextFile.lines(Self.touches).count { $0.contains("] wl_touch@") && $0.contains(".down(") }
  }

  @Test func `in the first boot setup writes what a kiosk needs`() throws {
    #expect(commands.count == 5)
    try run(commands[1])
    try run(commands[2])
    // The app that is there already: a compositor of a user, under logind, and its one window.
    try run("useradd --create-home --groups input,video app")
    try TextFile.write("[Unit]\nWants=app.service\n", to: "/etc/systemd/system/kiosk.target")
    try TextFile.write(
      """
      [Service]
      User=app
      PAMName=login
      TTYPath=/dev/tty1
      StandardInput=tty
      UtmpIdentifier=tty1
      StandardOutput=append:\(Self.touches)
      StandardError=append:\(Self.touches)
      ExecStart=/usr/local/bin/app

      """, to: "/etc/systemd/system/app.service")
    try TextFile.write(
      """
      #!/bin/sh
      export XCURSOR_PATH=/nowhere
      weston --backend=drm-backend.so --use-pixman --idle-time=0 --shell=kiosk-shell.so --socket=app &
      until test -S $XDG_RUNTIME_DIR/app; do sleep 0.2; done
      WAYLAND_DISPLAY=app WAYLAND_DEBUG=client exec weston-eventdemo

      """, to: "/usr/local/bin/app")
    try run("chmod 755 /usr/local/bin/app")
    unsafe mkdir("/etc/systemd/system/swipelock-idle@.service.d", 0o755)
    try TextFile.write(
      "[Service]\nEnvironment=SWIPELOCK_IDLE=25\n",
      to: "/etc/systemd/system/swipelock-idle@.service.d/test.conf")
  }

  @Test func `in the second boot who draws twice is enrolled, and the lock is enabled`() throws {
    var panel = try UinputPanel(.wide)
    let enrolment = try start(commands[3])
    try awaitLockSeen("boot-enroll")
    for id in 1...2 {
      try panel.swipe(dots: Self.right, id: Int32(id))
      Wait.pause(.seconds(1))
    }
    try #require(try enrolment.wait(within: Self.patience) == .status(0))
    try run("test $(stat -c %U:%a /var/lib/swipelock) = _swipelock:700")
    try run("test $(stat -c %U:%G:%a \(panel.path)) = root:swipelock:660")
    try run(commands[4])
    try awaitActive(Self.unit)
    #expect(try !isActive("kiosk.target"))
    panel.destroy()
  }

  @Test func `in the third boot it is locked before its app, and locks again, whatever befalls it`()
    throws
  {
    var panel = try UinputPanel(.wide)
    try awaitActive(Self.unit)
    try awaitLockSeen("boot-locked")
    #expect(try !isActive("kiosk.target") && !isActive("app"))
    #expect(
      TextFile.read(Self.state)?.contains(#""degraded":[]"#) == true,
      "\(TextFile.read(Self.state) ?? "")")
    try run("test $(stat -c %U /proc/\(try property("MainPID", of: Self.unit))) = _swipelock")
    let doctor = try Program(["swipelock", "doctor", "--for", "0"])
    _ = try doctor.wait(within: Self.patience)
    print(doctor.output.joined(separator: "\n"))
    #expect(doctor.output.contains { $0.contains("grabbed: a lock has it") })
    let checks = doctor.output.filter { $0.contains("  kiosk  ") }
    #expect(checks.count >= 7 && checks.allSatisfy { $0.hasPrefix("ok") }, "\(doctor.errors)")
    try panel.swipe(dots: Self.wrong, id: 1)
    try awaitState(#""failures":1"#)
    #expect(try !isActive("kiosk.target"))

    try panel.swipe(dots: Self.right, id: 2)
    try awaitActive("app")
    try Wait.until("a touch of the app's", within: Self.patience) {
      try panel.swipe(dots: [0, 1], id: 3)
      return touchesOfApp > 0
    }
    // Not the console that was there before it.
    var app = try Photographer.photo("boot-app")
    try Wait.until("the app on the photograph", within: Self.patience) {
      if !app.showsLock, app.sample.contains(where: { $0 != 0 }) { return true }
      app = try Photographer.photo("boot-app")
      return false
    }

    // Nobody touches.
    try awaitLockSeen("boot-idle")
    try awaitState(#""locked":true"#)
    let count = touchesOfApp
    let process = try property("MainPID", of: Self.unit)
    try run("kill -KILL \(process)")
    try panel.swipe(dots: Self.wrong, id: 4)
    #expect(try Photographer.photo("boot-killed").showsLock)
    try Wait.until("another lock", within: Self.patience) {
      try ![process, "0"].contains(property("MainPID", of: Self.unit)) && isActive(Self.unit)
    }
    try panel.swipe(dots: [0, 1], id: 5)
    #expect(touchesOfApp == count)
    #expect(try isActive("app"))

    Wait.pause(.seconds(2))
    try panel.swipe(dots: Self.right, id: 6)
    try awaitState(#""locked":false"#)
    try Wait.until("a touch of the app's", within: Self.patience) {
      try panel.swipe(dots: [0, 1], id: 7)
      return touchesOfApp > count
    }
    try Wait.until("the app on the photograph") {
      try Photographer.photo("boot-again").sample == app.sample
    }
    let journal = try Program(["journalctl", "--boot", "--output=cat", "--unit=\(Self.unit)"])
    _ = try journal.wait()
    print(journal.output.joined(separator: "\n"))
    #expect(journal.output.count { $0 == "unlocked as default" } == 2)
    #expect(journal.output.count { $0.hasPrefix("locked") } == 3)
    #expect(journal.output.contains("denied: wrong, 1 in a row"))
    panel.destroy()
  }
}

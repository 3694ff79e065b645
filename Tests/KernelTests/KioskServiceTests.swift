internal import Glibc
import KernelSupport
import LockStore
import Testing

/// The units of `setup` under a service manager that keeps descriptors.
@Suite(.inGuest) struct KioskServiceTests {
  /// The signals that kill who does not heed them, but SIGPIPE and those of timers.
  private static let fatal = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGTERM,
    SIGSYS,
  ]

  /// Kills the lock, and demands that nothing comes through until another has it.
  private func expectNothingComesThrough(
    _ kiosk: KioskFixture, _ panel: inout UinputPanel, _ reader: borrowing EvdevReader,
    killedBy signal: Int32
  ) throws {
    let process = try kiosk.process
    kill(process, signal)
    // A finger that draws on, whatever happens meanwhile.
    for _ in 0..<2 {
      try panel.swipe(dots: [6, 7], slot: 4, id: 9_000 + signal)
      #expect(try Photographer.photo("killed-by-\(signal)").showsLock)
    }
    try kiosk.awaitSuccessor(of: process)
    #expect(try reader.pending().isEmpty, "after the signal \(signal)")
    #expect(try Photographer.photo("after-\(signal)").showsLock)
  }

  @Test func `no fatal signal to a lock that waits, is drawn on or verifies lets anything through`()
    throws
  {
    let kiosk = try KioskFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    let reader = try EvdevReader(panel.path)
    try kiosk.start()
    for signal in Self.fatal {
      try expectNothingComesThrough(kiosk, &panel, reader, killedBy: signal)
    }
    // With enough dots the verifier runs ahead of the lift.
    for (id, dots) in [[0, 1], LockFixture.wrong].enumerated() {
      for signal in [SIGKILL, SIGSEGV, SIGTERM] {
        try panel.swipe(dots: dots, id: Int32(id) * 100 + signal, lifts: false)
        try expectNothingComesThrough(kiosk, &panel, reader, killedBy: signal)
      }
    }
    try panel.lift()
    try panel.report()
    #expect(app.touches == 0)
    // What was taken over is confirmed by the kernel once a whole frame came: this one.
    Wait.pause(.seconds(1))
    try panel.swipe(dots: LockFixture.right, id: 5_000)
    try kiosk.awaitActive("kiosk.target")
    try panel.swipe(dots: [0, 1], id: 5_001)
    try Wait.until("a touch of the app's") { app.touches == 1 }
  }

  @Test func `no fatal signal to a lock that is locked out lets anything through`() throws {
    let kiosk = try KioskFixture(waits: [3600])
    var panel = try UinputPanel(.wide)
    let reader = try EvdevReader(panel.path)
    try kiosk.start()
    try panel.swipe(dots: LockFixture.wrong)
    try Wait.until("the lock-out") { kiosk.state.contains("lockedOutUntil") }
    for signal in [SIGKILL, SIGABRT, SIGHUP] {
      try expectNothingComesThrough(kiosk, &panel, reader, killedBy: signal)
    }
    #expect(try kiosk.lock.failures == 1)
    #expect(kiosk.state.contains("lockedOutUntil"))
  }

  @Test func `a lock that hangs is ended by the watchdog, and nothing comes through`() throws {
    let kiosk = try KioskFixture(watchdog: 4)
    var panel = try UinputPanel(.wide)
    let reader = try EvdevReader(panel.path)
    try kiosk.start()
    let process = try kiosk.process
    // One that runs is fed in time.
    Wait.pause(.seconds(6))
    #expect(try kiosk.process == process)
    try expectNothingComesThrough(kiosk, &panel, reader, killedBy: SIGSTOP)
  }

  @Test func `stopping the lock starts no app and unlocks no terminal`() throws {
    let kiosk = try KioskFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    try kiosk.start()
    let terminal = Consoles.inFront
    try kiosk.manager.control("stop", KioskFixture.unit)
    #expect(try !kiosk.isActive("kiosk.target") && !kiosk.isActive("swipelock-idle@kiosk.service"))
    #expect(Consoles.inFront == terminal)
    try panel.swipe(dots: [0, 1])
    #expect(app.touches == 0)
    // And it can be had again by who knows the pattern: only then the terminal is let go of.
    try kiosk.start()
    try panel.swipe(dots: LockFixture.right, id: 2)
    try kiosk.awaitActive("kiosk.target")
  }

  @Test func `a lock that starts first has the app start behind the right pattern`() throws {
    let kiosk = try KioskFixture()
    var panel = try UinputPanel(.wide)
    try kiosk.start()
    #expect(try Photographer.photo("booted").showsLock)
    try panel.swipe(dots: LockFixture.wrong)
    try Wait.until("the denial") { kiosk.state.contains(#""failures":1"#) }
    #expect(try !kiosk.isActive("kiosk.target"))
    try panel.swipe(dots: LockFixture.right, id: 2)
    try kiosk.awaitActive("kiosk.target")
    let app = try Compositor()
    try panel.swipe(dots: [0, 1], id: 3)
    try Wait.until("a touch of the app's") { app.touches == 1 }
  }

  @Test func `twenty rounds of idle, locked and unlocked leave no descriptor and no memory`() throws
  {
    let kiosk = try KioskFixture(idle: 0.3)
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    try kiosk.start()
    var sizes: [(files: Int, memory: Int)] = []
    for round in 1...20 {
      let process = try kiosk.process
      try panel.swipe(dots: LockFixture.right, id: Int32(round))
      // Nobody touches, and it locks again.
      try kiosk.awaitSuccessor(of: process)
      sizes.append((kiosk.manager.openFiles, try kiosk.manager.memory))
    }
    let kept = try kiosk.manager.property("NFileDescriptorStore", of: KioskFixture.unit)
    // A panel, a display and a terminal, and each keyboard of the guest.
    #expect(Int(kept) ?? 0 < 16, "\(kept)")
    #expect(sizes[19].files <= sizes[2].files, "\(sizes)")
    #expect(sizes[19].memory <= sizes[2].memory + 1_000_000, "\(sizes)")
    #expect(app.touches == 0)
  }

  @Test func `as the user of the unit, with its groups and its one capability, it is a whole lock`()
    throws
  {
    let fixture = try LockFixture()
    var panel = try UinputPanel(.wide)
    let app = try Compositor()
    try Program.run(["chown", "-R", "nobody", fixture.folder])
    try Program.run(["chmod", "0755", String(fixture.folder.dropLast("/store".count))])
    try Program.run(["chgrp", "input", panel.path])
    let lock = try Program([
      "setpriv", "--reuid=nobody", "--regid=nogroup", "--groups=input,video,tty",
      "--inh-caps=+sys_tty_config", "--ambient-caps=+sys_tty_config", Program.swipelockPath,
      "unlock",
      "--vt", "--keyboards", "--store", fixture.folder,
    ])
    try lock.line(containing: "Locked.")
    try Wait.until("the lock on the photograph") {
      try Photographer.photo("as-nobody").showsLock
    }
    try panel.swipe(dots: LockFixture.right)
    #expect(try lock.wait() == .status(0))
    // No descriptor is kept here, and nothing else is missing.
    let said = lock.errors.filter { $0.hasPrefix("swipelock:") }
    #expect(said.isEmpty, "\(said)")
    #expect(app.touches == 0)
  }
}

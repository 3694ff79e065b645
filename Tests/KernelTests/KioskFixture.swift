internal import Glibc
import KernelSupport
import LockStore
import Testing

/// The units that `setup` writes, under a service manager of root's own: all of them but whose they
/// run as, which only the system's manager can change, and their mounts, which a guest that has its
/// files from outside refuses.
final class KioskFixture {
  let manager: UserManager
  let lock: LockFixture
  static let unit = "swipelock@kiosk.service"
  /// An emulated guest takes its time to start a program and to paint its first picture.
  static let patience = Duration.seconds(90)

  deinit {
    manager.end()
    // A lock that is stopped keeps its terminal in front.
    Consoles.free()
  }

  /// Makes a kiosk with a pattern enrolled and nothing started.
  ///
  /// `waits` are the seconds after the first, second … failure.
  init(
    idle: Double = 3600, waits: [Int] = Array(repeating: 0, count: 40) + [1], watchdog: Int = 20
  ) throws {
    lock = try LockFixture()
    manager = try UserManager()
    let root = try ScratchFolder.make()
    let setup = try Program.swipelock(
      ["setup", "--root", root, "--program", Program.swipelockPath])
    guard try setup.wait() == .status(0) else {
      throw Wait.TimedOut(description: "setup: \(setup.errors)")
    }
    let config = "\(root)/config.json"
    try TextFile.write(#"{ "backOff": { "secondsAfterFailures": \#(waits) } }"#, to: config)
    for kind in ["swipelock@.service", "swipelock-idle@.service"] {
      var text = TextFile.read("\(root)/etc/systemd/system/\(kind)") ?? ""
      text = text.replacing("systemctl --no-block", with: "systemctl --user --no-block")
      text = text.replacing(
        "unlock --vt --keyboards", with: "unlock --vt --keyboards --config \(config)")
      try manager.install(text, as: kind)
      try manager.install(
        """
        [Service]
        User=
        Group=
        SupplementaryGroups=
        AmbientCapabilities=
        WatchdogSec=\(kind == "swipelock@.service" ? watchdog : 0)
        CapabilityBoundingSet=~
        Environment=SWIPELOCK_IDLE=\(idle) STATE_DIRECTORY=\(lock.folder)
        ProtectSystem=no
        ProtectHome=no
        PrivateTmp=no
        ProtectProc=default
        ProtectKernelTunables=no
        ProtectKernelModules=no
        ProtectKernelLogs=no
        ProtectControlGroups=no
        ProtectHostname=no
        StandardOutput=null
        StandardError=append:\(manager.logs)/%p
        """, as: "\(kind).d/test.conf")
    }
    try manager.install("[Unit]\nDescription=The app\n", as: "kiosk.target")
    try manager.control("daemon-reload")
  }

  /// Starts the lock and waits until it is one.
  func start() throws {
    try manager.control("start", "--no-block", Self.unit)
    try awaitActive(Self.unit)
  }

  func awaitActive(_ unit: String) throws {
    try Wait.until("\(unit); \(manager.log("swipelock"))", within: Self.patience) {
      try asked { try isActive(unit) }
    }
  }

  var process: Int32 {
    get throws { Int32(try manager.property("MainPID", of: Self.unit)) ?? 0 }
  }

  func isActive(_ unit: String) throws -> Bool {
    try manager.property("ActiveState", of: unit) == "active"
  }

  /// Waits until another process than that one has the lock, and it holds.
  func awaitSuccessor(of process: Int32) throws {
    try Wait.until(
      "another lock than \(process); \(manager.log("swipelock"))", within: Self.patience
    ) {
      try asked {
        let answers = try manager.properties(["MainPID", "ActiveState"], of: Self.unit)
        return answers["MainPID"] != "0" && answers["MainPID"] != "\(process)"
          && answers["ActiveState"] == "active"
      }
    }
  }

  /// Asks no more often than leaves the guest time for what is waited for: each question is a program.
  private func asked(_ question: () throws -> Bool) throws -> Bool {
    if try question() { return true }
    Wait.pause(.milliseconds(200))
    return false
  }

  var state: String { TextFile.read("\(manager.runtime)/swipelock/state.json") ?? "" }
}

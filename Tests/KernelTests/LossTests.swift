internal import Glibc
import KernelSupport
import LockCore
import LockStore
import Testing

/// The panel is lost, in every way and in every state of the lock, one after another: no attempt is
/// counted, nothing unlocks, and when it is back the lock goes on.
@Suite(.inGuest) struct LossTests {
  enum Loss: CaseIterable {
    case unplugged
    case revoked
    case inhibited
    case permissionTaken
    case udevRestarted
    case replaced
  }

  enum Moment: CaseIterable {
    case idle
    case drawing
    case verifying
    case lockedOut
  }

  /// A lock and its panel.
  private struct Scene: ~Copyable {
    let fixture: LockFixture
    var panel: UinputPanel?
    let unlock: Program
    /// Whether the lock runs as a user who may open the panel because of its group alone.
    private let isUsers: Bool

    static func open(_ loss: Loss) throws -> Scene {
      // So that the verifier runs for long enough to be met.
      let fixture = try LockFixture(cost: 6)
      let config = fixture.folder + ".json"
      try TextFile.write(#"{ "backOff": { "secondsAfterFailures": [0, 3] } }"#, to: config)
      let panel = try UinputPanel()
      let isUsers = loss == .permissionTaken
      if isUsers {
        let parent = fixture.folder.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        try Program.run(["chown", "-R", LossTests.user, parent])
        try LossTests.give(panel.path, mode: 0o660)
      }
      let unlock = try Program.swipelock(
        ["unlock", "--no-screen", "--store", fixture.folder, "--config", config] + fixture.command,
        user: isUsers ? LossTests.user : nil, groups: isUsers ? ["\(LossTests.group)"] : [])
      try unlock.line(containing: "Draw the pattern.")
      return Scene(fixture: fixture, panel: panel, unlock: unlock, isUsers: isUsers)
    }

    /// The store's failures, for which its owner must be asked.
    func failures() throws -> Int {
      guard isUsers else { return Int(try fixture.failures) }
      let status = try Program.swipelock(
        ["status", "--json", "--store", fixture.folder], user: LossTests.user)
      try status.wait()
      let line = status.output.first ?? ""
      guard let range = line.firstRange(of: "\"failures\":") else { return -1 }
      return Int(line[range.upperBound...].prefix { $0.isNumber }) ?? -1
    }
  }

  private static let user = "65534"
  /// games, which Debian always has.
  private static let group: gid_t = 60

  private static func give(_ node: String, mode: mode_t) throws {
    try #require(unsafe chown(node, 0, group) == 0 && chmod(node, mode) == 0)
  }

  @Test(arguments: Loss.allCases)
  func `however and whenever a panel is lost, nothing counts or unlocks, and it comes back`(
    loss: Loss
  ) throws {
    var scene = try Scene.open(loss)
    for moment in Moment.allCases {
      try lead(&scene, to: moment)
      let counted = moment == .lockedOut ? 2 : 0
      try lose(&scene, loss)
      try Wait.until("what was charged to be given back") { try scene.failures() == counted }
      try regain(&scene, loss)
      #expect(!scene.fixture.wasRun, "\(moment)")
      let isCounted = try scene.failures()
      #expect(isCounted == counted, "\(moment)")
    }
    try scene.unlock.line(containing: "Draw the pattern.")
    try scene.panel?.swipe(dots: LockFixture.right, id: 90)
    #expect(try scene.unlock.wait() == .status(0))
    let wasRun = scene.fixture.wasRun
    #expect(wasRun)
  }

  private func lead(_ scene: inout Scene, to moment: Moment) throws {
    switch moment {
    case .idle: break
    case .drawing:
      try scene.panel?.swipe(dots: [0, 3, 6], lifts: false)
    case .verifying:
      // All of it but the lift.
      try scene.panel?.swipe(dots: LockFixture.right, lifts: false)
      try Wait.until("the attempt to be charged") { try scene.failures() == 1 }
    case .lockedOut:
      for (id, dots) in [[0, 1, 2, 5], [2, 5, 8, 7]].enumerated() {
        try scene.panel?.swipe(dots: dots, id: Int32(id + 1))
        try scene.unlock.line(containing: "Wrong pattern.")
      }
      try scene.unlock.line(containing: "Try again in")
      try scene.panel?.swipe(dots: LockFixture.right, id: 3, lifts: false)
    }
  }

  private func lose(_ scene: inout Scene, _ loss: Loss) throws {
    let path = scene.panel?.path ?? ""
    switch loss {
    case .unplugged: scene.panel = nil
    case .revoked: try ForeignDescriptor.revoke(path, of: scene.unlock.process)
    case .inhibited:
      try setInhibited(true, path)
      // The lock lets the panel be, so nobody is told.
      return
    case .permissionTaken:
      try Self.give(path, mode: 0o600)
      try ForeignDescriptor.revoke(path, of: scene.unlock.process)
    case .udevRestarted:
      try Program.run(["udevadm", "control", "--exit"])
      scene.panel = nil
      // Else the next panel of that number would be taken for known, by the helper that waits for it.
      try Program.run(["sh", "-c", "rm /run/udev/data/c13:*"])
    case .replaced:
      scene.panel = nil
      let keyboard = try UinputKeyboard()
      #expect(keyboard.path == path)
      try scene.unlock.line(containing: "a panel is gone", in: .errors)
      let reader = try EvdevReader(path)
      try keyboard.type(30)
      let seen = try reader.pending()
      #expect(!seen.isEmpty, "the lock has grabbed another device under the panel's number")
      keyboard.destroy()
      scene.panel = try UinputPanel()
      return
    }
    try scene.unlock.line(containing: "a panel is gone", in: .errors)
  }

  private func regain(_ scene: inout Scene, _ loss: Loss) throws {
    switch loss {
    case .unplugged: scene.panel = try UinputPanel()
    case .udevRestarted:
      // It keeps what it is given, and must not die of a pipe that is gone.
      try Program.run(["sh", "-c", "/lib/systemd/systemd-udevd --daemon >/dev/null 2>&1"])
      scene.panel = try UinputPanel()
    case .inhibited: try setInhibited(false, scene.panel?.path ?? "")
    case .permissionTaken:
      try scene.unlock.line(containing: "no permission", in: .errors)
      try Self.give(scene.panel?.path ?? "", mode: 0o660)
    case .revoked, .replaced: break
    }
    if loss != .inhibited { try scene.unlock.line(containing: "is there", in: .errors) }
    // What was drawing when it was lost is still down, to the kernel.
    try scene.panel?.lift()
    try scene.panel?.report()
  }

  private func setInhibited(_ value: Bool, _ path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    try TextFile.write(value ? "1" : "0", to: "/sys/class/input/\(name)/device/inhibited")
  }
}

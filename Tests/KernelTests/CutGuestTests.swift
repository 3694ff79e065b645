internal import Glibc
import KernelSupport
import LockCore
import LockStore
import StoreSupport
import Testing

/// What is left on the disk of the guest that Tests/Guest/cut cut the power of.
@Suite(.inGuest) struct CutGuestTests {
  @Test func `an attempt under way when the power was cut is counted, and the pattern holds`()
    throws
  {
    let store = Store(path: try Self.folder.get() + "/charged")
    #expect(try store.status().failures == 1)
    #expect(DrawnPattern.first.judged(by: store) == .right(name: "default"))
    #expect(try store.status().failures == 0)
  }

  @Test func `a lock-out that a cut broke into begins again, and goes on`() throws {
    let path = try Self.folder.get() + "/locked-out"
    let begun = ContinuousClock.now
    let unlock = try Program.swipelock(["unlock", "--store", path, "--from", Self.rightCapture])
    #expect(try unlock.wait() == .status(75))
    #expect(unlock.errors.contains { $0.contains("locked out") }, "\(unlock.errors)")

    let store = Store(path: path)
    guard case .wait(let left) = try store.status().standing else {
      Issue.record("there is no wait")
      return
    }
    let passed = (ContinuousClock.now - begun) / .milliseconds(1)
    #expect(left < 30_000)
    #expect(Double(left) >= 30_000 - passed)
    #expect(try store.status().failures == 5)

    let later = StoreMachine(clock: { () throws(StoreError) in
      let now = try BootClock.current()
      return BootClock(boot: now.boot, microseconds: now.microseconds + 30_000_000)
    })
    let afterwards = Store(path: path, machine: later)
    #expect(DrawnPattern.first.judged(by: afterwards) == .right(name: "default"))
  }

  private static let rightCapture =
    "\(#filePath.dropLast("Tests/KernelTests/CutGuestTests.swift".count))Captures/right.evemu"

  /// Where the disk is mounted, for all tests: mounting makes it whole.
  private static let folder = Result {
    let (device, folder) = ("/dev/vda", try ScratchFolder.make())
    try #require(unsafe access(device, F_OK) == 0, "no disk; Tests/run makes it by Tests/Guest/cut")
    let description = try Program(["dumpe2fs", "-h", device])
    try description.wait()
    // Else its guest had time to write all down.
    let isCut = description.output.contains { $0.contains("needs_recovery") }
    try #require(isCut, "the disk was given up in peace")
    try Program.run(["mount", device, folder])
    return folder
  }
}

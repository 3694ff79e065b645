package import LockStore
import Synchronization

/// What is done to a store while the power may go, and what somebody may meet who comes after that.
package struct CutScenario: Sendable, CustomStringConvertible {
  /// How far it has come.
  package enum Moment: Sendable {
    /// The verifier has not run.
    case begun
    /// The verifier begins.
    case verifying
    /// The verifier has run.
    case verified
    /// The caller was told that it is done.
    case returned
  }

  /// Where the power may go.
  package struct Point: Sendable, CustomStringConvertible {
    package let moment: Moment
    /// What was done to the disk just before; nil for nothing.
    package let step: DiskStep?

    package var description: String {
      step.map { "\(moment), \($0)" } ?? "\(moment)"
    }
  }

  package let description: String
  let prepare: @Sendable (Store) throws -> Void
  let act: @Sendable (Store) throws -> Void
  var verifierFails = false
  /// All that a cut may leave.
  let leaves: [Moment: Set<StoreLook>]

  package func leaves(at moment: Moment) -> Set<StoreLook> { leaves[moment] ?? [] }

  /// Plays it on a disk with no store at `path`, and calls `cut` after each step.
  package func play(
    on disk: any Disk, at path: String, cut: @escaping @Sendable (Point) -> Void
  ) throws {
    try prepare(Store(path: path, machine: Self.machine(with: disk, start: 1)))
    let moment = Mutex(Moment.begun)
    let reach: @Sendable (DiskStep?) -> Void = { step in
      cut(Point(moment: moment.withLock { $0 }, step: step))
    }
    let fails = verifierFails
    var machine = Self.machine(with: WatchedDisk(disk, observer: reach), start: 2)
    machine.yescrypt = Yescrypt { phrase, setting in
      moment.withLock { $0 = .verifying }
      reach(nil)
      moment.withLock { $0 = .verified }
      return fails ? nil : QuickCrypt.output(phrase, setting)
    }
    try act(Store(path: path, machine: machine))
    moment.withLock { $0 = .returned }
    reach(nil)
  }

  /// Looks at what a cut left, once the machine was started again.
  package static func look(at path: String, on disk: any Disk) -> StoreLook {
    StoreLook(Store(path: path, machine: machine(with: disk, start: 3)))
  }

  private static func machine(with disk: any Disk, start: Int) -> StoreMachine {
    guard let boot = BootID("00000000-0000-0000-0000-00000000000\(start)") else {
      preconditionFailure("\(start) has more than one digit")
    }
    let now = BootClock(boot: boot, microseconds: 5_000_000)
    return StoreMachine(disk: disk, yescrypt: QuickCrypt.yescrypt, clock: { now })
  }
}

/// In the place of crypt(3), and quick.
enum QuickCrypt {
  static let yescrypt = Yescrypt { output($0, $1) }

  /// 43 letters that hang on the phrase (FNV-1a).
  static func output(_ phrase: borrowing LockedMemory, _ setting: String) -> [UInt8] {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    unsafe phrase.withBytes { bytes in
      for byte in unsafe Array(bytes.prefix { $0 != 0 }) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    let digits = String(state, radix: 16)
    return Array("\(setting)$\(String(repeating: ".", count: 43 - digits.count))\(digits)".utf8)
  }
}

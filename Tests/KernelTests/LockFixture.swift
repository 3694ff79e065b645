internal import Glibc
import KernelSupport
import LockCore
import LockStore
import Testing

/// A store of its own with one pattern, and the lock that uses it.
struct LockFixture {
  let folder: String
  static let right = [0, 3, 6, 7, 8]
  static let wrong = [0, 1, 2, 5, 8]

  /// Enrols `right`, cheaply: what the verifier costs is not what these tests are about.
  init(enrolled: Bool = true, cost: Int = 3) throws {
    folder = try ScratchFolder.make() + "/store"
    guard enrolled else { return }
    var pattern = Pattern()
    for dot in Self.right { pattern.append(Dot(dot)) }
    _ = try Store(path: folder).enrol(
      pattern, as: .standard, drawnBy: .standard, created: 0, cost: VerifierCost(number: cost))
  }

  /// Runs a verb that uses the store. Nothing is drawn unless that is asked for: most tests are not about
  /// what is seen, and an emulated guest draws slowly.
  func run(
    _ verb: String, _ arguments: [String] = [], environment: [String: String] = [:],
    onScreen: Bool = false
  ) throws -> Program {
    let draws = ["unlock", "enroll", "change", "remove"].contains(verb)
    let hidden = draws && !onScreen ? ["--no-screen"] : []
    return try Program.swipelock(
      [verb, "--store", folder] + hidden + arguments, environment: environment)
  }

  /// Starts to enrol, likely patterns too, and draws the first entry.
  func enroll(_ dots: [Int], on panel: inout UinputPanel) throws -> Program {
    let program = try run("enroll", ["--allow-weak"])
    try program.line(containing: "new pattern")
    try panel.swipe(dots: dots)
    try program.line(containing: "to confirm")
    return program
  }

  /// Starts the lock and waits until it says that it is locked.
  func lock(
    _ arguments: [String] = [], environment: [String: String] = [:], onScreen: Bool = false
  ) throws -> Program {
    let program = try run("unlock", arguments, environment: environment, onScreen: onScreen)
    try program.line(containing: "Locked.")
    return program
  }

  /// The failures that the store counts.
  var failures: UInt32 {
    get throws { try Store(path: folder).status().failures }
  }

  /// A file that a command would make, and whether it did.
  var mark: String { folder + ".ran" }
  var wasRun: Bool { unsafe access(mark, F_OK) == 0 }
  var command: [String] { ["--", "touch", mark] }
}

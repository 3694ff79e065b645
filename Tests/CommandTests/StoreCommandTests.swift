internal import Glibc
import KernelSupport
import Testing

/// The verbs of the store, as people call them, with strokes from captures.
@Suite("Verbs of the store")
final class StoreCommandTests {
  private let folder: String
  private var store: String { "\(folder)/store" }

  init() throws { folder = try ScratchFolder.make() }

  deinit { _ = try? Program(["rm", "-r", folder]).wait() }

  private static let captures = String(
    #filePath.dropLast("Tests/CommandTests/StoreCommandTests.swift".count) + "Captures")
  private let right = "\(StoreCommandTests.captures)/right.evemu"
  private let wrong = "\(StoreCommandTests.captures)/wrong.evemu"

  private struct Result {
    let status: Program.Ending
    let output: [String]
    let errors: [String]
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Result {
    let program = try Program.swipelock(arguments, environment: environment)
    let status = try program.wait()
    return Result(status: status, output: program.output, errors: program.errors)
  }

  private func verb(_ name: String, _ arguments: String...) throws -> Result {
    try run([name, "--store", store] + arguments)
  }

  private func enroll() throws {
    #expect(try verb("enroll", "--allow-weak", "--from", right, right).status == .status(0))
  }

  private func configuration(_ text: String) throws -> String {
    let file = "\(folder)/config.json"
    try TextFile.write(text, to: file)
    return file
  }

  @Test func `a likely pattern is refused with the reason, unless one insists`() throws {
    let refused = try verb("enroll", "--from", right, right)
    #expect(refused.status == .status(1))
    #expect(refused.errors.first?.contains("Too easy to guess") == true)
    try enroll()
    #expect(try verb("unlock", "--from", right).status == .status(0))
  }

  @Test func `two strokes that differ store nothing`() throws {
    let differs = try verb("enroll", "--allow-weak", "--from", right, wrong)
    #expect(differs.status == .status(1))
    #expect(differs.errors.first?.contains("differ") == true)
    #expect(try verb("status").status == .status(69))
  }

  @Test func `the old pattern, then a new one twice, is a change`() throws {
    try enroll()
    let refused = try verb("change", "--allow-weak", "--from", wrong, wrong, wrong)
    #expect(refused.status == .status(1))
    let changed = try verb("change", "--allow-weak", "--from", right, wrong, wrong)
    #expect(changed.status == .status(0))
    #expect(changed.output == ["The pattern of default is changed."])
    #expect(try verb("unlock", "--from", wrong).status == .status(0))
  }

  @Test func `the owner removes others by name, others themselves only`() throws {
    try enroll()
    let other = ["--name", "other", "--allow-weak", "--from", wrong, wrong]
    #expect(try run(["enroll", "--store", store] + other).status == .status(0))
    let denied = try verb("remove", "--name", "default", "--from", wrong)
    #expect(denied.status == .status(77))
    #expect(try verb("remove", "--name", "other", "--from", right).status == .status(0))
    #expect(try verb("unlock", "--from", wrong).status == .status(1))
    #expect(try verb("remove", "--from", right).status == .status(0))
    #expect(try verb("unlock", "--from", right).status == .status(69))
  }

  @Test func `status tells the policy that holds, and reset ends a lock-out`() throws {
    try enroll()
    let config = try configuration(
      #"{ "backOff": { "secondsAfterFailures": [0, 600] } }"#)
    for _ in 1...2 {
      #expect(try verb("unlock", "--config", config, "--from", wrong).status == .status(1))
    }
    #expect(try verb("unlock", "--config", config, "--from", right).status == .status(75))
    let status = try verb("status", "--json", "--config", config).output.first ?? ""
    #expect(status.contains(#""backOff":"own","failures":2,"ownerFailures":2"#))
    #expect(status.contains(#""lockedOut":true"#))
    #expect(try verb("reset").status == .status(0))
    #expect(try verb("unlock", "--config", config, "--from", right).status == .status(0))
  }

  @Test func `a pepper is found among the service's credentials, and missed where it is not`()
    throws
  {
    let credentials = ["CREDENTIALS_DIRECTORY": folder]
    try TextFile.write("0123456789abcdef", to: "\(folder)/swipelock.pepper")
    unsafe chmod("\(folder)/swipelock.pepper", 0o400)
    let enroll = ["enroll", "--store", store, "--allow-weak", "--from", right, right]
    #expect(try run(enroll, environment: credentials).status == .status(0))
    let unlock = ["unlock", "--store", store, "--from", right]
    #expect(try run(unlock, environment: credentials).status == .status(0))
    #expect(
      try run(unlock + ["--pepper-file", "\(folder)/swipelock.pepper"]).status == .status(0))
    let missed = try run(unlock)
    #expect(missed.status == .status(65))
    #expect(missed.errors.first?.contains("made with a pepper, and none was given") == true)
    #expect(try run(unlock + ["--pepper-file", "\(folder)/none"]).status == .status(66))
  }

  @Test(arguments: [
    ("{", 1, "name in quotes"), ("{\n  \"backOff\": \"slow\"\n}", 2, "no policy \"slow\""),
    ("{\n\n \"unlock\": 1 }", 3, "no field \"unlock\""), ("[]", 1, "must be an object"),
    ("{ \"backOff\":\n { \"secondsAfterFailures\":\n [0,\n -5] } }", 4, "secondsAfterFailures[1]"),
    ("{ \"backOff\": { \"secondsAfterFailures\": [0] } }", 1, "the last"),
    ("{ \"actions\": {\n \"me\": \"reboot\" } }", 2, "actions.me: must be a list"),
    ("{ \"actions\": { \"me\": [\"reboot\"] } }", 1, "actions.me[0]: must be a path"),
    ("{ \"actions\": { \"me\": [\"/bin/sh\", 1] } }", 1, "actions.me[1]: must be a text"),
    ("{ \"actions\": { \"a b\": [\"/bin/sh\"] } }", 1, "nobody can be called \"a b\""),
    ("{ \"backOff\": \"kiosk\", \"backOff\": \"strict\" }", 1, "twice"),
    ("{ \"backOff\": \"kiosk\" } x", 1, "follows the end"), ("", 1, "missing"),
  ])
  func `a wrong configuration ends with 78, its line and its field`(
    _ text: String, _ line: Int, _ words: String
  ) throws {
    let file = try configuration(text)
    let result = try run(["config", "--check", file])
    #expect(result.status == .status(78))
    let error = result.errors.first ?? ""
    #expect(error.hasPrefix("swipelock: \(file):\(line): "), "\(error)")
    #expect(error.contains(words), "\(error)")
  }

  @Test func `a configuration that others may write decides nothing`() throws {
    let file = try configuration(#"{ "backOff": "strict" }"#)
    #expect(
      try run(["config", file]).output.first?.hasPrefix("back-off strict: after each failure, 0, 0")
        == true)
    for mode in [0o664, 0o646] as [mode_t] {
      unsafe chmod(file, mode)
      let result = try run(["config", "--check", file])
      #expect(result.status == .status(78))
      #expect(result.errors.first?.contains("chmod go-w") == true)
    }
    #expect(try run(["config", "\(folder)/none.json"]).status == .status(66))
    try enroll()
    #expect(try verb("unlock", "--config", file, "--from", right).status == .status(78))
  }

  @Test func `what is said is said in the language of the environment`() throws {
    let enroll = ["enroll", "--store", store, "--from", right, right]
    let chinese = try run(enroll, environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(chinese.status == .status(1))
    #expect(chinese.errors.first?.contains("太容易被猜到") == true)
  }
}

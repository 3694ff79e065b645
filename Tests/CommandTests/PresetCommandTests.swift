import KernelSupport
import Testing

/// `--preset`, as people give it.
@Suite("Presets of the command")
final class PresetCommandTests {
  private let folder: String

  init() throws {
    folder = try ScratchFolder.make()
  }

  deinit {
    _ = try? Program(["rm", "-r", folder]).wait()
  }

  /// The dots 0, 3, 6, 7, 8.
  private static let capture = String(
    #filePath.dropLast("Tests/CommandTests/PresetCommandTests.swift".count)
      + "Captures/right.evemu")

  private func run(
    _ arguments: [String]
  ) throws -> (status: Program.Ending, output: [String], errors: [String]) {
    let program = try Program.swipelock(arguments)
    let status = try program.wait()
    return (status, program.output, program.errors)
  }

  @Test func `a preset's rules decide a replay`() throws {
    for (preset, isBeforeLift) in [("default", false), ("quartz", true)] {
      let output = try run(["replay", "--json", "--preset", preset, Self.capture]).output
      let stroke = try #require(output.firstIndex { $0.hasPrefix("{\"type\":\"stroke\"") })
      let lift = try #require(output.firstIndex { $0.hasPrefix("{\"type\":\"up\"") })
      #expect(output[stroke].contains("\"pattern\":\"03678\",\"outcome\":\"complete\""))
      #expect((stroke < lift) == isBeforeLift, "\(preset)")
    }
  }

  @Test func `the quartz preset enrols by one entry, and a store refuses another's rules`() throws {
    let store = "\(folder)/store"
    func verb(_ name: String, _ preset: String...) throws -> Program.Ending {
      try run([name, "--store", store] + preset + ["--from", Self.capture]).status
    }
    #expect(try verb("enroll") == .status(1), "the default takes a likely pattern")
    #expect(try verb("enroll", "--preset", "quartz") == .status(0))
    #expect(try verb("unlock", "--preset", "quartz") == .status(0))
    #expect(try verb("unlock") == .status(0))
    #expect(try verb("unlock", "--preset", "circles") == .status(64))
    #expect(try verb("unlock", "--preset", "default") == .status(64))
  }

  @Test func `a preset that there is not is refused with those that there are`() throws {
    let refused = try run(["replay", "--preset", "nope", Self.capture])
    #expect(refused.status == .status(64))
    #expect(
      refused.errors.first?.contains(
        "no preset 'nope'; there are: default, quartz, circles, deblocking, block, inline") == true)
  }
}

internal import Glibc
import KernelSupport
import Testing

/// The verbs on panels, by captures and without a panel.
@Suite("Verbs on panels, without one")
final class PanelCommandTests {
  private let folder: String

  init() throws { folder = try ScratchFolder.make() }

  deinit { _ = try? Program(["rm", "-r", folder]).wait() }

  private struct Result {
    let status: Program.Ending
    let output: [String]
    let errors: String
  }

  private func run(_ arguments: [String]) throws -> Result {
    let program = try Program.swipelock(arguments)
    let status = try program.wait()
    return Result(status: status, output: program.output, errors: program.errors.joined())
  }

  /// A capture of touches at percent of a panel of 4096 × 4096 units, 292 × 195 mm.
  private func capture(_ touches: [(Double, Double)]) throws -> String {
    var text = """
      # EVEMU 1.3
      N: Mirrored panel
      I: 0003 5157 0001 0001
      P: 02 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 4095 0 0 14
      A: 36 0 4095 0 0 21
      A: 39 0 65535 0 0 0

      """
    for (index, touch) in touches.enumerated() {
      let (x, y) = (Int(touch.0 * 40.96), Int(touch.1 * 40.96))
      text += "E: \(index + 1).000000 0003 0039 \(index + 1)\n"
      text += "E: \(index + 1).000000 0003 0035 \(x)\nE: \(index + 1).000000 0003 0036 \(y)\n"
      text += "E: \(index + 1).000000 0000 0000 0\n"
      text += "E: \(index + 1).100000 0003 0039 -1\nE: \(index + 1).100000 0000 0000 0\n"
    }
    let file = "\(folder)/\(touches.count)-\(touches.first?.0 ?? 0).evemu"
    try TextFile.write(text, to: file)
    return file
  }

  /// The targets, as a panel that is mirrored tells them.
  private static let mirrored = [(90.0, 10.0), (10, 10), (10, 90), (90, 90), (50, 50)]

  @Test func `calibrate prints matrix, residual and rule, and writes what it printed`() throws {
    let file = try capture(Self.mirrored)
    let rule = "\(folder)/rule"
    let result = try run([
      "calibrate", "--from", file, "--view", "1280x800", "--write", rule,
    ])
    #expect(result.status == .status(0), "\(result.errors)")
    let matrix = try #require(result.output.first?.split(separator: " ").dropFirst())
    let numbers = matrix.compactMap { Double($0) }
    #expect(numbers.count == 6 && abs(numbers[0] + 1) < 0.01 && abs(numbers[2] - 1) < 0.01)
    #expect(result.output.contains { $0.hasPrefix("residual: ") && $0.contains("pixels") })
    #expect(result.output.contains { $0.hasPrefix("residual: ") && $0.contains("millimetres") })
    let line = try #require(result.output.last)
    #expect(line.contains("ATTRS{name}==\"Mirrored panel\""))
    #expect(line.contains("ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix.joined(separator: " "))\""))
    #expect(TextFile.lines(rule).last == line)
    #expect(try run(["calibrate", "--from", file, "--write", rule]).status == .status(74))
    let entry = try run(["calibrate", "--from", file, "--hwdb"])
    #expect(entry.output.contains("id-input:modalias:input:b0003v5157p0001e0001*"))
    let json = try run(["calibrate", "--from", file, "--json"])
    #expect(json.output.count == 1 && json.output[0].contains("\"millimetres\":{\"mean\":"))
  }

  @Test func `what calibrate printed puts the touches onto the targets`() throws {
    let file = try capture(Self.mirrored)
    let told = try run(["calibrate", "--from", file])
    let matrix = try #require(told.output.first?.dropFirst("matrix: ".count))
    let replay = try run([
      "replay", "--json", "--calibration", String(matrix), "--view", "100x100", file,
    ])
    let first = try #require(replay.output.first { $0.contains("\"down\"") })
    #expect(
      first.contains("\"x\":10,\"y\":10}") || first.contains("\"x\":9.9")
        || first.contains("\"x\":10.0"))
  }

  @Test func `a bad fit is refused, with the target and nothing written`() throws {
    var touches = Self.mirrored
    touches[2] = (50, 90)
    let rule = "\(folder)/never"
    let result = try run(["calibrate", "--from", try capture(touches), "--write", rule])
    #expect(result.status == .status(1))
    #expect(result.errors.contains("% of the diagonal"))
    #expect(result.output.isEmpty)
    #expect(unsafe access(rule, F_OK) != 0)
    let few = try run(["calibrate", "--from", try capture(Array(Self.mirrored.dropLast(2)))])
    #expect(few.status == .status(1))
    #expect(few.errors.contains("3 touches; it takes 5"))
  }

  @Test func `test-panel tells contacts, zones and edges, for a program too`() throws {
    let file = try capture(Self.mirrored)
    let text = try run(["test-panel", "--from", file])
    #expect(text.status == .status(0), "\(text.errors)")
    #expect(text.output.first == "Mirrored panel: 5 contacts, at most 1 of 10 at once")
    #expect(text.output.contains("touched (#) 3.1 % of 16 × 10 zones:"))
    let json = try run(["test-panel", "--json", "--from", file])
    #expect(json.output.count == 1)
    for part in [
      "\"type\":\"panelTest\",\"version\":1", "\"contacts\":5", "\"rate\":null", "\"columns\":16",
      "\"unit\":\"mm\"", "\"edges\":{\"left\":",
    ] {
      #expect(json.output[0].contains(part), "\(part)")
    }
  }

  @Test func `options that contradict themselves are refused`() throws {
    for arguments in [
      ["calibrate", "capture"], ["test-panel", "--for", "x"], ["report"], ["doctor", "more"],
      ["replay", "--median", "4", "x"], ["replay", "--least-pressure", "-1", "x"],
    ] {
      #expect(try run(arguments).status == .status(64), "\(arguments)")
    }
  }

  @Test func `doctor without a panel tells so with the remedy, as JSON too`() throws {
    let result = try run(["doctor", "--json", "--for", "0", "--store", "\(folder)/store"])
    #expect(result.status == .status(1))
    for rule in ["udev", "sysrq", "prompts", "autoPrompts", "store"] {
      #expect(result.output.contains { $0.contains("\"rule\":\"\(rule)\"") }, "\(rule)")
    }
    let store = try #require(result.output.first { $0.contains("\"rule\":\"store\"") })
    #expect(store.contains("\"finding\":true") && store.contains("nobody is enrolled"))
    #expect(result.output.last?.hasPrefix("{\"type\":\"summary\",\"version\":1") == true)
  }
}

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

  /// A panel of 4096 × 4096 units, 292 × 195 mm.
  private static let header = """
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

  /// A capture of touches at percent of the panel.
  private func capture(_ touches: [(Double, Double)]) throws -> String {
    var text = Self.header
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

  /// A capture of 03678, at 50 frames a second; torn, the finger is lost for 60 ms at the corner.
  private func stroke(isTorn: Bool) throws -> String {
    let (low, middle, high) = ((27.7, 16.7), 50.0, (72.3, 83.3))
    let dots: [(Double, Double)] = [
      low, (low.0, middle), (low.0, high.1), (middle, high.1), high,
    ]
    var (text, time, id) = (Self.header, 1_000, 1)
    func emit(_ type: String, _ code: String, _ value: Int) {
      let rest = "\(1000 + time % 1000)".dropFirst()
      text += "E: \(time / 1000).\(rest)000 \(type) \(code) \(value)\n"
    }
    emit("0003", "0039", id)
    for (index, (start, end)) in zip(dots, dots.dropFirst()).enumerated() {
      for step in 0...7 {
        let share = Double(step) / 8
        let x: Double = start.0 + (end.0 - start.0) * share
        let y: Double = start.1 + (end.1 - start.1) * share
        emit("0003", "0035", Int(x * 40.96))
        emit("0003", "0036", Int(y * 40.96))
        emit("0000", "0000", 0)
        time += 20
      }
      guard isTorn, index == 1 else { continue }
      emit("0003", "0039", -1)
      emit("0000", "0000", 0)
      time += 60
      id += 1
      emit("0003", "0039", id)
    }
    for (code, place) in [("0035", dots[4].0), ("0036", dots[4].1)] {
      emit("0003", code, Int(place * 40.96))
    }
    emit("0000", "0000", 0)
    time += 20
    emit("0003", "0039", -1)
    emit("0000", "0000", 0)
    let file = "\(folder)/stroke-\(isTorn).evemu"
    try TextFile.write(text, to: file)
    return file
  }

  @Test func `a torn stroke unlocks where --bridge-flicker was given, and nowhere else`() throws {
    let store = ["--store", "\(folder)/store"]
    let (whole, torn) = (try stroke(isTorn: false), try stroke(isTorn: true))
    let enrol = try run(["enroll", "--allow-weak", "--from", whole, whole] + store)
    #expect(enrol.status == .status(0), "\(enrol.errors)")
    #expect(try run(["unlock", "--from", torn] + store).status == .status(1))
    let bridged = try run(["unlock", "--bridge-flicker", "--from", torn] + store)
    #expect(bridged.status == .status(0), "\(bridged.errors)")
    #expect(bridged.errors.contains("contact 2: it goes on with the stroke of contact 1"))
    let told = try run(["replay", "--json", torn])
    #expect(told.output.count { $0.contains("\"outcome\":\"tooShort\"") } == 2, "\(told.output)")
    #expect(told.output.contains { $0.contains("\"rule\":\"flicker\"") })
    let joined = try run(["replay", "--json", "--bridge-flicker", torn])
    #expect(
      joined.output.contains { $0.contains("\"pattern\":\"03678\",\"outcome\":\"complete\"") })
    #expect(joined.output.contains { $0.contains("\"rule\":\"bridged\"") })
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

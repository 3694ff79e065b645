internal import Glibc
import KernelSupport
import Testing

/// The verbs that read captures, as people call them.
@Suite("Verbs on captures")
final class CaptureCommandTests {
  private let folder: String

  init() throws {
    folder = try ScratchFolder.make()
  }

  deinit {
    _ = try? Program(["rm", "-r", folder]).wait()
  }

  private static let captures = String(
    #filePath.dropLast("CommandTests/CaptureCommandTests.swift".count) + "Captures")

  private func path(_ name: String) -> String { "\(Self.captures)/\(name)" }

  private struct Result {
    let status: Program.Ending
    let output: [String]
    let errors: [String]
  }

  private func run(_ arguments: [String], input: String = "/dev/null") throws -> Result {
    let program = try Program.swipelock(arguments, input: input)
    let status = try program.wait()
    return Result(status: status, output: program.output, errors: program.errors)
  }

  private func write(_ text: String, to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let bytes = Array(text.utf8)
    try #require(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
    close(file)
  }

  /// What a replay tells of contacts.
  private func contacts(_ file: String) throws -> [String] {
    try run(["replay", "--json", file]).output.filter { line in
      ["down", "move", "up"].contains { line.hasPrefix("{\"type\":\"\($0)\"") }
    }
  }

  @Test(arguments: [
    "evtest-menu.txt", "evtest-quoted.txt", "evtest-piece.txt", "evtest-pen.txt",
    "getevent-several-devices.txt", "getevent-lt-crlf.txt", "records-24.bin",
    "revent-0-20.revent", "evemu-no-version.evemu",
  ])
  func `what is converted replays to the same contacts`(name: String) throws {
    let target = "\(folder)/converted.evemu"
    let converted = try run(["convert", path(name), "-o", target])
    #expect(converted.status == .status(0))
    let contacts = try contacts(path(name))
    #expect(try self.contacts(target) == contacts)
    #expect(!contacts.isEmpty)
    var status = stat()
    #expect(unsafe stat(target, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `convert writes to standard output what it writes to a file`() throws {
    let target = "\(folder)/converted.evemu"
    #expect(try run(["convert", path("evtest-menu.txt"), "-o", target]).status == .status(0))
    let shown = try run(["convert", path("evtest-menu.txt")])
    #expect(shown.output.first == "# EVEMU 1.3")
    #expect(shown.output == TextFile.lines(target))
  }

  @Test func `a capture that breaks off leaves no half of an evemu file`() throws {
    let broken = "\(folder)/broken.txt"
    let whole = TextFile.lines(path("evtest-menu.txt")).joined(separator: "\n")
    try write("\(whole)\nEvent: time 99999999999999999999.000000, type 0\n", to: broken)
    let target = "\(folder)/converted.evemu"
    let converted = try run(["convert", broken, "-o", target])
    #expect(converted.status == .status(65))
    #expect(converted.errors.last?.contains(":54: a number is too large") == true)
    #expect(unsafe access(target, F_OK) != 0)
  }

  @Test func `convert replaces nothing, and names what it does not read`() throws {
    let target = "\(folder)/converted.evemu"
    try write("mine", to: target)
    #expect(try run(["convert", path("evtest-menu.txt"), "-o", target]).status == .status(74))
    #expect(TextFile.lines(target) == ["mine"])
    let reports = try run(["convert", path("hid.hid")])
    #expect(reports.status == .status(65))
    #expect(reports.errors.first?.contains("hid-replay") == true)
    #expect(reports.output.isEmpty)
  }

  @Test func `standard input is read like a file`() throws {
    for name in ["getevent-several-devices.txt", "records-16.bin", "evtest-menu.txt"] {
      let named = try run(["replay", "--json", path(name)]).output.dropFirst().dropLast()
      let piped = try run(["replay", "--json", "-"], input: path(name)).output
      #expect(piped.dropFirst().dropLast() == named)
      #expect(piped.first?.contains("\"file\":\"standard input\"") == true)
    }
  }

  @Test func `the device that is read and the others are named, and another can be chosen`() throws
  {
    let file = path("getevent-several-devices.txt")
    let text = try run(["replay", file]).output
    #expect(text[1] == "  device 2; the others, for --device: 1 gpio-keys (no touch device)")
    let json = try run(["replay", "--json", file]).output[0]
    #expect(
      json.hasSuffix(
        #""device":2,"devices":[{"device":1,"node":"/dev/input/event1","name":"gpio-keys","#
          + #""kind":"no touch device"},{"device":2,"node":"/dev/input/event2","#
          + #""name":"little_touchscreen","kind":"touch panel"}]}"#))
    #expect(try run(["replay", "--device", "1", file]).status == .status(65))
    #expect(try run(["replay", "--device", "3", file]).status == .status(66))
    #expect(try run(["replay", "--device", "none", file]).status == .status(64))
    #expect(try run(["convert", "--device", "2", file]).status == .status(0))
  }

  @Test func `what was assumed and skipped is an object with its line, and is counted`() throws {
    let output = try run(["replay", "--json", path("evtest-piece.txt")]).output
    let remarks = output.filter { $0.hasPrefix("{\"type\":\"remark\"") }
    #expect(remarks.count == 4)
    #expect(
      remarks[1].hasPrefix(
        #"{"type":"remark","line":3,"kind":"skipped","rule":"beginsInMidTouch","text":""#))
    #expect(output.last?.hasSuffix("\"remarks\":4}") == true)
  }

  @Test(arguments: [
    "view=12by9", "grid=1,2,3", "rotate=45", "calibration=1 0 0", "rows=9", "minimum=99",
  ])
  func `a damaged note on view or grid is refused with its line`(note: String) throws {
    let file = "\(folder)/damaged.evemu"
    let whole = TextFile.lines(path("evemu-no-version.evemu")).joined(separator: "\n")
    try write("# EVEMU 1.3\n# swipelock: capture 1\n# swipelock: \(note)\n\(whole)\n", to: file)
    let replay = try run(["replay", file])
    #expect(replay.status == .status(65))
    #expect(replay.errors.first?.contains("\(file):3: ") == true, "\(replay.errors)")
    #expect(replay.output.isEmpty)
  }

  @Test func `a replay into the kernel has nothing for a program to read`() throws {
    let refused = try run(["replay", "--uinput", "--json", path("evemu-no-version.evemu")])
    #expect(refused.status == .status(64))
  }
}

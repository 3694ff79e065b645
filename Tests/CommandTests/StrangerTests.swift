internal import Glibc
import KernelSupport
import Testing

/// What a stranger gives: names that are no text, files that are another's, captures that command a
/// terminal.
@Suite("Strange input")
final class StrangerTests {
  private let root: String

  init() throws { root = try ScratchFolder.make() }

  deinit { _ = try? Program(["rm", "-r", root]).wait() }

  private static let right = String(
    #filePath.dropLast("Tests/CommandTests/StrangerTests.swift".count) + "Captures/right.evemu")

  /// Runs swipelock by a shell, `$S`, in the test's folder.
  private func shell(_ script: String) throws -> Program {
    let program = try Program(
      ["sh", "-c", "cd \(root) && \(script)"], environment: ["S": Program.swipelockPath])
    _ = try program.wait()
    return program
  }

  private func enrol() throws {
    let enroll = try shell(
      "printf 036785 | $S enroll --store s --stdin --allow-weak --verify-time 1")
    #expect(try enroll.wait() == .status(0), "\(enroll.errors)")
  }

  @Test func `a name that is no UTF-8 is refused, and nothing of another name is made`() throws {
    let name = #"$(printf 'a\377')"#
    for arguments in ["replay \(name)", "draw 036 -o \(name).png", "status --store \(name)"] {
      let program = try shell("exec $S \(arguments)")
      #expect(try program.wait() == .status(64), "\(arguments)")
      #expect(program.errors.first?.contains("is not UTF-8") == true, "\(program.errors)")
    }
    #expect(TextFile.names(in: root).allSatisfy { $0.hasPrefix(".") })
  }

  @Test func `the words of a command are handed on byte for byte`() throws {
    try enrol()
    let capture = "\(root)/right"
    try TextFile.write(TextFile.read(Self.right) ?? "", to: capture)
    let unlock = try shell(
      #"$S enroll --store t --allow-weak --from right right && "#
        + #"$S unlock --store t --from right -- printf %s "$(printf 'a\377b')" | od -An -tx1"#)
    #expect(try unlock.wait() == .status(0), "\(unlock.errors)")
    #expect(unlock.output.last?.contains("61 ff 62") == true, "\(unlock.output)")
  }

  @Test func `a state or a ring is written over nothing but its like`() throws {
    try enrol()
    let before = TextFile.read("\(root)/s/credential")
    for option in ["--state s/credential", "--ring 5 --ring-file s/attempts", "--state s"] {
      let unlock = try shell("exec $S unlock --no-screen --store s \(option)")
      #expect(try unlock.wait() == .status(64), "\(option)")
      #expect(unlock.errors.first?.contains("is another's") == true, "\(unlock.errors)")
    }
    #expect(TextFile.read("\(root)/s/credential") == before)
  }

  @Test func `a lock that ends and holds nothing on leaves a state that says so`() throws {
    try enrol()
    let unlock = try Program.swipelock([
      "unlock", "--no-screen", "--store", "\(root)/s", "--state", "\(root)/state",
    ])
    try unlock.line(containing: "Draw the pattern.")
    try unlock.signal(SIGUSR1)
    try unlock.line(containing: "there is no --ring", in: .errors)
    try unlock.signal(SIGTERM)
    #expect(try unlock.wait() == .signal(SIGTERM))
    #expect(TextFile.read("\(root)/state")?.contains(#""locked":false"#) == true)
    // It writes over its like.
    let again = try Program.swipelock([
      "unlock", "--no-screen", "--store", "\(root)/s", "--state", "\(root)/state",
    ])
    try again.line(containing: "Draw the pattern.")
  }

  @Test func `setup stays in its image, and waits for no pipe`() throws {
    let link = try shell("mkdir out image && ln -s \(root)/out image/etc && $S setup --root image")
    #expect(try link.wait() == .status(1))
    #expect(link.errors.first?.contains("image/etc: is a symbolic link") == true, "\(link.errors)")
    #expect(TextFile.names(in: "\(root)/out").allSatisfy { $0.hasPrefix(".") })
    for make in ["mkfifo", "ln -s /nonexistent/file"] {
      let name = "etc/sysctl.d/60-swipelock.conf"
      let odd = try shell(
        "rm -rf other && mkdir -p other/etc/sysctl.d && \(make) other/\(name) && "
          + "$S setup --root other")
      #expect(try odd.wait() == .status(1), "\(make)")
      #expect(odd.errors.first?.contains("\(name): is there and differs") == true, "\(odd.errors)")
    }
  }

  @Test func `what would command a terminal is a question mark`() throws {
    let capture = try #require(TextFile.read(Self.right))
    var lines = capture.split(separator: "\n", omittingEmptySubsequences: false)
    let name = try #require(lines.firstIndex { $0.hasPrefix("N: ") })
    lines[name] = "N: \u{1b}]0;title\u{7}\u{9b}2J"
    try TextFile.write(lines.joined(separator: "\n"), to: "\(root)/odd")
    for verb in ["replay odd", "test-panel --from odd", "lint odd", "replay $(printf 'e\\033[2J')"]
    {
      let program = try shell("$S \(verb)")
      for line in program.output + program.errors {
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || 0x7f...0x9f ~= $0.value })
      }
    }
  }

  @Test func `on a grid of more than nine dots a pattern has commas`() throws {
    for text in ["0123", "01"] {
      #expect(try shell("$S draw \(text) --rows 4 --columns 4 -o a.svg").wait() == .status(65))
    }
    #expect(try shell("$S draw 10 -o b.svg").wait() == .status(0))
    #expect(try shell("$S draw 10,1 --rows 6 --columns 6 -o c.svg").wait() == .status(0))
  }

  @Test func `a recovery code that there is already stops an enrolment before it stores anything`()
    throws
  {
    try enrol()
    let first = "printf 041278 | $S enroll --store s --stdin --name a --recovery-code"
    #expect(try shell(first).wait() == .status(0))
    let closed = try shell("printf 852147 | $S enroll --store u --stdin --recovery-code >&-")
    #expect(try closed.wait() == .status(74))
    let second = try shell("printf 630125 | $S enroll --store s --stdin --name b --recovery-code")
    #expect(try second.wait() == .status(77), "\(second.errors)")
    #expect(second.output.isEmpty)
    let status = try shell("$S status --json --store s").output.joined()
    #expect(status.contains(#""name":"a""#) && !status.contains(#""name":"b""#))
  }

  @Test func `pictures need a folder, and captures of one name a folder each`() throws {
    let script = "mkdir x y && cp \(Self.right) x && cp x/right.evemu y"
    #expect(try shell("\(script) && $S replay --pictures '' x/right.evemu").wait() == .status(64))
    let both = try shell("$S replay --pictures p x/right.evemu y/right.evemu")
    #expect(try both.wait() == .status(64))
    #expect(both.errors.first?.contains("two captures of the name") == true)
  }

  @Test func `a file that may not grow is told, and does not kill`() throws {
    let draw = try shell("ulimit -f 0; $S draw 036 -o big.png")
    #expect(try draw.wait() == .status(74), "\(draw.errors)")
    #expect(draw.errors.first?.contains("make room there") == true, "\(draw.errors)")
  }
}

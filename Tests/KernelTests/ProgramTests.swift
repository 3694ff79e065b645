internal import Glibc
import KernelSupport
import Testing

@Suite(.inGuest) struct ProgramTests {
  @Test func `a program tells its status and its lines`() throws {
    let program = try Program(["sh", "-c", "echo one; echo two >&2; printf three; exit 3"])
    #expect(try program.wait() == .status(3))
    #expect(program.output == ["one", "three"])
    #expect(program.errors == ["two"])
  }

  @Test func `a signal is how a program ended`() throws {
    let program = try Program(["sleep", "100"])
    try program.signal(SIGTERM)
    #expect(try program.wait() == .signal(SIGTERM))
  }

  @Test func `lines are seen while the program runs, each once`() throws {
    let program = try Program(["sh", "-c", "echo a line; sleep 0.2; echo a line; sleep 100"])
    #expect(try program.line(containing: "line") == "a line")
    #expect(try program.line(containing: "line") == "a line")
    #expect(throws: Wait.TimedOut.self) {
      try program.line(containing: "line", within: .milliseconds(50))
    }
  }

  @Test func `waiting for a line of a program that ended says what it said`() throws {
    let program = try Program(["sh", "-c", "echo another"])
    let error = #expect(throws: Wait.TimedOut.self) { try program.line(containing: "never") }
    #expect(error?.description.contains("another") == true)
  }

  @Test func `a program that is let go is killed with its children`() throws {
    func start() throws -> String {
      let program = try Program(["sh", "-c", "sleep 100 & echo $!; wait"])
      return try program.line(containing: "")
    }
    let child = try start()
    try Wait.until("the child to be gone") {
      let status = TextFile.lines("/proc/\(child)/status")
      return !status.contains { $0.hasPrefix("State:") && !$0.contains("zombie") }
    }
  }

  @Test func `a program runs as another user with the groups it is given`() throws {
    let program = try Program(["id"], user: "65534", groups: ["5", "7"])
    #expect(try program.wait() == .status(0))
    let line = program.output.first ?? ""
    #expect(line.contains("uid=65534") && line.contains("5(") && line.contains("7("))
  }

  @Test func `a program is given its environment and its input, and no other descriptor`() throws {
    let panel = try UinputPanel()
    let program = try Program(
      ["sh", "-c", "cat; echo $COLOUR $HOME; ls /proc/self/fd | wc -l"],
      environment: ["COLOUR": "red"], input: "/proc/sys/kernel/ostype")
    #expect(try program.wait() == .status(0))
    #expect(program.output == ["Linux", "red /root", "4"])
    #expect(panel.udev.isInitialized)
  }

  @Test func `a program that does not exist is an error that names it`() throws {
    let error = #expect(throws: SystemFailure.self) { try Program(["no-such-program"]) }
    #expect(error?.description.contains("no-such-program") == true)
  }

  @Test func `swipelock is the one that was built beside the tests`() throws {
    let program = try Program.swipelock(["--version"])
    #expect(try program.wait() == .status(0))
    #expect(program.output.first?.hasPrefix("swipelock ") == true)
  }
}

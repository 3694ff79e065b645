import KernelSupport
import Testing

/// What the verbs for captures do with the repository's own.
@Suite(.inGuest) struct RedactionTests {
  private let captures =
    #filePath.dropLast("Tests/KernelTests/RedactionTests.swift".count) + "Captures"

  private func output(_ arguments: [String], status: Int32) throws -> [String] {
    let program = try Program.swipelock(arguments)
    #expect(try program.wait() == .status(status), "\(arguments): \(program.errors)")
    return program.output
  }

  @Test func `convert --redact leaves a contact and no stroke, for its owner only`() throws {
    let file = try ScratchFolder.make() + "/redacted"
    #expect(
      try output(["convert", "--redact", "\(captures)/right.evemu", "-o", file], status: 0) == [])
    let told = try output(["replay", "--json", file], status: 0)
    #expect(told.contains { $0.contains("\"reason\":\"lifted\"") })
    #expect(!told.contains { $0.contains("\"outcome\":\"complete\"") })
    let mode = try Program(["stat", "-c", "%a", file])
    #expect(try mode.wait() == .status(0))
    #expect(mode.output == ["600"])
    #expect(try output(["lint", file], status: 0) == [])
  }

  @Test func `diff tells where captures differ, by its status too`() throws {
    let right = "\(captures)/right.evemu"
    #expect(try output(["diff", right, right], status: 0) == [])
    let told = try output(["diff", right, "\(captures)/wrong.evemu"], status: 1)
    #expect(told.count == 2 && told.first?.hasPrefix("\(right):") == true)
    #expect(try output(["diff", right, "/nowhere"], status: 66) == [])
    #expect(try output(["diff", right], status: 64) == [])
  }
}

import KernelSupport
import Testing

@Suite(.inGuest) struct LintTests {
  @Test func `a live panel that breaks the protocol is told of, and one that does not is not`()
    throws
  {
    var panel = try UinputPanel()
    let clean = try Program.swipelock(["lint", "--json", "--panel", panel.path, "--for", "1.5"])
    try clean.line(containing: "\"source\"")
    try panel.swipe(dots: [0, 1, 2])
    #expect(try clean.wait() == .status(0))
    #expect(clean.output.last?.contains("\"findings\":0") == true)

    let broken = try Program.swipelock(["lint", "--json", "--panel", panel.path, "--for", "1.5"])
    try broken.line(containing: "\"source\"")
    try panel.down(slot: 0, id: 7, at: panel.description.center(ofDot: 0))
    try panel.down(slot: 1, id: 7, at: panel.description.center(ofDot: 1))
    try panel.report()
    try broken.line(containing: "\"rule\":\"idUsedTwice\"")
    #expect(try broken.wait() == .status(1))
  }
}

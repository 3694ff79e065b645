import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  /// Contacts that nothing is heard of: the kernel is asked whether it holds them.
  struct SilenceTests {
    @Test func `a contact that the kernel no longer holds ends as timed out`() throws {
      var scene = try Scene()
      var live = try scene.open()
      live.longestSilence = 20_000
      scene.play { $0.down(7, at: 50, 50) }
      #expect(try nextSummary(&live) == ["+1@0"])
      guard case .frame(let frame) = try live.next(until: soon(milliseconds: 5000)) else {
        Issue.record("nothing came")
        return
      }
      #expect(summary(frame) == ["-1@0 timedOut"])
      #expect(frame.findings.map(\.rule) == [.stateDisagrees])
      #expect(takeOutline(&live).contains("ended timedOut"))
    }

    @Test func `a finger that rests is asked about and goes on`() throws {
      var scene = try Scene()
      var live = try scene.open()
      live.longestSilence = 20_000
      scene.panel.set(7, x: 540, y: 960)
      scene.play { $0.down(7, at: 50, 50) }
      #expect(try nextSummary(&live) == ["+1@0"])
      let before = scene.panel.log.count
      #expect(try framesUntilQuiet(&live).isEmpty)
      #expect(scene.panel.log.dropFirst(before).contains("EVIOCGMTSLOTS"))
      scene.play { $0.lift() }
      #expect(try nextSummary(&live) == ["-1@0 lifted"])
    }
  }
}

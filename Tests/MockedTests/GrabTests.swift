import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct GrabTests {
    @Test func `an idle panel is grabbed at once`() throws {
      let scene = try Scene()
      var live = try scene.open()
      try live.grab()
      let isGrabbed = live.isGrabbed
      #expect(isGrabbed && scene.panel.isGrabbed)
    }

    @Test func `a grab waits for the lift, while frames go on`() throws {
      var scene = try Scene()
      scene.panel.set(7, x: 1, y: 1)
      var live = try scene.open()
      try live.grab()
      #expect(!scene.panel.isGrabbed)
      scene.play { $0.move(to: 50, 50) }
      let first = try nextSummary(&live)
      #expect(first == ["+1@0*"])
      #expect(!scene.panel.isGrabbed)
      scene.play { $0.lift() }
      let second = try nextSummary(&live)
      #expect(second == ["-1@0* lifted"])
      let rest = try framesUntilQuiet(&live)
      #expect(rest.isEmpty)
      #expect(scene.panel.isGrabbed)
    }

    @Test func `a finger that rests is grabbed over after 2 s, and that is said`() throws {
      let scene = try Scene()
      scene.panel.set(7, x: 1, y: 1)
      var live = try scene.open()
      try live.grab()
      let start = soon(milliseconds: 0)
      let frame = try live.nextFrame()
      #expect(frame?.findings.map(\.rule) == [.grabbedWhileDown(contacts: 1)])
      #expect(scene.panel.isGrabbed)
      #expect(soon(milliseconds: 0).microseconds(since: start) > 1_900_000)
    }

    @Test func `a grab that another program has is an error that says so`() throws {
      let scene = try Scene()
      scene.panel.change { $0.grabError = EBUSY }
      var live = try scene.open()
      do throws(SourceError) {
        try live.grab()
        Issue.record("it was grabbed")
      } catch {
        #expect(error.description.hasPrefix("/dev/input/event5 is grabbed by another program: "))
        #expect(error.kind == .unavailable)
      }
    }

    @Test func `a panel is given back once the finger lifts`() throws {
      var scene = try Scene()
      var live = try scene.open()
      try live.grab()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.lift()
      }
      _ = try live.nextFrame()
      let finding = try live.release()
      #expect(finding == nil)
      #expect(!scene.panel.isGrabbed)
    }

    @Test func `a panel is given back at once if the caller cannot wait`() throws {
      var scene = try Scene()
      var live = try scene.open()
      try live.grab()
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      let pipe = Pipe()
      pipe.write()
      let finding = try live.release(orReadable: pipe.reading)
      #expect(finding?.rule == .releasedWhileDown(contacts: 1))
      #expect(!scene.panel.isGrabbed)
    }
  }
}

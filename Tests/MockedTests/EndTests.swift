import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct EndTests {
    @Test func `an unplugged panel ends its contacts as removed, and then there are no frames`()
      throws
    {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      scene.unplug()
      var frames: [[String]] = []
      for _ in 0..<3 { frames.append(try nextSummary(&live)) }
      #expect(frames == [["-1@0 removed"], ["end"], ["end"]])
    }

    @Test func `a node that hangs up while its device is there was revoked`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      scene.panel.hangUp()
      let last = try nextSummary(&live)
      #expect(last == ["-1@0 revoked"])
    }

    @Test func `a lift that the kernel makes up is none`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.id(-1)
        script.emit(EventType.syn, SynCode.report, 1)
      }
      var frames: [[String]] = []
      for _ in 0..<3 { frames.append(try nextSummary(&live)) }
      #expect(frames == [["+1@0"], ["-1@0 suspended"], []])
    }

    @Test func `a key that repeats ends no contact`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.emit(EventType.key, 102, 2)
        script.emit(EventType.syn, SynCode.report, 1)
        script.lift()
      }
      var frames: [[String]] = []
      for _ in 0..<3 { frames.append(try nextSummary(&live)) }
      #expect(frames == [["+1@0"], [], ["-1@0 lifted"]])
    }

    @Test func `a lift that an unplugging makes up is a removal`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      scene.play { script in
        script.id(-1)
        script.emit(EventType.syn, SynCode.report, 1)
      }
      scene.testbed.remove(scene.panel.sysPath)
      // The reader is quick: it has the report before the node hangs up.
      let panel = scene.panel
      Task.detached {
        usleep(20_000)
        panel.hangUp()
      }
      let last = try nextSummary(&live)
      #expect(last == ["-1@0 removed"])
    }
  }
}

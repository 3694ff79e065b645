import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  /// Live panels without slots: the kernel keeps their key and nothing else.
  struct ProtocolAPanelTests {
    private func scene(key: Bool, isDown: Bool = false) throws -> Scene {
      let scene = try Scene(PanelFixture.protocolA(key: key))
      if isDown { scene.panel.change { $0.keys = CodeSet([KeyCode.btnTouch]) } }
      return scene
    }

    private func frames(_ live: inout LivePanel) throws -> [[String]] {
      try framesUntilQuiet(&live).map(summary)
    }

    @Test func `what the key says is down at open is inherited, what comes later is not`() throws {
      var scene = try scene(key: true, isDown: true)
      var live = try scene.open()
      #expect(live.downCount == 1)
      #expect(!scene.panel.log.contains("EVIOCGMTSLOTS"))
      scene.play {
        $0.contact(10, 10)
        $0.report()
        $0.contact(10, 11)
        $0.contact(90, 90)
        $0.report()
      }
      #expect(try frames(&live) == [["+1@0*"], ["1@0*", "+2@1"]])
    }

    @Test func `with the key up the first contact is fresh`() throws {
      var scene = try scene(key: true)
      var live = try scene.open()
      scene.play {
        $0.contact(10, 10)
        $0.key(KeyCode.btnTouch, 1)
        $0.report()
      }
      #expect(try frames(&live) == [["+1@0"]])
    }

    @Test func `with no key the first contact may have been there, the second was not`() throws {
      var scene = try scene(key: false)
      var live = try scene.open()
      scene.play {
        $0.contact(10, 10)
        $0.report()
        $0.mark()
        $0.report()
        $0.contact(10, 10)
        $0.report()
      }
      #expect(try frames(&live) == [["+1@0*"], ["-1@0* lifted"], ["+2@0"]])
    }

    @Test func `a grab waits for what the key says is down`() throws {
      var scene = try scene(key: true, isDown: true)
      var live = try scene.open()
      try live.grab()
      #expect(!scene.panel.isGrabbed)
      scene.panel.change { $0.keys = CodeSet() }
      scene.play {
        $0.key(KeyCode.btnTouch, 0)
        $0.report()
      }
      #expect(try frames(&live) == [["+1@0*", "-1@0* lifted"]])
      #expect(scene.panel.isGrabbed)
    }

    @Test func `after a drop what is down is inherited, and after the lift a touch is fresh`()
      throws
    {
      var scene = try scene(key: true)
      var live = try scene.open()
      scene.play {
        $0.contact(10, 10)
        $0.key(KeyCode.btnTouch, 1)
        $0.report()
      }
      scene.panel.change { $0.keys = CodeSet([KeyCode.btnTouch]) }
      scene.play { $0.dropped() }
      #expect(try frames(&live) == [["+1@0"], ["-1@0 dropped"]])
      scene.play {
        $0.contact(10, 10)
        $0.report()
      }
      #expect(try frames(&live) == [["+2@0*"]])
      scene.panel.change { $0.keys = CodeSet() }
      scene.play {
        $0.key(KeyCode.btnTouch, 0)
        $0.report()
        $0.contact(10, 10)
        $0.key(KeyCode.btnTouch, 1)
        $0.report()
      }
      #expect(try frames(&live) == [["-2@0* lifted"], ["+3@0"]])
      #expect(takeOutline(&live).filter { !$0.hasPrefix("read") }.last == "settled")
    }
  }
}

import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct LivePanelTests {
    @Test func `the clock is set before anything else is asked`() throws {
      let scene = try Scene()
      _ = try scene.open()
      #expect(scene.panel.log.first == "EVIOCSCLOCKID")
      #expect(scene.panel.clock == CLOCK_MONOTONIC)
    }

    @Test func `the panel is described as the device describes itself`() throws {
      var description = PanelFixture.monitor
      description.phys = "usb-1/input0"
      description.codes[EventType.syn] = CodeSet([0, 1, 3])
      let scene = try Scene(description)
      let live = try scene.open()
      let panel = live.panel
      #expect(panel.name == description.name)
      #expect(panel.id == description.id)
      #expect(panel.phys == "usb-1/input0")
      #expect(panel.axes == description.axes)
      #expect(panel.properties.codes == [InputProperty.direct])
      for type in description.codes.keys {
        #expect(panel.codes[type]?.codes == description.codes[type]?.codes)
      }
    }

    @Test func `a finger that is down at open is inherited, one beside it is fresh`() throws {
      var scene = try Scene()
      scene.panel.set(7, x: 100, y: 200)
      var live = try scene.open()
      #expect(live.downCount == 1)
      scene.play { $0.down(8, slot: 1, at: 50, 50) }
      let first = try nextSummary(&live)
      #expect(first == ["+1@0*", "+2@1"])
    }

    @Test func `the first contact on an idle panel is fresh`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { $0.down(8, at: 50, 50) }
      let first = try nextSummary(&live)
      #expect(first == ["+1@0"])
    }

    @Test func `what waited before the open is thrown away`() throws {
      var scene = try Scene()
      scene.play { $0.down(8, at: 50, 50) }
      scene.panel.set(8, x: 540, y: 960)
      var live = try scene.open()
      let outline = takeOutline(&live)
      #expect(outline == ["discarded 4", "state 1 settled"])
      scene.play { $0.move(to: 60, 60) }
      let first = try nextSummary(&live)
      #expect(first == ["+1@0*"])
    }

    @Test func `one read may bring several frames`() throws {
      var scene = try Scene()
      var live = try scene.open()
      _ = live.takeSteps()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.move(to: 60, 60)
        script.lift()
      }
      var frames: [[String]] = []
      for _ in 0..<3 { frames.append(try nextSummary(&live)) }
      #expect(frames == [["+1@0"], ["1@0"], ["-1@0 lifted"]])
      let outline = takeOutline(&live)
      #expect(outline == ["read 9"])
    }

    @Test func `a read may end within a frame`() throws {
      var scene = try Scene()
      var live = try scene.open()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.id(9, slot: 1)
      }
      let first = try nextSummary(&live)
      #expect(first == ["+1@0"])
      let rest = try framesUntilQuiet(&live)
      #expect(rest.isEmpty)
      scene.play { script in
        script.position(10, 10, slot: 1)
        script.report()
      }
      let second = try nextSummary(&live)
      #expect(second == ["+2@1"])
    }

    @Test func `a single-touch panel's finger at open is inherited too`() throws {
      var scene = try Scene(PanelFixture.resistive)
      scene.panel.change { state in
        state.keys = CodeSet([KeyCode.btnTouch])
        state.values = [AbsCode.x: 400, AbsCode.y: 500]
      }
      var live = try scene.open()
      scene.play { script in
        script.abs(AbsCode.x, 410)
        script.report()
      }
      let frame = try live.nextFrame()
      #expect(frame.map(summary) == ["+1@0*"])
      #expect(frame?.changes.first?.contact.position == DevicePoint(x: 410, y: 500))
    }

    @Test func `a wait ends by the caller's descriptor and by its deadline`() throws {
      let scene = try Scene()
      var live = try scene.open()
      let pipe = Pipe()
      guard case .deadlinePassed = try live.next(until: soon(), orReadable: pipe.reading) else {
        Issue.record("nothing but the deadline can come")
        return
      }
      pipe.write()
      guard case .woken = try live.next(orReadable: pipe.reading) else {
        Issue.record("the descriptor is readable")
        return
      }
    }
  }
}

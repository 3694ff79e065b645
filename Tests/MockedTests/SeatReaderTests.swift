import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct SeatReaderTests {
    let testbed = Testbed()

    private func panel(_ number: Int, _ name: String) -> MockPanel {
      var description = PanelFixture.phone
      description.name = name
      return MockPanel(testbed, number: number, description)
    }

    private func script(_ write: (inout EventScript) -> Void) throws -> [InputEvent] {
      var script = try EventScript(PanelFixture.phone)
      write(&script)
      return script.events
    }

    @Test func `every panel of the seat is read, and contacts are counted together`() throws {
      let panels = [panel(5, "Left"), panel(6, "Right")]
      var seat = try SeatReader.open()
      let added = try arrivals(&seat)
      #expect(added == ["added 0 Left", "added 1 Right"])
      for (index, panel) in panels.enumerated() {
        panel.write(try script { $0.down(Int32(40 + index), at: 50, 50) })
        let arrived = try arrivals(&seat)
        #expect(arrived == ["frame \(index) +\(index + 1)@0"])
      }
      panels[0].write(try script { $0.down(50, slot: 1, at: 50, 50) })
      let third = try arrivals(&seat)
      #expect(third == ["frame 0 +3@1"])
    }

    @Test func `a panel that goes ends as removed and comes back under its number`() throws {
      let left = panel(5, "Left")
      _ = panel(6, "Right")
      var seat = try SeatReader.open()
      _ = try arrivals(&seat)
      left.write(try script { $0.down(8, at: 50, 50) })
      _ = try arrivals(&seat)
      testbed.sendUevent("remove", of: left.sysPath)
      testbed.remove(left.sysPath)
      left.hangUp()
      let gone = try arrivals(&seat)
      #expect(gone == ["frame 0 -1@0 removed", "removed 0 removed"])

      let back = panel(9, "Left")
      testbed.sendUevent("add", of: back.sysPath)
      let added = try arrivals(&seat)
      #expect(added == ["added 0 Left"])
      back.write(try script { $0.down(8, at: 50, 50) })
      let next = try arrivals(&seat)
      #expect(next == ["frame 0 +2@0"])
    }

    @Test func `with a panel chosen the others are grabbed and ignored`() throws {
      let (left, right) = (panel(5, "Left"), panel(6, "Right"))
      var settings = SeatReader.Settings()
      settings.selector = .node(right.node)
      settings.grabs = true
      var seat = try SeatReader.open(settings)
      let added = try arrivals(&seat)
      #expect(added == ["added 0 Right", "added 1 Left ignored"])
      #expect(left.isGrabbed && right.isGrabbed)
      left.write(try script { $0.down(8, at: 50, 50) })
      right.write(try script { $0.down(9, at: 50, 50) })
      let arrived = try arrivals(&seat)
      #expect(arrived.count == 1 && arrived[0].hasPrefix("frame 0 +"))
      left.write(try script { $0.lift() })
      right.write(try script { $0.lift() })
      let findings = try seat.release()
      #expect(findings.isEmpty)
      #expect(!left.isGrabbed && !right.isGrabbed)
    }

    @Test func `a panel that was chosen is waited for, and it alone is opened`() throws {
      let left = panel(5, "Left")
      var settings = SeatReader.Settings()
      settings.selector = .stableName("Right-0001:0002")
      var seat = try SeatReader.open(settings)
      let nothing = try arrivals(&seat)
      #expect(nothing.isEmpty && left.log.isEmpty)
      let right = panel(6, "Right")
      testbed.sendUevent("add", of: right.sysPath)
      let added = try arrivals(&seat)
      #expect(added == ["added 0 Right"])
    }

    @Test func `a panel that was named stays open whatever udev takes it for`() throws {
      let left = MockPanel(testbed, PanelFixture.phone, properties: ["ID_INPUT": "1"])
      var settings = SeatReader.Settings()
      settings.selector = .node(left.node)
      var seat = try SeatReader.open(settings)
      testbed.sendUevent("change", of: left.sysPath)
      let added = try arrivals(&seat)
      #expect(added == ["added 0 Test panel"])
    }

    @Test func `no panel is an error only if it is not to be waited for`() throws {
      var settings = SeatReader.Settings()
      var seat = try SeatReader.open(settings)
      let nothing = try arrivals(&seat)
      #expect(nothing.isEmpty)
      settings.waitsForPanels = false
      #expect(throws: SourceError.noPanel(seat: "seat0")) { _ = try SeatReader.open(settings) }
      settings.selector = .stableName("Left")
      #expect(throws: SourceError.noSuchPanel("Left", seat: "seat0", known: [])) {
        _ = try SeatReader.open(settings)
      }
    }

    @Test func `a panel that comes and cannot be grabbed is told, and the others go on`() throws {
      let left = panel(5, "Left")
      var settings = SeatReader.Settings()
      settings.grabs = true
      var seat = try SeatReader.open(settings)
      _ = try arrivals(&seat)
      let right = panel(6, "Right")
      right.change { $0.grabError = EBUSY }
      testbed.sendUevent("add", of: right.sysPath)
      let failed = try arrivals(&seat)
      #expect(failed == ["failed Right unavailable"])
      left.write(try script { $0.down(8, at: 50, 50) })
      let next = try arrivals(&seat)
      #expect(next == ["frame 0 +1@0"])
    }

    @Test func `a change of the ranges ends the contacts and is told`() throws {
      let left = panel(5, "Left")
      var seat = try SeatReader.open()
      _ = try arrivals(&seat)
      left.write(try script { $0.down(8, at: 50, 50) })
      _ = try arrivals(&seat)
      testbed.sendUevent("change", of: left.sysPath)
      let same = try arrivals(&seat)
      #expect(same.isEmpty)
      left.change { $0.panel.axes[AbsCode.mtPositionX]?.maximum = 500 }
      testbed.sendUevent("change", of: left.sysPath)
      let changed = try arrivals(&seat)
      #expect(changed == ["frame 0 -1@0 dropped", "changed 0"])
      #expect(seat.panels.first?.reading.x.maximum == 500)
    }

    @Test func `a panel that is moved to another seat is let go`() throws {
      let left = panel(5, "Left")
      var seat = try SeatReader.open()
      _ = try arrivals(&seat)
      testbed.setProperty("ID_SEAT", to: "seat1", of: left.sysPath)
      testbed.sendUevent("change", of: left.sysPath)
      let gone = try arrivals(&seat)
      #expect(gone == ["removed 0 removed"])
    }
  }
}

/// What comes until nothing does for 50 ms, in short.
private func arrivals(_ seat: inout SeatReader) throws -> [String] {
  var arrivals: [String] = []
  while true {
    switch try seat.next(until: soon()) {
    case .deadlinePassed, .woken: return arrivals
    case .panelAdded(let panel):
      let mark = panel.isIgnored ? " ignored" : ""
      arrivals.append("added \(panel.number) \(panel.device.name)\(mark)")
    case .panelChanged(let panel): arrivals.append("changed \(panel.number)")
    case .panelRemoved(let number, let reason):
      arrivals.append("removed \(number) \(reason.rawValue)")
    case .panelFailed(let device, let error):
      arrivals.append("failed \(device.name) \(error.kind)")
    case .frame(let frame):
      arrivals.append(
        "frame \(frame.panel) " + summary(frame).joined(separator: " "))
    }
  }
}

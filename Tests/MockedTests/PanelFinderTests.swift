import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct PanelFinderTests {
    let testbed = Testbed()

    private let tagged = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

    private func tagged(with more: [String: String]) -> [String: String] {
      tagged.merging(more) { $1 }
    }

    @Test func `a panel is found only where udev tags it`() throws {
      let panel = MockPanel(testbed, number: 5, PanelFixture.phone)
      _ = MockPanel(testbed, number: 6, PanelFixture.phone, properties: ["ID_INPUT": "1"])
      let found = try PanelFinder().panels()
      #expect(found.map(\.node) == [panel.node])
      #expect(found.first?.classification == .udev)
      #expect(found.first?.number == DeviceNumber(major: 136, minor: UInt32(panel.minor)))
      #expect(found.first?.vendorAndProduct == "0001:0002")
    }

    @Test func `a device that udev has not finished with is not found`() throws {
      _ = MockPanel(testbed, PanelFixture.phone, properties: nil)
      let found = try PanelFinder(seat: "seat0", hasDatabase: true).panels()
      #expect(found.isEmpty)
    }

    @Test func `a panel is found on its own seat only`() throws {
      _ = MockPanel(testbed, number: 5, PanelFixture.phone)
      let other = MockPanel(
        testbed, number: 6, PanelFixture.phone, properties: tagged(with: ["ID_SEAT": "seat1"]))
      let found = try PanelFinder(seat: "seat1").panels()
      #expect(found.map(\.node) == [other.node])
      #expect(found.first?.seat == "seat1")
    }

    @Test func `without a udev database panels are told by a look at them, and it is said`() throws
    {
      let panel = MockPanel(testbed, number: 5, PanelFixture.phone, properties: nil)
      _ = MockPanel(
        testbed, number: 6, Panel(name: "Keyboard", codes: [EventType.key: CodeSet([30])]),
        properties: nil)
      var pen = PanelFixture.resistive
      pen.properties.insert(InputProperty.direct)
      pen.codes[EventType.key]?.insert(KeyCode.btnToolPen)
      _ = MockPanel(testbed, number: 7, pen, properties: nil)
      let hybrid = MockPanel(testbed, number: 8, Self.hybrid, properties: nil)
      var pad = PanelFixture.phone
      pad.properties = CodeSet()
      _ = MockPanel(testbed, number: 9, pad, properties: nil)
      let found = try PanelFinder(seat: "seat0", hasDatabase: false).panels()
      #expect(found.map(\.node) == [panel.node, hybrid.node])
      #expect(found.first?.classification == .ownLook)
    }

    /// Fingers and a pen on one node.
    private static var hybrid: Panel {
      var panel = PanelFixture.phone
      panel.codes[EventType.key]?.insert(KeyCode.btnToolPen)
      panel.codes[EventType.key]?.insert(KeyCode.btnStylus)
      return panel
    }

    @Test func `a panel with a pen on its node, which udev calls a tablet, is found`() throws {
      let tablet = ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"]
      let hybrid = MockPanel(testbed, number: 5, Self.hybrid, properties: tablet)
      var pad = Self.hybrid
      pad.properties = CodeSet()
      _ = MockPanel(testbed, number: 6, pad, properties: tablet)
      _ = MockPanel(testbed, number: 7, PanelFixture.resistive, properties: tablet)
      _ = MockPanel(
        testbed, number: 8, PanelFixture.phone,
        properties: ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"])
      let found = try PanelFinder().panels()
      #expect(found.map(\.node) == [hybrid.node])
    }

    /// A node of a device at a port.
    private func node(
      _ number: Int, _ panel: Panel, at phys: String, _ tag: String = "ID_INPUT_TOUCHSCREEN"
    ) -> MockPanel {
      var panel = panel
      panel.phys = phys
      return MockPanel(testbed, number: number, panel, properties: ["ID_INPUT": "1", tag: "1"])
    }

    @Test func `a panel behind several nodes is one, and the others are its companions`() throws {
      let touch = node(6, PanelFixture.phone, at: "usb-1/input0")
      let single = node(5, PanelFixture.resistive, at: "usb-1/input1")
      let mouse = node(
        7, PanelFixture.single(key: KeyCode.btnLeft), at: "usb-1/input2", "ID_INPUT_MOUSE")
      _ = node(8, PanelFixture.single(key: KeyCode.btnLeft), at: "usb-2/input0", "ID_INPUT_MOUSE")
      let finder = PanelFinder()
      let panels = try finder.panels()
      #expect(panels.map(\.node) == [touch.node])
      var settings = SeatReader.Settings()
      settings.grabs = true
      let seat = try SeatReader.open(settings)
      let opened = seat.panels
      #expect(opened.map(\.device.node) == [touch.node, single.node, mouse.node])
      #expect(opened.map(\.isIgnored) == [false, true, true])
      let areGrabbed = [touch, single, mouse].allSatisfy(\.isGrabbed)
      #expect(areGrabbed)
    }

    @Test func `two panels of one device that both tell contacts are two`() throws {
      let one = node(5, PanelFixture.phone, at: "usb-1/input0")
      let other = node(6, PanelFixture.phone, at: "usb-1/input1")
      let found = try PanelFinder().panels()
      #expect(found.map(\.node) == [one.node, other.node])
    }

    @Test func `identical panels are told apart by their ports, however they are numbered`() throws
    {
      for (number, port) in [(5, "3"), (6, "1")] {
        _ = MockPanel(
          testbed, number: number, PanelFixture.phone,
          properties: tagged(with: ["ID_PATH": "pci-0000:00:14.0-usb-0:\(port):1.0"]))
      }
      let found = try PanelFinder().panel(PanelSelector("pci-0000:00:14.0-usb-0:1:1.0"))
      #expect(found.node == "/dev/input/event6")
    }

    @Test func `the stable name is udev's path, or the description where there is none`() throws {
      _ = MockPanel(
        testbed, number: 5, PanelFixture.phone,
        properties: tagged(with: ["ID_PATH": "pci-0000:00:14.0-usb-0:3:1.0"]))
      _ = MockPanel(testbed, number: 6, PanelFixture.phone)
      let found = try PanelFinder().panels()
      #expect(
        found.map(\.stableName) == ["pci-0000:00:14.0-usb-0:3:1.0", "Test_panel-0001:0002"])
    }

    @Test func `two identical panels have two names, by the order of their nodes`() throws {
      for number in 5...7 { _ = MockPanel(testbed, number: number, PanelFixture.phone) }
      let found = try PanelFinder().panels()
      let name = "Test_panel-0001:0002"
      #expect(found.map(\.stableName) == [name, "\(name)-2", "\(name)-3"])
    }

    @Test func `udev's calibration comes with the panel`() throws {
      _ = MockPanel(
        testbed, PanelFixture.phone,
        properties: tagged(with: ["LIBINPUT_CALIBRATION_MATRIX": "0 1 0 1 0 0"]))
      let found = try PanelFinder().panels()
      #expect(found.first?.calibration == "0 1 0 1 0 0")
    }

    @Test func `a panel is meant by its node, its stable name or its model`() throws {
      let panel = MockPanel(testbed, PanelFixture.phone)
      for text in [panel.node, "Test_panel-0001:0002", "1:2", "0001:0002"] {
        let found = try PanelFinder().panel(PanelSelector(text))
        #expect(found.node == panel.node, "\(text)")
      }
    }

    @Test func `a panel is meant by a symbolic link to its node`() throws {
      let panel = MockPanel(testbed, PanelFixture.phone)
      let folder = testbed.root + "/dev/swipelock"
      unsafe mkdir(folder, 0o755)
      unsafe symlink("../input/event5", folder + "/kiosk")
      // umockdev's `stat` knows a node by its name only.
      unsafe symlink("136:\(panel.minor)", testbed.root + "/dev/.node/swipelock_kiosk")
      let found = try PanelFinder().panel(.node("/dev/swipelock/kiosk"))
      #expect(found.node == panel.node)
    }

    @Test func `a node may be named that udev does not take for a panel`() throws {
      let panel = MockPanel(testbed, PanelFixture.phone, properties: ["ID_INPUT": "1"])
      let found = try PanelFinder().panel(.node(panel.node))
      #expect(found.classification == .named)
      #expect(found.name == "Test panel")
    }

    @Test func `a name that is no panel's is an error that tells the names there are`() {
      _ = MockPanel(testbed, PanelFixture.phone)
      #expect(
        throws: SourceError.noSuchPanel(
          "Elsewhere", seat: "seat0", known: ["Test_panel-0001:0002"])
      ) { try PanelFinder().panel(PanelSelector("Elsewhere")) }
    }

    @Test func `a model that two panels share is an error that tells both`() {
      for number in 5...6 { _ = MockPanel(testbed, number: number, PanelFixture.phone) }
      let name = "Test_panel-0001:0002"
      #expect(throws: SourceError.ambiguous("1:2", candidates: [name, "\(name)-2"])) {
        try PanelFinder().panel(PanelSelector("1:2"))
      }
    }
  }
}

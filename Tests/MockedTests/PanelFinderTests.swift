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
      var pen = PanelFixture.phone
      pen.codes[EventType.key]?.insert(KeyCode.btnToolPen)
      _ = MockPanel(testbed, number: 7, pen, properties: nil)
      let found = try PanelFinder(seat: "seat0", hasDatabase: false).panels()
      #expect(found.map(\.node) == [panel.node])
      #expect(found.first?.classification == .ownLook)
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

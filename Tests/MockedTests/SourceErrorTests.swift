import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct SourceErrorTests {
    @Test func `a node that does not exist is named`() {
      _ = Testbed()
      do throws(SourceError) {
        _ = try PanelFinder().panel(.node("/dev/input/event77"))
        Issue.record("it was found")
      } catch {
        #expect(error == .noNode("/dev/input/event77"))
        #expect(error.kind == .notFound)
        #expect(
          error.description
            == "/dev/input/event77 does not exist: "
            + "see the nodes of the touch panels with 'swipelock panels'")
      }
    }

    @Test func `a file that is no device is not taken for a panel`() {
      #expect(throws: SourceError.notEvdev("/tmp")) { try PanelFinder().panel(.node("/tmp")) }
    }

    @Test func `no permission says whose the node is and how to get in`() {
      let path = "/tmp/swipelock-\(getpid())"
      close(unsafe open(path, O_CREAT | O_WRONLY, 0o640))
      defer { unsafe unlink(path) }
      unsafe chmod(path, 0o640)
      let error = SourceError(opening: path, SystemError(errno: EACCES, call: "open"))
      #expect(error.kind == .noPermission)
      let text = error.description
      #expect(text.hasPrefix("no permission to open \(path) ("))
      #expect(text.contains(", mode 0640): "))
      #expect(text.contains("install swipelock's udev rule"))
      #expect(text.contains("sudo usermod -aG swipelock $USER"))
    }

    @Test func `the programs that have a node open are named`() throws {
      let path = "/tmp/swipelock-held-\(getpid())"
      close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
      defer { unsafe unlink(path) }
      let sleeper = try Sleeper(reading: path)
      let holders = Process.having(open: path)
      #expect(holders == [Process(id: sleeper.id, name: "sleep")])
      #expect(holders.first?.description == "sleep (process \(sleeper.id))")
    }

    @Test func `a node that is another device's by now is not opened`() throws {
      let scene = try Scene()
      let minor = UInt32(scene.panel.minor)
      scene.testbed.setProperty("MINOR", to: "200", of: scene.panel.sysPath)
      let device = try #require(try PanelFinder().panels().first)
      #expect(
        throws: SourceError.replaced(
          node: scene.panel.node, expected: DeviceNumber(major: 136, minor: 200),
          found: DeviceNumber(major: 136, minor: minor))
      ) { try device.describe() }
      #expect(scene.panel.log.isEmpty)
    }

    @Test func `a device with no positions is no panel, and the error says what is missing`() throws
    {
      let testbed = Testbed()
      let keyboard = Panel(name: "Keyboard", codes: [EventType.key: CodeSet([30])])
      let panel = MockPanel(testbed, keyboard)
      let device = try PanelFinder().panel(.node(panel.node))
      do throws(SourceError) {
        _ = try LivePanel.open(device)
        Issue.record("it was opened")
      } catch {
        #expect(error == .unreadable(node: panel.node, .noPosition))
        #expect(error.kind == .unavailable)
      }
    }
  }
}

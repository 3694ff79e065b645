import Glibc
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct PanelMonitorTests {
    let testbed = Testbed()

    @Test func `a panel that comes, changes and goes is told of, and no other device`() throws {
      let monitor = try PanelMonitor.listen()
      let panel = MockPanel(testbed, number: 5, PanelFixture.phone)
      let mouse = MockPanel(testbed, number: 6, PanelFixture.phone, properties: ["ID_INPUT": "1"])
      testbed.sendUevent("add", of: mouse.sysPath)
      for action in ["add", "change", "remove"] { testbed.sendUevent(action, of: panel.sysPath) }
      var told: [String] = []
      for _ in 0..<3 {
        switch try wait(for: monitor) {
        case .added(let device): told.append("added \(device.stableName)")
        case .changed(let device): told.append("changed \(device.node)")
        case .removed(let device): told.append("removed \(device.node)")
        case .missed, nil: told.append("?")
        }
      }
      #expect(
        told == [
          "added Test_panel-0001:0002", "changed /dev/input/event5", "removed /dev/input/event5",
        ])
    }

    private func wait(for monitor: borrowing PanelMonitor) throws -> PanelMonitor.Change? {
      for _ in 0..<40 {
        if let change = try monitor.nextChange() { return change }
        usleep(5000)
      }
      return nil
    }
  }
}

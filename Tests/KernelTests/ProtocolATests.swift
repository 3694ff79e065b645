import KernelSupport
import TestSupport
import Testing
import TouchCore
import TouchSource

@Suite(.inGuest) struct ProtocolATests {
  private func open(_ panel: borrowing UinputPanel) throws -> LivePanel {
    try LivePanel.open(PanelFinder().panel(.node(panel.path)))
  }

  private func contact(_ x: Int32, _ y: Int32) -> [KernelEvent] {
    [.absolute(0x35, x), .absolute(0x36, y), KernelEvent(0, 2, 0)]
  }

  private func key(_ value: Int32) -> KernelEvent { .key(0x14a, value) }

  @Test func `two contacts without slots begin, move, and lift one by one and by the key`() throws {
    let panel = try UinputPanel(.protocolA)
    var reader = try open(panel)
    try panel.emit(contact(1000, 1000) + contact(3000, 3000) + [key(1), .synReport])
    try panel.emit(contact(3010, 3000) + contact(1010, 1000) + [.synReport])
    try panel.emit(contact(3020, 3000) + [.synReport])
    try panel.emit([key(0), .synReport])
    var told: [[String]] = []
    for _ in 0..<4 { told.append(try reader.nextFrame().map(summary) ?? ["gone"]) }
    #expect(
      told == [["+1@0", "+2@1"], ["1@0", "2@1"], ["-1@0 lifted", "2@1"], ["-2@1 lifted"]])
  }

  @Test func `what the key says is down when a panel without slots is opened is inherited`() throws
  {
    let panel = try UinputPanel(.protocolA)
    try panel.emit(contact(1000, 1000) + [key(1), .synReport])
    var reader = try open(panel)
    try panel.emit(contact(1010, 1000) + contact(3000, 3000) + [.synReport])
    try panel.emit([key(0), .synReport])
    try panel.emit(contact(1010, 1000) + [key(1), .synReport])
    var told: [[String]] = []
    for _ in 0..<3 { told.append(try reader.nextFrame().map(summary) ?? ["gone"]) }
    #expect(told == [["+1@0*", "+2@1*"], ["-1@0* lifted", "-2@1* lifted"], ["+3@0"]])
    panel.destroy()
    #expect(try reader.nextFrame().map(summary) == ["-3@0 removed"])
  }
}

internal import Glibc
import KernelSupport
import TestSupport
import Testing
import TouchCaptures
import TouchCore
import TouchSource

@Suite(.inGuest) struct ReaderCaptureTests {
  /// What was read live, and the capture that was written of it.
  private struct Recorded {
    var frames: [Frame] = []
    let file: String

    var drops: Int { frames.count(where: \.tellsOfKernelDrop) }
    var otherDrops: Int { frames.count(where: \.tellsOfDrop) - drops }
  }

  private func newFile() throws -> String {
    try ScratchFolder.make() + "/steps"
  }

  /// Reads two fingers and one that rests from before, with stalls, until enough was dropped; then
  /// the panel is unplugged under them.
  private func record(drops: Int, seed: UInt64) throws -> Recorded {
    var panel = try UinputPanel(PanelDescription { $0.hasSingleTouchAxes = false })
    try panel.down(slot: 2, id: 60_000, at: (90, 90))
    try panel.report()
    var reader = try LivePanel.open(PanelFinder().panel(.node(panel.path)), keepsSteps: true)
    var recorded = Recorded(file: try newFile())
    var writer = try CaptureWriter(creating: recorded.file, panel: reader.panel)
    var random = SeededRandom(seed: seed)
    var left = drops
    let fingers = TwoFingers(seed: seed)
    let thread = try HandThread(panel) { fingers.draw(on: $0) }
    defer {
      fingers.stop()
      thread.join()
    }
    while let frame = try reader.awaitFrame() {
      for step in reader.takeSteps() { try writer.write(step) }
      recorded.frames.append(frame)
      if frame.tellsOfKernelDrop {
        left -= 1
        if left == 0 { fingers.stop() }
      }
      if Int.random(in: 0..<60, using: &random) == 0 {
        usleep(UInt32.random(in: 5_000..<60_000, using: &random))
      }
    }
    for step in reader.takeSteps() { try writer.write(step) }
    try writer.finish()
    return recorded
  }

  @Test func `what was read replays to the very frames, drops and a finger from before in it`()
    throws
  {
    let seed = UInt64.random(in: .min ... .max)
    let live = try record(drops: 20, seed: seed)
    print(
      "seed \(seed): frames \(live.frames.count), drops \(live.drops), "
        + "drops that ended nothing \(live.otherDrops)")
    #expect(live.drops >= 20)
    let rests = live.frames.flatMap(\.changes).filter { $0.contact.slot == 2 }
    #expect(!rests.isEmpty && rests.allSatisfy(\.contact.isInherited), "\(rests.prefix(3))")

    var replay = try ReplaySource(opening: live.file)
    var count = 0
    while let frame = try replay.nextFrame() {
      let original = count < live.frames.count ? live.frames[count] : nil
      if frame != original {
        let seen = original.map { "\($0)" } ?? "nothing"
        Issue.record("frame \(count), line \(replay.line): live \(seen), replayed \(frame)")
        return
      }
      count += 1
    }
    #expect(count == live.frames.count)
  }
}

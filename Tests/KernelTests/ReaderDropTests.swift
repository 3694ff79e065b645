internal import Glibc
import KernelSupport
import TestSupport
import Testing
import TouchCore
import TouchSource

/// Two fingers at a rate that the reader cannot keep up with, since it is stalled at random.
@Suite(.inGuest) struct ReaderDropTests {
  /// What the frames must not show.
  private struct Watcher {
    var live: [Int: Int] = [:]
    var drops = 0
    var wrong: [String] = []
    var fresh = 0
    var inherited = 0
    var disagreements = 0

    mutating func take(_ frame: Frame) {
      if frame.tellsOfKernelDrop { drops += 1 }
      disagreements += frame.findings.count { $0.rule == .stateDisagrees }
      for change in frame.changes {
        let contact = change.contact
        switch change.kind {
        case .down:
          if live[contact.slot] != nil { wrong.append("\(contact) while one is live") }
          live[contact.slot] = contact.number
          if contact.isInherited { inherited += 1 } else { fresh += 1 }
        case .move:
          if live[contact.slot] != contact.number { wrong.append("\(contact) moves unborn") }
        case .up:
          if live[contact.slot] != contact.number { wrong.append("\(contact) ends unborn") }
          live[contact.slot] = nil
        }
        guard let place = contact.position else {
          wrong.append("\(contact) has no position")
          continue
        }
        if !TwoFingers.isRight(place, for: contact) {
          wrong.append("\(change.kind) \(contact)")
        }
      }
    }
  }

  @Test func `through 200 drops no position stands under the wrong contact`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let panel = try UinputPanel(PanelDescription { $0.hasSingleTouchAxes = false })
    let device = try PanelFinder().panel(.node(panel.path))
    var reader = try LivePanel.open(device)
    let hands = TwoFingers(seed: seed)
    let thread = try HandThread(panel) { hands.draw(on: $0) }
    var watcher = Watcher()
    var frames = 0
    while watcher.drops < 200, frames < 400_000 {
      guard let frame = try reader.nextFrame() else { break }
      frames += 1
      watcher.take(frame)
      // Long enough for the ring to run over, now and then; else it reads as it can.
      if Int.random(in: 0..<60, using: &random) == 0 {
        usleep(UInt32.random(in: 5_000..<60_000, using: &random))
      }
    }
    hands.stop()
    thread.join()
    print(
      "drops \(watcher.drops), frames \(frames), fresh \(watcher.fresh), "
        + "inherited \(watcher.inherited), disagreements \(watcher.disagreements)")
    #expect(watcher.drops >= 200)
    #expect(watcher.wrong.isEmpty, "\(watcher.wrong.count): \(watcher.wrong.prefix(5))")
    #expect(watcher.fresh > 50 && watcher.inherited > 50)
  }

  @Test func `a drop ends what was drawing, and what is still down is inherited`() throws {
    var panel = try UinputPanel()
    var reader = try LivePanel.open(PanelFinder().panel(.node(panel.path)))
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 1, lifts: false)
    var told = try (0..<2).flatMap { _ in try reader.nextFrame().map(summary) ?? [] }
    #expect(told == ["+1@0", "1@0"])
    for step in 0..<3000 {
      try panel.move(to: (30 + Double(step % 2), 30))
      try panel.report()
    }
    var place = 40.0
    while told.last != "+2@0*", place < 60 {
      // What is down shows with its next frame; one that comes while the state is asked for is part
      // of the answer, so it takes another.
      switch try reader.next(until: Self.soon()) {
      case .frame(let frame): told += summary(frame)
      default:
        place += 1
        try panel.move(to: (place, 50))
        try panel.report()
      }
    }
    #expect(told.suffix(2) == ["-1@0 dropped", "+2@0*"])
  }

  private static func soon() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(
      microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 + 200_000)
  }
}

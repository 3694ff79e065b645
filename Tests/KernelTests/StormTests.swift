internal import Glibc
import KernelSupport
import Synchronization
import TestSupport
import Testing
import TouchCore
import TouchSource

/// Ten fingers a thousand times a second for a minute, on a panel that is unplugged now and then.
@Suite(.inGuest) struct StormTests {
  /// The fingers.
  private final class Hands: Sendable {
    let isOver = Atomic(false)
    let frames = Atomic(0)
    let unplugged = Atomic(0)
    private let script: [PackedFrame]

    /// What is played between two times that the panel is unplugged: 6 s.
    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      var fingers = [Finger](repeating: Finger(), count: 10)
      var id: Int32 = 0
      script = (0..<6_000).map { _ in
        var events: [KernelEvent] = []
        for slot in fingers.indices {
          Self.move(&fingers[slot], &id, &random, Int32(slot), &events)
        }
        return PackedFrame(events + [.synReport])
      }
    }

    private struct Finger {
      var isDown = false
      var x: Int32 = 0
      var y: Int32 = 0
    }

    func play(on first: consuming UinputPanel) {
      var panel: UinputPanel? = consume first
      while true {
        let start = ContinuousClock.now
        for (index, frame) in script.enumerated() {
          if isOver.load(ordering: .acquiring) { return }
          let wait = start + .milliseconds(index) - ContinuousClock.now
          if wait > .zero { Wait.pause(wait) }
          try? panel?.emit(frame)
          frames.add(1, ordering: .relaxed)
        }
        panel = nil
        unplugged.add(1, ordering: .relaxed)
        panel = try? UinputPanel()
      }
    }

    private static func move(
      _ finger: inout Finger, _ id: inout Int32, _ random: inout SeededRandom, _ slot: Int32,
      _ events: inout [KernelEvent]
    ) {
      events.append(.absolute(0x2f, slot))
      let chance = Int.random(in: 0..<300, using: &random)
      // Lifted; or another takes its slot, with no lift or with one in the same frame.
      if finger.isDown, chance < 3 {
        if chance != 1 { events.append(.absolute(0x39, -1)) }
        finger.isDown = false
        if chance == 0 { return }
      }
      if !finger.isDown {
        guard chance < 30 else { return }
        id += 1
        finger.isDown = true
        events.append(.absolute(0x39, id))
        // Outside the range now and then.
        finger.x = Int32.random(in: -40...4095, using: &random)
        finger.y = Int32.random(in: 0...4095, using: &random)
      }
      finger.x += Int32.random(in: -3...3, using: &random)
      finger.y += Int32.random(in: -3...3, using: &random)
      events += [.absolute(0x35, finger.x), .absolute(0x36, finger.y)]
    }
  }

  /// What no stream may show.
  private struct Watcher {
    private var live: [Int?] = Array(repeating: nil, count: 10)
    /// Since the panel was plugged in: its ids begin anew.
    private var freshIDs: Set<Int32> = []
    private var outside: Set<Int> = []
    private(set) var wrong: [String] = []
    private(set) var drops = 0
    private(set) var fresh = 0
    private(set) var inherited = 0
    private(set) var frames = 0

    init() {
      freshIDs.reserveCapacity(100_000)
      outside.reserveCapacity(1_000)
    }

    mutating func noteRemoval() { freshIDs.removeAll(keepingCapacity: true) }

    var liveCount: Int { live.count { $0 != nil } }

    mutating func take(_ frame: Frame) {
      frames += 1
      for finding in frame.findings {
        if finding.rule == .dropped { drops += 1 }
        if case .outOfRange = finding.rule, let contact = finding.contact {
          outside.insert(contact)
        }
      }
      for change in frame.changes { take(change) }
      for change in frame.changes {
        if case .up = change.kind { outside.remove(change.contact.number) }
      }
    }

    private mutating func take(_ change: ContactChange) {
      let contact = change.contact
      switch change.kind {
      case .down:
        expect(live[contact.slot] == nil, "\(contact) begins where one is live")
        live[contact.slot] = contact.number
        if contact.isInherited {
          inherited += 1
        } else {
          fresh += 1
          expect(freshIDs.insert(contact.trackingID).inserted, "\(contact) has an id of another")
        }
      case .move: expect(live[contact.slot] == contact.number, "\(contact) moves unborn")
      case .up:
        expect(live[contact.slot] == contact.number, "\(contact) ends unborn")
        live[contact.slot] = nil
      }
      if let place = contact.position, !(0...4095 ~= place.x && 0...4095 ~= place.y) {
        expect(outside.contains(contact.number), "\(contact) is outside, and nothing was said")
      }
    }

    private mutating func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
      if !condition, wrong.count < 10 { wrong.append(text()) }
    }
  }

  private func residentKilobytes() -> Int {
    let line = TextFile.lines("/proc/self/status").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  @Test func `a minute of storm breaks no slot, and memory stays flat`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    var seat = try SeatReader.open()
    let hands = Hands(seed: seed)
    let thread = try HandThread(try UinputPanel()) { hands.play(on: $0) }
    var watcher = Watcher()
    let (warm, end) = (Timestamp.soon(seconds: 15), Timestamp.soon(seconds: 60))
    var (memory, removed) = (0, 0)
    while Timestamp.soon(seconds: 0) < end {
      if memory == 0, warm < Timestamp.soon(seconds: 0) { memory = residentKilobytes() }
      switch try seat.next(until: end) {
      case .frame(let frame): watcher.take(frame)
      case .panelRemoved:
        removed += 1
        watcher.noteRemoval()
        #expect(watcher.liveCount == 0)
      default: continue
      }
      if Int.random(in: 0..<400, using: &random) == 0 {
        usleep(UInt32.random(in: 5_000..<80_000, using: &random))
      }
    }
    let growth = residentKilobytes() - memory
    hands.isOver.store(true, ordering: .releasing)
    thread.join()
    let limit = Timestamp.soon(seconds: 10)
    while watcher.liveCount > 0, Timestamp.soon(seconds: 0) < limit {
      if case .frame(let frame) = try seat.next(until: limit) { watcher.take(frame) }
    }
    print(
      "frames sent \(hands.frames.load(ordering: .relaxed)), seen \(watcher.frames), "
        + "fresh \(watcher.fresh), inherited \(watcher.inherited), drops \(watcher.drops), "
        + "unplugged \(hands.unplugged.load(ordering: .relaxed)), memory +\(growth) kB")
    #expect(watcher.wrong.isEmpty, "\(watcher.wrong)")
    #expect(watcher.liveCount == 0)
    #expect(watcher.drops >= 10 && removed >= 2 && watcher.fresh >= 100)
    #expect(growth < 2048, "kB that the reader took while it read")
  }
}

internal import Glibc
import KernelSupport
import Synchronization
import TestSupport
import Testing
import TouchCore
import TouchSource

@Suite(.inGuest) struct ReaderTests {
  private func open(_ path: String) throws -> LivePanel {
    try LivePanel.open(PanelFinder().panel(.node(path)))
  }

  /// The changes of the next frames, in short.
  private func changes(_ reader: inout LivePanel, _ frames: Int) throws -> [[String]] {
    try (0..<frames).map { _ in try reader.nextFrame().map(summary) ?? ["gone"] }
  }

  @Test func `an id that changes with no lift is two contacts`() throws {
    var panel = try UinputPanel()
    var reader = try open(panel.path)
    for id: Int32 in [7, 8] {
      try panel.down(id: id, at: (20 * Double(id) - 100, 50))
      try panel.report()
    }
    try panel.lift()
    try panel.report()
    #expect(
      try changes(&reader, 3) == [["+1@0"], ["-1@0 replaced", "+2@0"], ["-2@0 lifted"]])
  }

  @Test func `a lift and a new id in one frame are two contacts`() throws {
    var panel = try UinputPanel()
    var reader = try open(panel.path)
    try panel.down(id: 7, at: (10, 10))
    try panel.report()
    try panel.lift()
    try panel.down(id: 8, at: (90, 90))
    try panel.report()
    #expect(try changes(&reader, 2) == [["+1@0"], ["-1@0 lifted", "+2@0"]])
  }

  @Test func `the first touch after opening an idle panel is fresh, even at 0`() throws {
    var panel = try UinputPanel()
    var reader = try open(panel.path)
    // The kernel sends no value that it has already, and it begins with 0.
    try panel.down(at: (0, 0))
    try panel.report()
    let frame = try #require(try reader.nextFrame())
    #expect(summary(frame) == ["+1@0"])
    #expect(frame.changes[0].contact.position == DevicePoint(x: 0, y: 0))
  }

  /// A finger that moves a thousand times a second, and another that comes when it is told to.
  private final class BusyHand: Sendable {
    let mayTouch = Atomic(false)
    let isOver = Atomic(false)

    func play(on panel: consuming UinputPanel) {
      var hasTouched = false
      var step: Int32 = 0
      while !isOver.load(ordering: .acquiring) {
        step = (step + 1) % 400
        try? panel.emit([.absolute(0x2f, 0), .absolute(0x35, 400 + step), .synReport])
        usleep(1000)
        guard !hasTouched, mayTouch.load(ordering: .acquiring) else { continue }
        hasTouched = true
        try? panel.emit([
          .absolute(0x2f, 1), .absolute(0x39, 99), .absolute(0x35, 3000), .absolute(0x36, 3001),
          .synReport,
        ])
      }
    }
  }

  @Test func `the first touch after opening a busy panel is not lost`() throws {
    for _ in 0..<20 {
      var panel = try UinputPanel()
      try panel.down(at: (10, 10))
      try panel.report()
      let path = panel.path
      let hand = BusyHand()
      let thread = try HandThread(panel) { hand.play(on: $0) }
      var reader = try open(path)
      hand.mayTouch.store(true, ordering: .releasing)
      var fresh: Contact?
      while fresh == nil, let frame = try reader.nextFrame() {
        fresh = frame.changes.map(\.contact).first { $0.slot == 1 }
      }
      hand.isOver.store(true, ordering: .releasing)
      thread.join()
      #expect(fresh?.isInherited == false)
      #expect(fresh?.position == DevicePoint(x: 3000, y: 3001))
    }
  }

  @Test func `a finger that is down at open is inherited`() throws {
    var panel = try UinputPanel()
    try panel.down(id: 5, at: (50, 50))
    try panel.report()
    var reader = try open(panel.path)
    #expect(reader.downCount == 1)
    try panel.move(to: (60, 60))
    try panel.report()
    try panel.lift()
    try panel.report()
    #expect(try changes(&reader, 2) == [["+1@0*"], ["-1@0* lifted"]])
  }

  @Test func `times are of the monotonic clock`() throws {
    var panel = try UinputPanel()
    var reader = try open(panel.path)
    func now() -> Int64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
    let before = now()
    try panel.down(at: (50, 50))
    try panel.report()
    let after = now()
    let frame = try #require(try reader.nextFrame())
    #expect((before...after).contains(frame.time.microseconds))
  }

  @Test(arguments: [PanelDescription.square, .singleTouch])
  func `unplugged in mid-stroke a contact ends as removed`(description: PanelDescription) throws {
    var panel = try UinputPanel(description)
    var reader = try open(panel.path)
    try panel.down(at: (50, 50))
    try panel.report()
    #expect(try changes(&reader, 1) == [["+1@0"]])
    panel.destroy()
    var ends: [String] = []
    while let frame = try reader.nextFrame() { ends += summary(frame) }
    #expect(ends == ["-1@0 removed"])
  }

  @Test func `a panel that comes back has its number, and contacts are counted on`() throws {
    var seat = try SeatReader.open()
    var frames: [Frame] = []
    for round in 0..<2 {
      var panel = try UinputPanel()
      try panel.down(at: (50, 50))
      try panel.report()
      var isOpen = false
      waiting: while true {
        switch try seat.next() {
        case .panelAdded: isOpen = true
        case .frame(let frame):
          frames.append(frame)
          break waiting
        default: continue
        }
        // It may be open before or after the touch: another one shows that it is read.
        if isOpen {
          try panel.move(to: (60 + Double(round), 60))
          try panel.report()
        }
      }
      panel.destroy()
      gone: while true {
        if case .panelRemoved = try seat.next() { break gone }
      }
    }
    #expect(frames.map(\.panel) == [0, 0])
    #expect(frames.compactMap(\.changes.first?.contact.number) == [1, 2])
  }

  @Test func `a panel that lies works, with a finding, if a position can be had`() throws {
    var panel = try UinputPanel(
      PanelDescription { panel in
        panel.hasTouchButton = false
        panel.x.resolution = 0
      })
    var reader = try open(panel.path)
    try panel.emit([
      .absolute(0x2f, 0), .absolute(0x39, 1), .absolute(0x35, -3616), .absolute(0x36, 9000),
      .synReport,
    ])
    let frame = try #require(try reader.nextFrame())
    #expect(frame.changes.first?.contact.position == DevicePoint(x: -3616, y: 9000))
    #expect(frame.findings.map(\.rule.name) == ["outOfRange", "outOfRange", "ghost"])
    #expect(reader.reading.millimetres == nil)
    try panel.report()
  }

  @Test func `a panel whose axis has one value is refused with the axis and its values`() throws {
    let panel = try UinputPanel(PanelDescription { $0.y = PanelAxis(7, 7) })
    let watch = try Program.swipelock(["watch", "--panel", panel.path])
    #expect(try watch.wait() == .status(69))
    let errors = watch.errors.joined()
    #expect(errors.contains("ABS_MT_POSITION_Y has minimum 7 and maximum 7"), "\(errors)")
  }

  @Test func `frames come as an asynchronous sequence`() async throws {
    var panel = try UinputPanel()
    let reader = try open(panel.path)
    try panel.swipe(through: [(10, 10), (20, 20)], steps: 3)
    var changes: [String] = []
    for try await frame in reader.frames() {
      changes += summary(frame)
      if changes.last == "-1@0 lifted" { break }
    }
    #expect(changes == ["+1@0", "1@0", "1@0", "1@0", "-1@0 lifted"])
  }
}

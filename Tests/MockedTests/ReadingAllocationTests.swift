import CAllocationCounter
import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct ReadingAllocationTests {
    @Test(
      .enabled(if: swipelock_counts_allocations() == 1, "a sanitizer's allocator is not counted"))
    func `a wake with many frames allocates no more than one with few`() throws {
      var scene = try Scene()
      var live = try LivePanel.open(try scene.find())
      func allocations(frames: Int) throws -> Int {
        scene.play { script in
          for round in 0..<frames { script.move(to: Double(round), Double(round)) }
        }
        let before = swipelock_allocations()
        for _ in 0..<frames { _ = try live.nextFrame() }
        return swipelock_allocations() - before
      }
      scene.play { $0.down(8, at: 50, 50) }
      _ = try live.nextFrame()
      _ = try allocations(frames: 20)
      let few = try allocations(frames: 2)
      let many = try allocations(frames: 40)
      #expect(few == many)
    }

    @Test(
      .enabled(if: swipelock_counts_allocations() == 1, "a sanitizer's allocator is not counted"))
    func `two panels of a seat that are read at once allocate no more for many frames`() throws {
      var scene = try Scene()
      let other = MockPanel(scene.testbed, number: 6, PanelFixture.phone)
      var seat = try SeatReader.open()
      func allocations(frames: Int) throws -> Int {
        let start = scene.script.events.count
        for round in 0..<frames { scene.script.move(to: Double(round), Double(round)) }
        let events = Array(scene.script.events[start...])
        scene.panel.write(events)
        other.write(events)
        let before = swipelock_allocations()
        for _ in 0..<2 * frames { _ = try seat.next() }
        return swipelock_allocations() - before
      }
      scene.script.id(8)
      for _ in 0..<2 { _ = try seat.next() }
      _ = try allocations(frames: 20)
      let few = try allocations(frames: 2)
      let many = try allocations(frames: 40)
      #expect(few == many)
    }
  }
}

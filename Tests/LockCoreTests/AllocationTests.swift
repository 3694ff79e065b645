import CAllocationCounter
import LockCore
import TestSupport
import Testing
import TouchCore

struct AllocationTests {
  @Test func `the counter counts`() {
    guard swipelock_counts_allocations() == 1 else { return }
    let before = swipelock_allocations()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
    let after = swipelock_allocations()
    unsafe memory.deallocate()
    #expect(after > before)
  }

  @Test(
    .enabled(if: swipelock_counts_allocations() == 1, "a sanitizer's allocator is not counted"))
  func `from events to decision nothing is allocated after the first frame`() throws {
    var script = try EventScript(PanelFixture.phone)
    script.abs(AbsCode.mtSlot, 0)
    for round in 0..<40 {
      let id = Int32(round)
      script.down(id, at: 20, 35)
      script.down(id + 1000, slot: 1, at: 90, 90)
      // Past dot 6, near enough for a turn.
      script.move(to: 26.5, 66)
      script.move(slot: 1, to: 91, 91)
      script.move(to: 80, 65)
      script.lift()
      script.lift(slot: 1)
    }
    let events = script.events
    let mapping = ViewMapping(script.reading)
    let area = DotGrid.fitted(.standard, in: mapping.view)
    var session = LockSession(on: DotGrid(rules: .standard, area: area), into: Pattern())
    var assembler = FrameAssembler(script.reading)
    var (outcomes, dots, allocations) = (0, 0, 0)
    func play() {
      // Loops over indices: unoptimized, the iterator of an array allocates.
      for position in events.indices {
        if case .more = assembler.feed(events[position]) { continue }
        for index in assembler.frame.changes.indices {
          let change = assembler.frame.changes[index]
          let step = session.take(change, at: mapping.point(of: change.contact))
          dots += step.newDots.count
          if step.outcome == .complete { outcomes += 1 }
        }
      }
    }
    play()
    let before = swipelock_allocations()
    play()
    allocations = swipelock_allocations() - before
    #expect([outcomes, dots] == [80, 400])
    #expect(allocations == 0)
  }

  @Test(
    .enabled(if: swipelock_counts_allocations() == 1, "a sanitizer's allocator is not counted"))
  func `a flow with all that it shows allocates nothing after the first frame`() throws {
    var script = try EventScript(PanelFixture.phone)
    for round in 0..<40 {
      script.draw(Int32(round), through: [(20, 35), (20, 66), (80, 65)])
      script.draw(Int32(round), through: [(20, 35), (80, 35)])
    }
    let events = script.events
    let mapping = ViewMapping(script.reading)
    let grid = DotGrid(rules: .standard, area: DotGrid.fitted(.standard, in: mapping.view))
    var flow = LockFlow(.unlock, on: grid, into: Pattern(), keeping: Pattern())
    var assembler = FrameAssembler(script.reading)
    var (asked, selected, deadlines) = (0, 0, 0)
    func play() {
      for position in events.indices {
        if case .more = assembler.feed(events[position]) { continue }
        let time = assembler.frame.time
        for index in assembler.frame.changes.indices {
          let change = assembler.frame.changes[index]
          _ = flow.take(change, at: mapping.point(of: change.contact), time: time)
          if flow.question == .judge {
            asked += 1
            flow.decide(.wrong, at: time)
          }
        }
        if flow.feedback.until != nil { deadlines += 1 }
        for number in 0..<9 where flow.state(of: Dot(number)) == .selected { selected += 1 }
      }
    }
    play()
    let before = swipelock_allocations()
    play()
    let allocations = swipelock_allocations() - before
    #expect(asked == 80 && selected > 0 && deadlines > 0)
    #expect(allocations == 0)
  }
}

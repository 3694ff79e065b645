import Testing
import TouchCaptures
import TouchCore

@Suite("ReplayClock")
struct ReplayClockTests {
  /// The moments at which the event times are due, asked for at the moments beside them.
  private func due(_ times: [(event: Int64, now: Int64)]) -> [Int64] {
    var clock = ReplayClock()
    return times.map { time in
      clock.due(
        Timestamp(microseconds: time.event), now: Timestamp(microseconds: time.now)
      ).microseconds
    }
  }

  @Test func `a frame is due as long after the first as its event was, however late the last came`()
  {
    #expect(
      due([(100, 5000), (1100, 5010), (2100, 9000), (3100, 9001)]) == [5000, 6000, 7000, 8000])
  }

  @Test func `when the event times jump back the count begins anew from there`() {
    #expect(due([(9000, 10), (9500, 520), (0, 700), (300, 701)]) == [10, 510, 700, 1000])
  }

  @Test func `an event time beyond all clocks is due at the end of time`() {
    #expect(due([(-5, 10), (.max, 10)]) == [10, .max])
  }
}

import Testing
import TouchCore
import TouchSource

struct StageTimesTests {
  private func note(_ nanoseconds: Int64, in times: inout StageTimes) {
    let read = ReadTimes(woken: 1_000_000 + nanoseconds, read: 1_000_000 + 3 * nanoseconds)
    times.note(
      event: Timestamp(microseconds: 1000), read, frame: read.read, dots: read.read + 7,
      decision: nanoseconds > 500_000 ? read.read + 8 : nil)
  }

  @Test func `half and all but a hundredth of the passes are told to a sixteenth`() throws {
    var times = StageTimes()
    for microseconds in 1...1000 { note(Int64(microseconds) * 1000, in: &times) }
    for (stage, factor) in [(StageTimes.Stage.woken, 1.0), (.read, 2)] {
      for (share, wanted) in [(0.5, 500_000.0), (0.99, 990_000)] {
        let told = Double(try #require(times.quantile(stage, share)))
        #expect(abs(told - factor * wanted) <= factor * wanted / 16)
      }
    }
    #expect(times.quantile(.frame, 0.5) == 0)
    #expect(times.quantile(.dots, 0.99) == 7)
  }

  @Test func `only frames that led to a decision count for it, and the rest for all`() {
    var times = StageTimes()
    #expect(times.quantile(.all, 0.5) == nil)
    for microseconds in 1...1000 { note(Int64(microseconds) * 1000, in: &times) }
    #expect(times.count(.decision) == 500 && times.count(.all) == 1000)
    #expect(times.quantile(.decision, 0.5) == 1)
  }

  @Test func `a clock that goes back, and a wait of years, are told as some time`() throws {
    var times = StageTimes()
    let read = ReadTimes(woken: 0, read: .max)
    times.note(event: Timestamp(microseconds: 5), read, frame: .max, dots: .max)
    #expect(times.quantile(.woken, 0.5) == 0)
    #expect(try #require(times.quantile(.read, 0.5)) > 1 << 62)
  }
}

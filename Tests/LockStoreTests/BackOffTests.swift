import LockStore
import Testing

struct BackOffTests {
  private let clock = HandClock()

  @Test func `the waits of a public place`() {
    let seconds = (0...18).map { BackOff.kiosk.milliseconds(afterFailures: $0) / 1_000 }
    #expect(
      seconds == [
        0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900,
      ])
    #expect(BackOff.kiosk.milliseconds(afterFailures: .max) == 900_000)
  }

  @Test(arguments: zip([3_600, 86_400] as [Int64], [17, 109]))
  func `guesses in an hour and a day`(_ seconds: Int64, _ guesses: Int) {
    #expect(BackOff.kiosk.guesses(within: seconds * 1_000) == guesses)
  }

  @Test func `a wait ends to the microsecond, and is told in whole milliseconds, never 0`() {
    let stamp = clock.now
    func standing(after microseconds: Int64) -> BackOff.Standing {
      clock.set(microseconds: stamp.microseconds + microseconds)
      return BackOff.kiosk.standing(afterFailures: 5, lastAt: stamp, at: clock.now)
    }
    #expect(standing(after: 0) == .wait(milliseconds: 30_000))
    #expect(standing(after: 1) == .wait(milliseconds: 30_000))
    #expect(standing(after: 1_000) == .wait(milliseconds: 29_999))
    #expect(standing(after: 29_999_999) == .wait(milliseconds: 1))
    #expect(standing(after: 30_000_000) == .free)
  }

  @Test func `another start of the machine, or a time to come, is the whole wait`() {
    let stamp = clock.now
    func standing(_ failures: UInt32) -> BackOff.Standing {
      BackOff.kiosk.standing(afterFailures: failures, lastAt: stamp, at: clock.now)
    }
    clock.set(microseconds: stamp.microseconds - 1)
    #expect(standing(5) == .wait(milliseconds: 30_000))
    #expect(standing(4) == .free)
    clock.reboot(microseconds: .max)
    #expect(standing(12) == .wait(milliseconds: 120_000))
    #expect(standing(6) == .free)
    #expect(standing(0) == .free)
  }

  @Test func `the farthest times do not overflow`() {
    clock.set(microseconds: 0)
    let first = clock.now
    clock.set(microseconds: .max)
    #expect(BackOff.kiosk.standing(afterFailures: 30, lastAt: first, at: clock.now) == .free)
    #expect(
      BackOff.kiosk.standing(afterFailures: 30, lastAt: clock.now, at: first)
        == .wait(milliseconds: 900_000))
  }

  @Test func `the kernel's clock goes on within one start`() throws {
    let (first, second) = (try BootClock.current(), try BootClock.current())
    #expect(first.boot == second.boot)
    #expect(first.boot.description.count { $0 == "-" } == 4)
    #expect(first.microseconds > 0 && first.microseconds <= second.microseconds)
  }
}

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

  @Test(arguments: [BackOff.kiosk, .strict])
  func `the README's table tells the guesses that there are`(_ policy: BackOff) throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let row = try #require(
      Files.text("\(root)/README.md")?.split(separator: "\n")
        .first { $0.hasPrefix("| `\(policy.name)`") })
    let cells = row.split(separator: "|").map { $0.trimmed }
    let hour: Int64 = 3_600_000
    let guesses = [hour, 24 * hour, 30 * 24 * hour].map { policy.guesses(within: $0) }
    #expect(cells.suffix(3).map { Int($0) } == guesses)
  }

  @Test func `after a hundred failures in a row nothing else happens than before`() {
    for policy in [BackOff.kiosk, .strict] {
      let waits = Set((100...1_000).map { policy.milliseconds(afterFailures: $0, besideOwner: $0) })
      #expect(waits == [policy.milliseconds(afterFailures: .max)])
    }
  }

  @Test func `the waits where only one's own people come are AOSP's`() {
    let day: Int64 = 86_400
    let seconds = (0...19).map { BackOff.strict.milliseconds(afterFailures: $0) / 1_000 }
    #expect(
      seconds == [
        0, 0, 0, 0, 0, 60, 300, 900, 1_800, 5_400, 14_400, 43_200, 129_600, 4 * day, 13 * day,
        41 * day, 123 * day, 365 * day, 1_095 * day, 3_285 * day,
      ])
    #expect(BackOff.strict.milliseconds(afterFailures: .max) == 3_285 * day * 1_000)
  }

  @Test func `from thirty failures beside the owner on, each waits the longest`() {
    func wait(_ failures: UInt32, _ besideOwner: UInt32) -> Int64 {
      BackOff.kiosk.milliseconds(afterFailures: failures, besideOwner: besideOwner)
    }
    #expect(wait(1, 29) == 0 && wait(1, 30) == 900_000 && wait(5, 30) == 900_000)
    // One who was right waits for nothing.
    #expect(wait(0, 31) == 0)
  }

  @Test func `a policy of one's own slows down in the end`() {
    #expect(BackOff(own: [0, 3])?.seconds == [0, 3])
    #expect(BackOff(own: [0, 3])?.milliseconds(afterFailures: 7) == 3_000)
    for wrong in [[], [0], [5, 0], [-1, 5], [BackOff.longestSeconds + 1]] {
      #expect(BackOff(own: wrong) == nil)
    }
    #expect(BackOff(own: Array(repeating: 1, count: 65)) == nil)
    #expect(BackOff(named: "strict") == .strict && BackOff(named: "own") == nil)
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

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}

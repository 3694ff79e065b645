/// How failed attempts slow the next one down. It reads no clock: the time is an argument.
public struct BackOff: Hashable, Sendable {
  /// What it is called: `kiosk`, `strict`, or `own`.
  public let name: String
  /// The seconds that must pass after the first, second, third … failure in a row before the next
  /// attempt; the last number stands for all further ones.
  public let seconds: [Int64]

  /// For a lock in a public place: 4 failures are free, after the 5th 30 s; from the 10th on 30 s,
  /// doubling with each up to 15 minutes. The longest wait is short, so that a passer-by cannot shut
  /// the staff out for a day.
  public static let kiosk = BackOff(
    name: "kiosk", unchecked: [0, 0, 0, 0, 30, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900])

  /// For a lock that only its people can reach: AOSP's limiter of 2025 (SoftwareRateLimiter.java). A
  /// minute after the 5th failure, a day and a half after the 12th, nine years after the 19th, where
  /// AOSP gives up.
  public static let strict = BackOff(
    name: "strict",
    unchecked: [
      0, 0, 0, 0, 60, 300, 900, 1_800, 5_400, 14_400, 43_200, 129_600, 4 * day, 13 * day, 41 * day,
      123 * day, 365 * day, 3 * 365 * day, 9 * 365 * day,
    ])

  private static let day: Int64 = 86_400

  /// From so many failures since the owner's last right attempt on, every failure has the longest
  /// wait. 30 of the likeliest guesses open a quarter of all patterns where none is refused at
  /// enrolment (Munyendo et al., SOUPS 2021).
  public static let mostFailuresBesideOwner: UInt32 = 30

  /// The most numbers that a policy of one's own may have, and the longest wait: ten years.
  public static let mostWaits = 64
  public static let longestSeconds: Int64 = 10 * 365 * day

  private init(name: String, unchecked seconds: [Int64]) {
    (self.name, self.seconds) = (name, seconds)
  }

  /// A policy of one's own; nil unless it has 1 to `mostWaits` numbers from 0 to `longestSeconds`, and
  /// the last, which goes on for ever, is 1 or more.
  public init?(own seconds: [Int64]) {
    guard 1...Self.mostWaits ~= seconds.count, let last = seconds.last, last > 0,
      seconds.allSatisfy({ 0...Self.longestSeconds ~= $0 })
    else { return nil }
    self.init(name: "own", unchecked: seconds)
  }

  /// The policy of that name, `kiosk` or `strict`.
  public init?(named name: String) {
    guard let policy = [Self.kiosk, .strict].first(where: { $0.name == name }) else { return nil }
    self = policy
  }

  /// Whether there may be an attempt.
  public enum Standing: Hashable, Sendable {
    /// Now.
    case free
    /// After so many milliseconds, at least 1.
    case wait(milliseconds: Int64)
  }

  /// The milliseconds that must pass after so many failures in a row, before the next attempt.
  public func milliseconds(afterFailures failures: UInt32, besideOwner: UInt32 = 0) -> Int64 {
    guard failures > 0 else { return 0 }
    let isWornOut = besideOwner >= Self.mostFailuresBesideOwner
    let seconds = isWornOut ? longest : seconds[Int(min(failures, UInt32(seconds.count))) - 1]
    return seconds * 1_000
  }

  private var longest: Int64 { seconds.max() ?? 0 }

  /// How many guesses in a row there can be within so many milliseconds, by somebody who never
  /// pauses, with no right attempt in between.
  public func guesses(within milliseconds: Int64) -> Int {
    var (time, guesses) = (Int64(0), UInt32(0))
    while time < milliseconds {
      guesses += 1
      time += self.milliseconds(afterFailures: guesses, besideOwner: guesses)
    }
    return Int(guesses)
  }

  /// The standing at `clock`, after so many failures of which the last was charged at `stamp`.
  ///
  /// A wait runs by the clock of one start of the machine. If the machine was started again, or the
  /// clock went back, nobody knows how much of it has passed, and it is as long as it was.
  public func standing(
    afterFailures failures: UInt32, besideOwner: UInt32 = 0, lastAt stamp: BootClock,
    at clock: BootClock
  ) -> Standing {
    let whole = milliseconds(afterFailures: failures, besideOwner: besideOwner)
    guard whole > 0 else { return .free }
    guard stamp.runs(until: clock) else { return .wait(milliseconds: whole) }
    let left = whole * 1_000 - (clock.microseconds - stamp.microseconds)
    return left > 0 ? .wait(milliseconds: (left + 999) / 1_000) : .free
  }
}

extension BackOff {
  func standing(of record: AttemptRecord, at clock: BootClock) -> Standing {
    standing(
      afterFailures: record.failures, besideOwner: record.ownerFailures, lastAt: record.stamp,
      at: clock)
  }

  /// The record to write for a wait that has to begin again, or it would never end; nil if the wait
  /// runs, or there is none.
  func restarted(_ record: AttemptRecord, at clock: BootClock) -> AttemptRecord? {
    let whole = milliseconds(afterFailures: record.failures, besideOwner: record.ownerFailures)
    guard whole > 0, !record.stamp.runs(until: clock) else { return nil }
    var record = record
    record.stamp = clock
    return record
  }
}

extension BootClock {
  /// Whether `later` tells how much time has passed since.
  func runs(until later: BootClock) -> Bool {
    boot == later.boot && microseconds <= later.microseconds
  }
}

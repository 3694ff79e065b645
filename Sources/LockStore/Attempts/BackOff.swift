/// How failed attempts slow the next one down. It reads no clock: the time is an argument.
public enum BackOff: Hashable, Sendable {
  /// For a lock in a public place: after the 5th failure 30 s; from the 10th on 30 s, doubling with
  /// each up to 15 minutes. The longest wait is short, so that a passer-by cannot shut the staff out
  /// for a day.
  case kiosk

  /// Whether there may be an attempt.
  public enum Standing: Hashable, Sendable {
    /// Now.
    case free
    /// After so many milliseconds, at least 1.
    case wait(milliseconds: Int64)
  }

  /// The milliseconds that must pass after so many failures in a row, before the next attempt.
  public func milliseconds(afterFailures failures: UInt32) -> Int64 {
    switch self {
    case .kiosk:
      switch failures {
      case 5: 30_000
      case 10...: min(900_000, 30_000 << Int64(min(failures - 10, 5)))
      default: 0
      }
    }
  }

  /// The standing at `clock`, after so many failures of which the last was charged at `stamp`.
  ///
  /// A wait runs by the clock of one start of the machine. If the machine was started again, or the
  /// clock went back, nobody knows how much of it has passed, and it is as long as it was.
  public func standing(
    afterFailures failures: UInt32, lastAt stamp: BootClock, at clock: BootClock
  ) -> Standing {
    let whole = milliseconds(afterFailures: failures)
    guard whole > 0 else { return .free }
    guard stamp.runs(until: clock) else { return .wait(milliseconds: whole) }
    let left = whole * 1_000 - (clock.microseconds - stamp.microseconds)
    return left > 0 ? .wait(milliseconds: (left + 999) / 1_000) : .free
  }
}

extension BackOff {
  func standing(of record: AttemptRecord, at clock: BootClock) -> Standing {
    standing(afterFailures: record.failures, lastAt: record.stamp, at: clock)
  }

  /// The record to write for a wait that has to begin again, or it would never end; nil if the wait
  /// runs, or there is none.
  func restarted(_ record: AttemptRecord, at clock: BootClock) -> AttemptRecord? {
    guard milliseconds(afterFailures: record.failures) > 0, !record.stamp.runs(until: clock) else {
      return nil
    }
    var record = record
    record.stamp = clock
    return record
  }
}

extension BootClock {
  /// Whether `later` tells how much time has passed since.
  fileprivate func runs(until later: BootClock) -> Bool {
    boot == later.boot && microseconds <= later.microseconds
  }
}

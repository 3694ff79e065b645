import Glibc
import LockCore
import LockStore

/// What the lock ended with.
enum LockEnd {
  /// The judge said that the pattern is right.
  case unlocked(name: String)
  /// Anything else.
  case denied(Failure)
}

/// Judges stroke after stroke until one is right, or no more may or will come.
struct LockLoop {
  private let store: Store
  private let attempts: Int
  /// Whether people draw on a panel: then a fault is told and the lock stays.
  private let isLive: Bool

  init(_ store: Store, attempts: Int, isLive: Bool = true) {
    self.store = store
    self.attempts = attempts
    self.isLive = isLive
  }

  func run<Feed: StrokeFeed & ~Copyable>(_ feed: inout Feed) throws(Failure) -> LockEnd {
    // Whoever reads what the lock says may go away; the lock may not.
    let before = isLive ? signal(SIGPIPE, SIG_IGN) : nil
    defer { if isLive { signal(SIGPIPE, before) } }
    var output = Output()
    var judge = StoreJudge(store)
    var wrong = 0
    var last = Failure(.denied, "denied: no stroke that could be judged")
    if isLive {
      try? output.say("Locked. Draw the pattern.")
    } else if let lockout = lockout() {
      return .denied(lockout)
    }
    while true {
      switch try feed.next() {
      case .signal(let signal): return .denied(Failure(signal: signal))
      case .end: return .denied(last)
      case .stroke(.cancelled): last = Failure(.denied, "denied: the stroke was cancelled")
      case .stroke(.tooShort):
        last = Failure(.denied, "denied: too short, which is no attempt")
        if isLive { try? output.say("Too short.") }
      case .stroke(.complete):
        switch feed.judge(by: &judge) {
        case .right(let name):
          if isLive { try? output.say("Unlocked.") }
          return .unlocked(name: name)
        case .wrong:
          wrong += 1
          last = Failure(.denied, "denied: wrong pattern")
          if isLive { try? output.say("Wrong pattern.") }
          if wrong >= attempts { return .denied(lockout() ?? last) }
        case .alreadyTried:
          last = Failure(.denied, "denied: already tried, which is no attempt")
          if isLive { try? output.say("Already tried.") }
        case .lockedOut(let milliseconds):
          last = Failure(lockedOutFor: milliseconds)
          guard isLive else { return .denied(last) }
          try? output.say("Locked out for \(Decimal.wholeSeconds(milliseconds: milliseconds)) s.")
        case .unavailable(let reason):
          last = Failure(.denied, "denied: this way to unlock is not open (\(reason.rawValue))")
          if isLive { warn("still locked: this way is not open (\(reason.rawValue))") }
        case .cancelled:
          last = Failure(.denied, "denied: the attempt was cancelled")
        case .failed(let fault):
          last = Failure(fault)
          if isLive { warn("still locked: \(fault)") }
        }
      }
    }
  }

  /// The lock-out as a failure, if the store is locked out.
  private func lockout() -> Failure? {
    guard case .wait(let milliseconds)? = try? store.status().standing else { return nil }
    return Failure(lockedOutFor: milliseconds)
  }
}

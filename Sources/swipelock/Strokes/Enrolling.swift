import Glibc
import LockCore
import LockStore

/// Puts the new pattern of a flow into the store.
struct Enrolling: FlowAnswers {
  enum Who {
    /// Somebody who is not there yet.
    case new(CredentialName, cost: VerifierCost)
    /// The one whose pattern was right.
    case changed
  }

  let store: Store
  let who: Who
  /// Whether patterns are taken that many people would try.
  let allowsLikely: Bool

  func settle(
    _ question: LockFlow.Question, _ pattern: borrowing Pattern, drawnBy rules: PatternRules,
    after name: String?
  ) -> LockFlow.Settlement {
    guard question == .enrol else { return check(pattern, rules) }
    do throws(StoreError) {
      switch try put(pattern, rules, after: name) {
      case .stored: return .accepted
      case .taken: return .refused(.taken)
      case .lockedOut(let milliseconds): return .lockedOut(millisecondsLeft: milliseconds)
      }
    } catch {
      return .failed(JudgeFailure(error.kind, error.description))
    }
  }

  private func check(
    _ pattern: borrowing Pattern, _ rules: PatternRules
  ) -> LockFlow.Settlement {
    guard !allowsLikely, let reason = LikelyPatterns.reason(pattern, on: rules) else {
      return .accepted
    }
    return .refused(.likely(reason))
  }

  private func put(
    _ pattern: borrowing Pattern, _ rules: PatternRules, after name: String?
  ) throws(StoreError) -> Store.Answer {
    let now = Int64(time(nil))
    switch who {
    case .new(let name, let cost):
      return try store.enrol(pattern, as: name, drawnBy: rules, created: now, cost: cost)
    case .changed:
      guard let name = name.flatMap({ CredentialName($0) }) else {
        preconditionFailure("nobody's pattern was right")
      }
      return try store.change(name, to: pattern, drawnBy: rules, changed: now)
    }
  }
}

/// Removes somebody: whose pattern was right, or another, if that is the owner's.
struct Removing: FlowAnswers {
  let store: Store
  /// Who is to go; nil for whose pattern was right.
  let target: CredentialName?

  func settle(
    _ question: LockFlow.Question, _ pattern: borrowing Pattern, drawnBy rules: PatternRules,
    after name: String?
  ) -> LockFlow.Settlement {
    guard let name = name.flatMap({ CredentialName($0) }) else {
      preconditionFailure("nobody's pattern was right")
    }
    do throws(StoreError) {
      let target = target ?? name
      let owner = try store.status().enrolled.first { $0.isOwner }?.name
      guard target == name || name == owner else {
        let sentence =
          "\(target) was not removed: that takes the pattern of \(target), or of the store's owner"
        return .failed(JudgeFailure(.permissionDenied, sentence))
      }
      try store.remove(target)
      return .accepted
    } catch {
      return .failed(JudgeFailure(error.kind, error.description))
    }
  }
}

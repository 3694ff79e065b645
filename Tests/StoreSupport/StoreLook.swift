package import LockStore
package import LockCore

/// What somebody meets who comes to a store: whom it lets in by which pattern, and what it counts.
package enum StoreLook: Hashable, Sendable {
  case nobodyEnrolled
  /// Everybody enrolled, each with the pattern that opens.
  case open([String: DrawnPattern?], failures: UInt32)
  /// No pattern is looked at.
  case lockedOut(failures: UInt32, milliseconds: Int64)
  case fault(String)

  /// Looks at a store, at the price of its failures.
  package init(_ store: Store) {
    do throws(StoreError) {
      self = try Self.look(at: store)
    } catch .nobodyEnrolled {
      self = .nobodyEnrolled
    } catch {
      self = .fault("\(error)")
    }
  }

  private static func look(at store: Store) throws(StoreError) -> StoreLook {
    let status = try store.status()
    var people = [String: DrawnPattern?](
      uniqueKeysWithValues: status.enrolled.map { ($0.name.description, .none) })
    for pattern in DrawnPattern.allCases {
      switch pattern.judged(by: store) {
      case .right(let name): people[name] = pattern
      case .lockedOut(let milliseconds):
        return .lockedOut(failures: status.failures, milliseconds: milliseconds)
      case .wrong: break
      default: return .fault("no verdict on a pattern")
      }
      // Or the looking itself would lock it out.
      try store.reset()
    }
    return .open(people, failures: status.failures)
  }
}

/// The patterns that are drawn on a store.
package enum DrawnPattern: CaseIterable, Sendable {
  case first
  case second
  /// Nobody's, in any scenario.
  case wrong

  package func drawn() -> Pattern {
    var pattern = Pattern()
    for dot in dots { pattern.append(Dot(dot)) }
    return pattern
  }

  private var dots: [Int] {
    switch self {
    case .first: [0, 3, 6, 7, 8]
    case .second: [2, 5, 8, 7]
    case .wrong: [0, 1, 2, 5]
    }
  }

  package func judged(by store: Store) -> Verdict {
    var judge = StoreJudge(store)
    return judge.judge(drawn(), drawnBy: .standard)
  }
}

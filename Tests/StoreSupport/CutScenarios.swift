import LockCore
import LockStore

extension CutScenario {
  package static let all = attempts + enrolments + removals + lockOuts

  private static let attempts = [
    CutScenario(
      description: "a wrong attempt", prepare: enrolAndFail, act: { try judge(.wrong, by: $0) },
      leaves: [
        .begun: [alone(1), alone(2)], .verifying: [alone(2)], .returned: [alone(2)],
      ]),
    CutScenario(
      description: "a right attempt", prepare: enrolAndFail, act: { try judge(.first, by: $0) },
      leaves: [
        .begun: [alone(1), alone(2)], .verifying: [alone(2)],
        .verified: [alone(2), alone(0)], .returned: [alone(2), alone(0)],
      ]),
    CutScenario(
      description: "an attempt that is given back", prepare: enrolAndFail,
      act: { try judge(.first, by: $0) }, verifierFails: true,
      leaves: [
        .begun: [alone(1), alone(2)], .verifying: [alone(2)],
        .verified: [alone(2), alone(1)], .returned: [alone(2), alone(1)],
      ]),
  ]

  private static let enrolments = [
    CutScenario(
      description: "the first enrolment", prepare: { _ in },
      act: { try enrol($0, .first, as: .standard) },
      leaves: [
        .verifying: [.nobodyEnrolled], .verified: [.nobodyEnrolled, alone(0)],
        .returned: [alone(0)],
      ]),
    CutScenario(
      description: "a second enrolment", prepare: enrolAndFail,
      act: { try enrol($0, .second, as: guest) },
      leaves: [
        .begun: [alone(1), alone(2)], .verifying: [alone(2)],
        .verified: [alone(2), both(2), both(1)], .returned: [both(2), both(1)],
      ]),
    CutScenario(
      description: "an enrolment of somebody else's pattern", prepare: enrolAndFail,
      act: { try enrol($0, .first, as: guest, .taken) },
      leaves: [.begun: [alone(1), alone(2)], .verifying: [alone(2)], .returned: [alone(2)]]),
    CutScenario(
      description: "a change", prepare: enrolAndFail,
      act: { store in
        let answer = try store.change(
          .standard, to: DrawnPattern.second.drawn(), drawnBy: .standard, changed: 1)
        try demand(answer == .stored, "the change: \(answer)")
      },
      leaves: [
        .begun: [alone(1), alone(2)], .verifying: [alone(2)],
        .verified: [alone(2), changed(2), changed(1)], .returned: [changed(2), changed(1)],
      ]),
  ]

  private static let removals = [
    CutScenario(
      description: "the removal of one of two", prepare: enrolTwoAndFail,
      act: { try $0.remove(guest) }, leaves: [.begun: [both(1), alone(1)], .returned: [alone(1)]]),
    CutScenario(
      description: "the removal of the last", prepare: enrolAndFail,
      act: { try $0.remove(.standard) },
      leaves: [.begun: [alone(1), .nobodyEnrolled], .returned: [.nobodyEnrolled]]),
  ]

  private static let lockOuts = [
    CutScenario(
      description: "a reset", prepare: enrolAndLockOut, act: { try $0.reset() },
      leaves: [.begun: [lockedOut, alone(0)], .returned: [alone(0)]]),
    CutScenario(
      description: "an attempt in a lock-out", prepare: enrolAndLockOut,
      act: { store in
        let verdict = DrawnPattern.first.judged(by: store)
        try demand(verdict == .lockedOut(millisecondsLeft: 30_000), "in the wait: \(verdict)")
      },
      leaves: [.begun: [lockedOut], .returned: [lockedOut]]),
  ]

  private static let guest = CredentialName("guest") ?? .standard

  private static func alone(_ failures: UInt32) -> StoreLook {
    .open(["default": .first], failures: failures)
  }

  private static func both(_ failures: UInt32) -> StoreLook {
    .open(["default": .first, "guest": .second], failures: failures)
  }

  private static func changed(_ failures: UInt32) -> StoreLook {
    .open(["default": .second], failures: failures)
  }

  /// By the policy `kiosk`.
  private static let lockedOut = StoreLook.lockedOut(failures: 5, milliseconds: 30_000)

  /// With one failure, so that a record cleared, charged or given back can be told from another.
  @Sendable private static func enrolAndFail(_ store: Store) throws {
    try enrol(store, .first, as: .standard)
    try judge(.wrong, by: store)
  }

  @Sendable private static func enrolTwoAndFail(_ store: Store) throws {
    try enrol(store, .first, as: .standard)
    try enrol(store, .second, as: guest)
    try judge(.wrong, by: store)
  }

  @Sendable private static func enrolAndLockOut(_ store: Store) throws {
    try enrol(store, .first, as: .standard)
    for _ in 1...5 { try judge(.wrong, by: store) }
  }

  private static func enrol(
    _ store: Store, _ pattern: DrawnPattern, as name: CredentialName,
    _ expected: Store.Answer = .stored
  ) throws {
    let answer = try store.enrol(pattern.drawn(), as: name, drawnBy: .standard, created: 0)
    try demand(answer == expected, "the enrolment: \(answer)")
  }

  private static func judge(_ pattern: DrawnPattern, by store: Store) throws {
    let verdict = pattern.judged(by: store)
    let isExpected =
      switch verdict {
      case .right: pattern == .first
      case .wrong: pattern == .wrong
      case .failed(let failure): failure.kind == .inputOutput
      default: false
      }
    try demand(isExpected, "\(pattern): \(verdict)")
  }

  /// A scenario that did not go as it was written proves nothing.
  private struct Unexpected: Error { let description: String }

  private static func demand(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
    guard isSo else { throw Unexpected(description: description()) }
  }
}

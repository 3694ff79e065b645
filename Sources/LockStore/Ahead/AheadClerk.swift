internal import LockCore

/// The other side of an `AheadJudge`, on its thread: charges, verifies and gives back.
final class AheadClerk: @unchecked Sendable {
  // After the start only the thread touches these, which is why the class may go there.
  private let desk: AheadDesk
  private var judge: StoreJudge
  private var pattern: Pattern

  init(_ desk: AheadDesk, _ judge: consuming StoreJudge, into pattern: consuming Pattern) {
    self.desk = desk
    self.judge = judge
    self.pattern = pattern
  }

  /// What there is to do for the stroke in hand.
  private enum Task {
    /// Look at the newest pattern.
    case verify(serial: Int)
    /// Say what was found out.
    case decide
    /// Forget it: it is no attempt, or the next stroke is there already.
    case drop
  }

  /// Takes stroke after stroke, until the desk is closed.
  func work() {
    while let (number, rules) = nextStroke() {
      switch judge.charge(drawnBy: rules) {
      case .charged(let charge): take(number, charge)
      case .refused(let verdict): refuse(number, verdict)
      }
      pattern.clear()
    }
  }

  private func nextStroke() -> (number: Int, rules: PatternRules)? {
    desk.wait { stroke in
      switch stroke.state {
      case .drawn, .lifted: .some((stroke.number, stroke.rules))
      case .none, .judged: stroke.isClosed ? .some(nil) : nil
      }
    }
  }

  /// Whatever was drawn has the same answer.
  private func refuse(_ number: Int, _ verdict: Verdict) {
    while true {
      switch nextTask(number, afterSerial: .max) {
      case .verify: break
      case .drop: return
      case .decide: return desk.change { $0.decide(verdict) }
      }
    }
  }

  private func take(_ number: Int, _ charge: consuming Charge) {
    var output: VerifierOutput?
    var serial = 0
    while true {
      switch nextTask(number, afterSerial: serial) {
      case .verify(let newest):
        output = judge.output(of: pattern, for: charge)
        serial = newest
      case .drop:
        return judge.refund(charge)
      case .decide:
        let verification = judge.decide(on: output, of: pattern.kind, charge)
        desk.change { $0.decide(verification.verdict(in: judge.folder)) }
        return judge.settle(verification)
      }
    }
  }

  /// Waits until there is something to do for a stroke of which the pattern of that serial is known.
  private func nextTask(_ number: Int, afterSerial known: Int) -> Task {
    desk.wait { stroke in
      guard stroke.number == number else { return .drop }
      switch stroke.state {
      case .none, .judged: return .drop
      case .drawn, .lifted:
        if stroke.serial > known {
          stroke.copy(into: &pattern)
          return .verify(serial: stroke.serial)
        }
        return stroke.state == .lifted ? .decide : nil
      }
    }
  }
}

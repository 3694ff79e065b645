import LockCore
import Testing
import TouchCore

struct EnrolFlowTests {
  /// A flow that has its first entry.
  private func confirming(_ purpose: LockFlow.Purpose = .set) throws -> FlowPlay {
    let play = try FlowPlay(purpose)
    play.draw(FlowPlay.ell)
    play.settle(.accepted)
    return play
  }

  @Test func `setting takes two entries and asks to enrol the second`() throws {
    let play = try FlowPlay(.set)
    #expect(play.message == .idle(.new))
    play.draw(FlowPlay.ell)
    #expect(play.question == .check)
    play.settle(.accepted)
    #expect(play.message == .idle(.again) && play.dots == "")
    play.draw(FlowPlay.ell)
    #expect(play.question == .enrol && play.dots == "03678")
    play.settle(.accepted)
    #expect(
      play.events == [.completed, .firstEntryAccepted, .completed, .settled(.accepted)])
    #expect(play.message == .enrolled && play.isOver)
  }

  @Test func `a difference keeps the first entry and lets one retry`() throws {
    let play = try confirming()
    play.draw(FlowPlay.other)
    #expect(play.events.last == .differs && play.message == .differs)
    #expect(play.state(of: 5) == .wrong && play.question == nil)
    play.draw(FlowPlay.ell)
    #expect(play.question == .enrol)
  }

  @Test func `after a difference one may start over`() throws {
    let play = try confirming()
    play.draw(FlowPlay.other)
    play.flow.startOver(at: play.now)
    #expect(play.message == .idle(.new) && play.dots == "")
    play.draw(FlowPlay.other)
    play.settle(.accepted)
    play.draw(FlowPlay.ell)
    #expect(play.message == .differs, "the entry from before is remembered")
    play.draw(FlowPlay.other)
    #expect(play.question == .enrol)
  }

  @Test func `a confirming stroke that is too short, or cancelled, keeps the first entry`() throws {
    let play = try confirming()
    play.draw(FlowPlay.short)
    play.begin(FlowPlay.other)
    play.palm()
    play.lift()
    play.draw(FlowPlay.ell)
    #expect(play.question == .enrol)
  }

  @Test func `with one entry a pattern is enrolled at once`() throws {
    let play = try FlowPlay(.set, confirms: false)
    play.draw(FlowPlay.ell)
    play.settle(.accepted)
    #expect(play.question == .enrol && play.dots == "03678")
    play.settle(.accepted)
    #expect(play.isOver && play.message == .enrolled)
  }

  @Test func `a likely pattern is refused with the first entry`() throws {
    let play = try FlowPlay(.set)
    play.draw(FlowPlay.ell)
    play.settle(.refused(.likely(.edge)))
    #expect(play.message == .refused(.likely(.edge)))
    play.draw(FlowPlay.other)
    play.settle(.accepted)
    play.draw(FlowPlay.other)
    #expect(play.question == .enrol)
  }

  @Test func `a collision begins again, and the second ends the flow`() throws {
    let play = try confirming()
    play.draw(FlowPlay.ell)
    play.settle(.refused(.taken))
    #expect(play.message == .refused(.taken))
    play.draw(FlowPlay.other)
    play.settle(.accepted)
    play.draw(FlowPlay.other)
    play.settle(.refused(.taken))
    #expect(play.message == .givenUp && play.isOver && play.dots == "")
  }

  @Test func `what cannot be stored is told, and nothing is enrolled`() throws {
    let fault = JudgeFailure(.inputOutput, "the disk is full")
    let play = try confirming()
    play.draw(FlowPlay.ell)
    play.settle(.failed(fault))
    #expect(play.message == .failed(fault) && !play.isOver)
    play.draw(FlowPlay.ell)
    #expect(play.question == .check)
  }

  @Test func `a lock-out that the collision check brings is waited for`() throws {
    let play = try confirming()
    play.draw(FlowPlay.ell)
    play.settle(.lockedOut(millisecondsLeft: 30_000))
    play.wait(milliseconds: 29_000)
    play.draw(FlowPlay.ell)
    #expect(play.question == nil)
    play.wait(milliseconds: 1000)
    play.tick()
    #expect(play.message == .idle(.new))
  }

  @Test func `changing asks for the old pattern before any new one`() throws {
    let play = try FlowPlay(.change)
    #expect(play.message == .idle(.current))
    play.draw(FlowPlay.ell)
    #expect(play.question == .judge)
    play.decide(.wrong)
    play.draw(FlowPlay.ell)
    play.decide(.right(name: "me"))
    #expect(play.message == .idle(.new) && play.dots == "" && !play.isOver)
    play.draw(FlowPlay.other)
    play.settle(.accepted)
    play.draw(FlowPlay.other)
    #expect(play.question == .enrol)
    play.settle(.accepted)
    #expect(play.message == .enrolled && play.isOver)
  }

  @Test func `a wrong old pattern is throttled as any attempt is, and changes nothing`() throws {
    let play = try FlowPlay(.change)
    for _ in 0..<4 {
      play.draw(FlowPlay.other)
      play.decide(.wrong)
    }
    play.draw(FlowPlay.other)
    play.decide(.lockedOut(millisecondsLeft: 30_000))
    play.draw(FlowPlay.ell)
    #expect(play.question == nil)
    play.wait(milliseconds: 30_000)
    play.tick()
    #expect(play.message == .idle(.current))
  }

  @Test func `removing asks for the pattern, then whether it went`() throws {
    let play = try FlowPlay(.remove)
    play.draw(FlowPlay.ell)
    play.decide(.right(name: "me"))
    #expect(play.question == .remove && !play.isOver)
    play.settle(.failed(JudgeFailure(.inputOutput, "the disk is full")))
    play.draw(FlowPlay.ell)
    play.decide(.right(name: "me"))
    play.settle(.accepted)
    #expect(play.message == .removed && play.isOver)
  }

  @Test func `every answer that fingerprint readers and the like give has its verdict`() {
    // What the biometric manager of one of the tutorials may answer, and what that is here.
    let answers: [(String, Verdict)] = [
      ("NotSupport", .unavailable(.notSupported)),
      ("SystemVersionNotSupport", .unavailable(.systemTooOld)),
      ("Success", .right(name: "me")), ("Failure", .wrong),
      ("UserCancel", .cancelled(.byPerson)), ("InputPassword", .cancelled(.forAnotherWay)),
      ("SystemCancel", .cancelled(.bySystem)), ("PasswordNotSet", .unavailable(.noOtherWaySet)),
      ("TouchIDNotEnrolled", .unavailable(.nobodyEnrolled)),
      ("TouchIDNotAvailable", .unavailable(.readerNotReady)),
      ("Lockout", .unavailable(.needsAnotherWay)), ("AppCancel", .cancelled(.byProgram)),
      ("InvalidContext", .cancelled(.outOfDate)),
    ]
    #expect(answers.count == 13 && Set(answers.map(\.1)).count == 13)
    for (name, verdict) in answers {
      guard case .right = verdict else { continue }
      #expect(name == "Success")
    }
  }
}

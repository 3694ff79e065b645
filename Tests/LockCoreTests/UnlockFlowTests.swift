import LockCore
import Testing
import TouchCore

struct UnlockFlowTests {
  @Test func `a stroke is asked about, and the right one ends the flow`() throws {
    let play = try FlowPlay(.unlock)
    #expect(play.message == .idle(.current))
    play.begin(FlowPlay.ell)
    #expect(play.message == .drawing(.current))
    play.lift()
    #expect(play.question == .judge)
    #expect(play.dots == "03678")
    play.decide(.right(name: "me"))
    #expect(play.events == [.completed, .decided(.right(name: "me"))])
    #expect(play.message == .right)
    #expect(play.state(of: 0) == .right && play.state(of: 1) == .normal)
    #expect(play.isOver)
    #expect(!play.feedback.takesInput)
  }

  @Test func `the right pattern is shown for its time and then gone, and the flow stays over`()
    throws
  {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.right(name: "me"))
    play.wait(milliseconds: 499)
    play.tick()
    #expect(play.dots == "03678")
    play.wait(milliseconds: 1)
    play.tick()
    #expect(play.dots == "" && play.isOver && play.deadline == nil)
    play.draw(FlowPlay.ell)
    #expect(play.dots == "" && play.isOver)
  }

  @Test func `a wrong pattern is shown red for two seconds`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    #expect(play.message == .wrong)
    #expect(play.state(of: 8) == .wrong && play.state(of: 4) == .normal)
    #expect(play.feedback.until == play.deadline)
    #expect(play.deadline?.microseconds(since: play.now) == 2_000_000)
    play.wait(milliseconds: 1999)
    play.tick()
    #expect(play.message == .wrong)
    play.wait(milliseconds: 1)
    play.tick()
    #expect(play.message == .idle(.current) && play.dots == "")
    #expect(play.deadline == nil)
  }

  @Test func `a new stroke cancels a pending clear and is not cleared by it`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    play.wait(milliseconds: 1500)
    play.begin([(83, 17), (83, 50)])
    #expect(play.dots == "25")
    #expect(play.deadline == nil)
    play.wait(milliseconds: 500)
    play.tick()
    #expect(play.dots == "25", "the old pattern's clear took the new stroke's dots")
    play.move(to: 83, 83)
    play.move(to: 17, 83)
    play.lift()
    #expect(play.dots == "25876" && play.question == .judge)
  }

  @Test func `with input closed while it shows, a finger that came down meanwhile never draws`()
    throws
  {
    let timing = FeedbackTiming(error: 1000, hint: 1000, success: 0, takesInput: false)
    let play = try FlowPlay(.unlock, timing: timing)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    #expect(!play.feedback.takesInput)
    play.wait(milliseconds: 500)
    play.begin([(83, 17), (83, 50)])
    #expect(play.dots == "03678" && play.message == .wrong)
    play.wait(milliseconds: 500)
    play.move(to: 83, 83)
    #expect(play.dots == "" && play.message == .idle(.current))
    play.move(to: 17, 83)
    play.lift()
    #expect(play.events == [.completed, .decided(.wrong)])
    play.draw(FlowPlay.other)
    #expect(play.dots == "0367852")
  }

  @Test func `while the verifier runs no finger draws, and the pattern stays as it was`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.wait(milliseconds: 60_000)
    play.tick()
    play.draw(FlowPlay.other)
    #expect(play.message == .asking(.judge))
    #expect(play.dots == "03678")
    #expect(!play.feedback.takesInput)
    play.decide(.wrong)
    play.draw(FlowPlay.other)
    #expect(play.dots == "0367852")
  }

  @Test func `a finger that came down while the verifier ran does not draw when it is done`() throws
  {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.begin([(83, 17)])
    play.decide(.wrong)
    play.move(to: 83, 83)
    play.move(to: 17, 83)
    play.lift()
    #expect(play.events == [.completed, .decided(.wrong)])
    #expect(play.message == .wrong)
  }

  @Test func `too short is told, is no attempt, and leaves no dots`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.short)
    #expect(play.events == [.tooShort])
    #expect(play.message == .tooShort(minimum: 4))
    #expect(play.question == nil)
    play.wait(milliseconds: 2000)
    play.tick()
    #expect(play.dots == "" && play.message == .idle(.current))
  }

  @Test func `a touch that reaches no dot is nothing, but ends what is shown`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.beside)
    #expect(play.events == [] && play.message == .idle(.current))
    play.draw(FlowPlay.short)
    play.draw(FlowPlay.beside)
    #expect(play.events == [.tooShort] && play.message == .idle(.current) && play.dots == "")
  }

  @Test func `a cancelled stroke leaves no dots and costs nothing`() throws {
    let play = try FlowPlay(.unlock)
    play.begin(FlowPlay.ell)
    play.palm()
    play.lift()
    #expect(play.events == [.cancelled])
    #expect(play.dots == "" && play.message == .idle(.current) && play.feedback.lineEnd == nil)
  }

  @Test func `a stroke that is given up leaves no dots and its finger draws no other`() throws {
    let play = try FlowPlay(.unlock)
    play.begin(FlowPlay.ell)
    let event = play.flow.cancel()
    #expect(event == .cancelled)
    play.move(to: 83, 17)
    play.lift()
    #expect(play.dots == "" && play.message == .idle(.current) && play.events == [])
  }

  @Test func `the line ends at the finger, and at the last dot once it is lifted`() throws {
    let play = try FlowPlay(.unlock)
    play.begin([(50, 33)])
    #expect(play.feedback.lineEnd == nil)
    play.move(to: 17, 17)
    play.move(to: 17, 83)
    play.move(to: 83, 83)
    play.move(to: 95, 60)
    let drawn = play.feedback.lineEnd
    play.lift()
    let lifted = play.feedback.lineEnd
    #expect(drawn != lifted)
    #expect(lifted == ViewPoint(x: 250, y: 250))
  }

  @Test func `the same wrong pattern again is told as already tried`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.alreadyTried)
    #expect(play.message == .alreadyTried && play.state(of: 0) == .wrong)
  }

  @Test func `a lock-out takes no input until its time, and leaves no dots`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    let start = play.now.microseconds
    play.decide(.lockedOut(millisecondsLeft: 30_000))
    #expect(play.message == .lockedOut(until: Timestamp(microseconds: start + 30_000_000)))
    #expect(play.dots == "")
    play.wait(milliseconds: 29_000)
    play.draw(FlowPlay.ell)
    #expect(play.events == [.completed, .decided(.lockedOut(millisecondsLeft: 30_000))])
    play.wait(milliseconds: 1000)
    play.draw(FlowPlay.ell)
    #expect(play.question == .judge)
  }

  @Test func `an attempt that locks out is shown as wrong first, and no stroke cuts that short`()
    throws
  {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    let until = Timestamp(microseconds: play.now.microseconds + 30_000_000)
    play.flow.lockOut(until: until, at: play.now)
    #expect(play.message == .wrong && !play.feedback.takesInput)
    play.draw(FlowPlay.other)
    #expect(play.dots == "03678")
    play.wait(milliseconds: 2000)
    play.tick()
    #expect(play.message == .lockedOut(until: until) && play.deadline == until)
    play.wait(milliseconds: 30_000)
    play.tick()
    #expect(play.message == .idle(.current) && play.feedback.takesInput)
  }

  @Test func `a lock that appears locked out says so, and takes the stroke under way`() throws {
    let play = try FlowPlay(.unlock)
    play.begin(FlowPlay.ell)
    let until = Timestamp(microseconds: play.now.microseconds + 5_000_000)
    play.flow.lockOut(until: until, at: play.now)
    #expect(play.message == .lockedOut(until: until) && play.dots == "")
    play.lift()
    #expect(play.events == [])
  }

  @Test func `a wait longer than time itself does not overflow`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.lockedOut(millisecondsLeft: .max))
    #expect(play.message == .lockedOut(until: Timestamp(microseconds: .max)))
  }

  @Test func `a fault is no fault of the pattern, and the lock stays`() throws {
    let fault = JudgeFailure(.inputOutput, "the disk is gone")
    for (verdict, message) in [
      (Verdict.failed(fault), Feedback.Message.failed(fault)),
      (.unavailable(.readerNotReady), .unavailable(.readerNotReady)),
    ] {
      let play = try FlowPlay(.unlock)
      play.draw(FlowPlay.ell)
      play.decide(verdict)
      #expect(play.message == message && play.state(of: 0) == .selected)
      play.draw(FlowPlay.ell)
      #expect(play.question == .judge)
    }
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.cancelled(.forAnotherWay))
    #expect(play.message == .idle(.current) && play.dots == "")
  }

  @Test func `a stroke complete at the most dots is asked about before its finger lifts`() throws {
    let play = try FlowPlay(.unlock, rules: PatternRules(maximum: 5))
    play.begin(FlowPlay.other)
    #expect(play.question == .judge && play.dots == "03678")
    play.decide(.wrong)
    play.move(to: 50, 17)
    play.begin([(50, 50), (83, 50)], slot: 1)
    #expect(play.dots == "03678", "a finger draws while the one before is still down")
    play.lift()
    play.lift(slot: 1)
    play.draw(FlowPlay.ell)
    #expect(play.question == .judge)
  }

  @Test func `a second finger does not disturb the first`() throws {
    let play = try FlowPlay(.unlock)
    play.begin([(17, 17), (17, 83)])
    play.begin([(83, 17), (83, 50)], slot: 1)
    play.lift(slot: 1)
    play.move(to: 83, 83)
    play.lift()
    #expect(play.events == [.completed] && play.dots == "03678")
    #expect(play.strokesBegun == 1 && play.newDots == 5)
  }

  @Test func `a program that shows nothing leaves no dots behind`() throws {
    let play = try FlowPlay(.unlock, timing: .none)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    #expect(play.dots == "" && play.message == .idle(.current))
    play.draw(FlowPlay.short)
    #expect(play.dots == "")
    play.draw(FlowPlay.ell)
    play.decide(.right(name: "me"))
    #expect(play.dots == "" && play.isOver)
  }

  @Test func `what is shown can be forgotten at once`() throws {
    let play = try FlowPlay(.unlock)
    play.draw(FlowPlay.ell)
    play.decide(.wrong)
    play.flow.forget(at: play.now)
    #expect(play.dots == "" && play.message == .idle(.current))
  }
}

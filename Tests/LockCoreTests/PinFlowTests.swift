import LockCore
import Testing
import TouchCore

/// PINs in the place of strokes.
struct PinFlowTests {
  private static func pin(_ digits: [UInt8]) -> Pattern {
    var pin = Pattern()
    pin.clear(for: .pin)
    for digit in digits { pin.append(digit: digit) }
    return pin
  }

  @Test func `a PIN is asked about like a pattern`() throws {
    let play = try FlowPlay(.unlock)
    #expect(play.flow.enter(Self.pin([1, 1, 2, 2]), at: play.now) == .completed)
    #expect(play.question == .judge && play.dots == "1122")
    play.decide(.wrong)
    #expect(play.message == .wrong && play.feedback.lineEnd == nil)
    play.draw(FlowPlay.ell)
    #expect(play.question == .judge && play.dots == "03678")
    play.decide(.right(name: "x"))
    #expect(play.isOver)
  }

  @Test func `a PIN of three digits is too short and costs nothing`() throws {
    let play = try FlowPlay(.unlock)
    #expect(play.flow.enter(Self.pin([1, 2, 3]), at: play.now) == .tooShort)
    #expect(play.message == .tooShort(minimum: 4) && play.question == nil)
  }

  @Test func `while locked out no PIN is taken`() throws {
    let play = try FlowPlay(.unlock)
    play.flow.lockOut(until: Timestamp(microseconds: 60_000_000), at: play.now)
    #expect(play.flow.enter(Self.pin([1, 2, 3, 4]), at: play.now) == nil)
    #expect(play.question == nil)
  }

  @Test func `a new PIN is entered twice, and a pattern of its digits does not confirm it`() throws
  {
    let play = try FlowPlay(.set)
    #expect(play.flow.enter(Self.pin([0, 3, 6, 7, 8]), at: play.now) == .completed)
    #expect(play.question == .check)
    play.settle(.accepted)
    play.draw(FlowPlay.ell)
    #expect(play.message == .differs)
    #expect(play.flow.enter(Self.pin([0, 3, 6, 7, 8]), at: play.now) == .completed)
    #expect(play.question == .enrol)
  }

  @Test func `plain PINs are likely, and others are not`() {
    for digits: [UInt8] in [
      [1, 1, 1, 1], [1, 2, 3, 4], [9, 8, 7, 6], [8, 9, 0, 1], [1, 2, 1, 2], [2, 4, 6, 8],
      [0, 0, 0, 0, 0, 0],
    ] {
      let reason = LikelyPatterns.reason(Self.pin(digits), on: .standard)
      #expect(reason == .plainDigits, "\(digits)")
    }
    for digits: [UInt8] in [[1, 2, 3, 5], [2, 5, 8, 0], [1, 1, 2, 2], [7, 3, 9, 1, 4]] {
      let reason = LikelyPatterns.reason(Self.pin(digits), on: .standard)
      #expect(reason == nil, "\(digits)")
    }
  }
}

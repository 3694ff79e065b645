import TestSupport
import Testing
import TouchCore

/// Our reading of protocol A against libmtdev's, on the same events: alike wherever a finger moves as
/// fingers do; else unlike, and then for a reason.
struct MtdevTests {
  /// What the frames tell, each contact by its number: slots are each reader's own affair.
  private func story(_ frames: [Frame]) -> [String] {
    frames.map { frame in
      let changes = frame.changes.sorted { $0.contact.number < $1.contact.number }
      return changes.map { change in
        let contact = change.contact
        let place = contact.position.map { "\($0.x),\($0.y)" } ?? "nowhere"
        return switch change.kind {
        case .down: "+\(contact.number) \(place)"
        case .move: "\(contact.number) \(place)"
        case .up(let reason): "-\(contact.number) \(reason.rawValue)"
        }
      }.joined(separator: " | ")
    }.filter { !$0.isEmpty }
  }

  private func compare(
    key: Bool = false, hasIDs: Bool = false, _ write: (inout EventScript) -> Void
  ) throws -> (ours: [String], theirs: [String]) {
    let panel = PanelFixture.protocolA(key: key, hasIDs: hasIDs)
    var script = try EventScript(panel)
    write(&script)
    return (story(frames(script)), story(try framesByMtdev(script, panel)))
  }

  @Test(arguments: [false, true])
  func `fingers that move as fingers do are the same contacts to both`(hasIDs: Bool) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      // Each finger keeps to a lane of its own, so that who is who is beyond doubt.
      var places: [Int32: (x: Double, y: Double)] = [:]
      let told = try compare(hasIDs: hasIDs) { script in
        for _ in 0..<60 {
          let finger = Int32.random(in: 0..<8, using: &random)
          let isLift = places[finger] != nil && Int.random(in: 0..<4, using: &random) == 0
          if isLift {
            places[finger] = nil
          } else if places[finger] == nil {
            places[finger] = (Double(finger) * 12 + 6, Double.random(in: 30...70, using: &random))
          }
          for finger in places.keys {
            places[finger]?.x += Double.random(in: -0.4...0.4, using: &random)
            places[finger]?.y += Double.random(in: -2...2, using: &random)
          }
          for (finger, place) in places.shuffled(using: &random) {
            script.contact(place.x, min(max(place.y, 0), 100), id: hasIDs ? finger : nil)
          }
          if places.isEmpty { script.mark() }
          script.report()
        }
      }
      #expect(told.ours == told.theirs)
      #expect(told.ours.count > 50)
    }
  }

  @Test func `fingers that pass each other go to the same contacts`() throws {
    let told = try compare { script in
      for places in [[30.0, 40, 80], [39, 52, 81], [51, 64, 82]] {
        for place in places.reversed() { script.contact(place, 50) }
        script.report()
      }
    }
    #expect(told.ours == told.theirs)
  }

  @Test(arguments: [nil, Int32(0)])
  func `a lift and a touch elsewhere are one contact to it, since it knows no bound`(
    id: Int32?
  ) throws {
    let told = try compare(hasIDs: id != nil) { script in
      for x in [10.0, 90] {
        script.contact(x, 50, id: id)
        script.report()
      }
    }
    #expect(told.theirs == ["+1 108,960", "1 971,960"])
    #expect(told.ours == ["+1 108,960", "-1 replaced | +2 971,960"])
  }

  @Test func `a contact after a long silence is the old one to it, since it looks at no time`()
    throws
  {
    let told = try compare { script in
      for x in [10.0, 11] {
        script.contact(x, 50)
        script.report()
        script.wait(milliseconds: 1000)
      }
    }
    #expect(told.theirs == ["+1 108,960", "1 119,960"])
    #expect(told.ours == ["+1 108,960", "-1 timedOut | +2 119,960"])
  }

  @Test func `a key that goes up lifts nothing to it while the frame tells a contact`() throws {
    let told = try compare(key: true) { script in
      script.key(KeyCode.btnTouch, 1)
      script.contact(10, 50)
      script.report()
      script.contact(0, 0)
      script.key(KeyCode.btnTouch, 0)
      script.report()
    }
    #expect(told.theirs == ["+1 108,960", "1 0,0"])
    #expect(told.ours == ["+1 108,960", "-1 lifted"])
  }

  @Test func `a key in a frame of its own lifts everything to it, even one that goes down`() throws
  {
    let told = try compare(key: true) { script in
      script.contact(10, 50)
      script.report()
      script.key(KeyCode.btnTouch, 1)
      script.report()
      script.contact(11, 50)
      script.report()
    }
    #expect(told.theirs == ["+1 108,960", "-1 lifted", "+2 119,960"])
    #expect(told.ours == ["+1 108,960", "1 119,960"])
  }

  @Test func `a contact without its mark is none to it`() throws {
    let told = try compare { script in
      script.contact(10, 50)
      script.report()
      script.position(11, 50)
      script.report()
    }
    #expect(told.theirs == ["+1 108,960", "-1 lifted"])
    #expect(told.ours == ["+1 108,960", "1 119,960"])
  }
}

import Glibc
import LockCore
import TouchSource

extension StrokeOptions {
  /// Takes the seat, lends it, and gives it back. If the service manager keeps it, only being unlocked
  /// gives it back.
  func withSeat(
    _ rules: PatternRules, waits: Bool, ring: RingOptions?, for verb: String, _ kiosk: Kiosk?,
    _ timings: Timings?,
    _ body: (inout SeatContacts, Faces) throws(Failure) -> FlowEnd
  ) throws(Failure) -> FlowEnd {
    do throws(Failure) {
      let signals = try Signals(and: [SIGUSR1, SIGUSR2])
      let kept = KeptNodes(adopting: kiosk?.kept.panels ?? [])
      let seat = try SeatReader.open(
        read, grabs: true, waitsForPanels: waits, keepsTimes: timings != nil, from: kept)
      try kiosk?.takeSeat(needsDisplay: !screen.isOff)
      let faces = try faces(for: verb, kiosk)
      var feed = try SeatContacts(
        seat, signals, read, grid, rules, ring: ring, faces: faces, kiosk: kiosk,
        timings)
      let end: FlowEnd
      do throws(Failure) { end = try body(&feed, faces) } catch {
        if error.signal == nil { feed.noteFault("failure") }
        if let kiosk, kiosk.keeps { kiosk.leave(error) }
        try? feed.finish()
        throw error
      }
      if case .denied(let failure) = end, let kiosk, kiosk.keeps { kiosk.leave(failure) }
      // Acts once the panels are given back, so that whoever comes next gets the next touch.
      try feed.finish()
      faces.close()
      kiosk?.giveBack()
      if case .reached(let name?) = end {
        kiosk?.bulletin.unlocked(as: name)
      } else {
        kiosk?.bulletin.gone()
      }
      return end
    } catch {
      if let kiosk, kiosk.keeps { kiosk.leave(error) }
      kiosk?.giveBack()
      kiosk?.bulletin.gone()
      throw error
    }
  }

  /// Where the lock is to be seen, on the display of a lock before if there was one.
  private func faces(for verb: String, _ kiosk: Kiosk?) throws(Failure) -> Faces {
    var screen = screen
    screen.inherited = kiosk?.kept.display
    let faces = try Faces(screen, grid.preset, Voice.words, for: verb)
    if let card = faces.cardDescriptor {
      kiosk?.keep(display: card)
    } else {
      kiosk?.bulletin.lose(.noScreen)
    }
    return faces
  }
}

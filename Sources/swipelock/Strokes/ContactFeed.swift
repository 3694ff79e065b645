import LockCore
import TouchCore

/// Where the contacts come from that draw: captures, or the panels of a seat.
protocol ContactFeed: ~Copyable {
  /// What positions are on, of whichever panel they come.
  var grid: DotGrid { get }

  /// The event clock's time.
  var now: Timestamp { get }

  /// Whether nobody else gets what is drawn.
  var isHeld: Bool { get }

  /// Waits for what comes next, not beyond `deadline`.
  mutating func next(until deadline: Timestamp?) throws(Failure) -> ContactArrival

  /// Overwrites where fingers were.
  mutating func wipe()

  /// Notes that something went wrong which somebody may want to look at.
  mutating func noteFault(_ what: String)

  /// Notes that the dots are known, and that a judge is asked about them.
  mutating func noteQuestion()

  /// Notes that it has answered.
  mutating func noteDecision()
}

/// What the wait for a contact ended with.
enum ContactArrival {
  /// What a frame tells of one contact, with its place on the grid.
  case contact(ContactChange, at: ViewPoint?, time: Timestamp)
  case deadlinePassed
  /// What is shown must be shown again.
  case woken
  /// A signal that ends the command came.
  case signal(Int32)
  /// There will be no more.
  case end
}

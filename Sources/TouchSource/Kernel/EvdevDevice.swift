import CEvdev
import Glibc
import TouchCore

/// An open evdev node: what is asked of it and done to it, its events aside.
struct EvdevDevice: ~Copyable {
  /// As it described itself at open, with the ranges as they were asked for last.
  private(set) var panel: Panel
  private let node: Descriptor

  /// Takes an open node over: sets its clock, then reads its description. Nothing may have been read
  /// from it.
  init(adopting node: consuming Descriptor) throws(SystemError) {
    let number = node.number
    // First of all, so that no event bears the time of another clock.
    var clock = CLOCK_MONOTONIC
    try check("EVIOCSCLOCKID") { unsafe ioctl(number, SWIPELOCK_EVIOCSCLOCKID, &clock) }
    panel = try EvdevDescription(describing: number).panel()
    self.node = node
  }

  var descriptor: CInt { node.number }

  /// The same of a node that was kept, and still is grabbed unless the device was revoked.
  func grabKept() throws(SystemError) {
    // The kernel knows no grab that is asked for twice, and only grabbed nodes are kept.
    do throws(SystemError) { try grab() } catch {
      guard error.errno == EBUSY else { throw error }
    }
  }

  /// Makes the device send its events to this descriptor alone.
  func grab() throws(SystemError) {
    try check("EVIOCGRAB") { ioctl(descriptor, SWIPELOCK_EVIOCGRAB, 1) }
  }

  func ungrab() throws(SystemError) {
    try check("EVIOCGRAB") { ioctl(descriptor, SWIPELOCK_EVIOCGRAB, 0) }
  }

  /// Ends the descriptor's access to the device for good, copies of it included.
  func revoke() throws(SystemError) {
    try check("EVIOCREVOKE") { ioctl(descriptor, SWIPELOCK_EVIOCREVOKE, 0) }
  }

  /// Asks for the ranges of all axes again: hwdb and `evdev-joystick` change them at run time.
  mutating func refreshRanges() throws(SystemError) {
    for axis in panel.axes.keys { panel.axes[axis] = AxisRange(try info(on: axis)) }
  }

  /// Whether the device hangs up before the deadline.
  func hangsUp(by deadline: Timestamp) throws(SystemError) -> Bool {
    var readiness = Readiness(places: 1)
    readiness.watchForEnd(descriptor, at: 0)
    return try readiness.wait(until: deadline) && readiness.state(at: 0) == .hungUp
  }

  /// Whether events are waiting to be read.
  func hasEvents() throws(SystemError) -> Bool {
    var readiness = Readiness(places: 1)
    readiness.watch(descriptor, at: 0)
    return try readiness.wait(until: nil, atMost: 0)
  }

  func info(on axis: UInt16) throws(SystemError) -> input_absinfo {
    var info = input_absinfo()
    try check("EVIOCGABS") {
      unsafe ioctl(descriptor, SWIPELOCK_EVIOCGABS_0 + UInt(axis), &info)
    }
    return info
  }
}

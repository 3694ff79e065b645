/// A format of recorded input that is recognised and not read by this version.
public enum ForeignFormat: String, CaseIterable, Hashable, Sendable {
  case evtest
  case getevent
  case libinputRecord = "libinput record"
  case hidRecorder = "hid-recorder"
  case umockdev

  var article: String { self == .evtest ? "an" : "a" }

  /// The format that has such a line; nil if none is known to.
  init?(_ line: LineCursor) {
    if Self.beginsWith(Self.evtestStarts, line) {
      self = .evtest
    } else if Self.beginsWith(["version: 1", "ndevices: ", "devices:", "- evdev:"], line) {
      self = .libinputRecord
    } else if Self.beginsWith(["P: /devices/", "@DEV /dev/"], line) {
      self = .umockdev
    } else if Self.isReportDescriptor(line) {
      self = .hidRecorder
    } else if Self.beginsWith(["add device ", "ABS (0003): "], line) || Self.isGetevent(line) {
      self = .getevent
    } else {
      return nil
    }
  }

  private static let evtestStarts = [
    "Event: time ", "Input driver version is ", "Input device ID: bus ",
    "Testing ... (interrupt to exit)", "No device specified, trying to scan all of ",
  ]

  private static func beginsWith(_ starts: [String], _ line: LineCursor) -> Bool {
    starts.contains { start in
      var line = line
      return line.take(start)
    }
  }

  /// `D: 0`, or `R: 634 05 0d …`.
  private static func isReportDescriptor(_ line: LineCursor) -> Bool {
    var line = line
    guard line.take("D: ") || line.take("R: ") else { return false }
    return line.takeDigits()
  }

  /// `[  123.456] /dev/input/event2: 0003 0035 0000021c`, all but the last three optional, and those
  /// perhaps by name; the kernel's own log has such a time too, but nothing of what follows.
  private static func isGetevent(_ line: LineCursor) -> Bool {
    var line = line
    if line.take("[") {
      line.skipBlanks()
      guard line.takeDigits(), line.take("."), line.takeDigits(), line.take("]") else {
        return false
      }
      line.skipBlanks()
    }
    if line.take("/dev/input/event") { return true }
    if line.take("EV_") { return true }
    return line.takeHexDigits(count: 4) && line.takeBlanks() && line.takeHexDigits(count: 4)
      && line.takeBlanks() && line.takeHexDigits(count: 8)
  }
}

/// A call to the system that failed.
public struct DisplayCall: Error, Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public let errno: Int32
  public let description: String
}

/// Why nothing can be shown on a display.
public enum DisplayError: Error, Hashable, Sendable {
  /// No card is there that drives displays.
  case noCard
  /// No card has a display that is connected.
  case noOutput(card: String)
  /// There is no such card or output.
  case missing(String)
  /// Another program shows something on it.
  case busy(card: String)
  case noPermission(card: String)
  case system(card: String, DisplayCall)
}

extension DisplayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCard:
      "there is no display: no /dev/dri/card; load the graphics driver, or go on with --no-screen"
    case .noOutput(let card):
      "\(card): no display is connected; connect one, or go on with --no-screen"
    case .missing(let name):
      "\(name): there is no such display; leave --output out, or see /sys/class/drm"
    case .busy(let card):
      "\(card): another program shows something on it; end it, have it yield with 'unlock --vt', or "
        + "go on with --no-screen or --feedback-fd"
    case .noPermission(let card):
      "\(card): permission denied; run as root, or in the group that may: video; or go on with "
        + "--no-screen"
    case .system(let card, let call): "\(card): \(call)"
    }
  }
}

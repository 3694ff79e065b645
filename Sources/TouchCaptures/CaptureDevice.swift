public import TouchCore

/// A device whose events a capture holds.
public struct CaptureDevice: Hashable, Sendable {
  /// Its place in the capture, from 1.
  public let number: Int
  /// The device node on the machine that recorded, such as `/dev/input/event2`; empty if nobody told.
  public var node: String
  /// What the capture says of it; nil if it describes no device.
  public var panel: Panel?

  public init(number: Int, node: String = "", panel: Panel? = nil) {
    self.number = number
    self.node = node
    self.panel = panel
  }
}

public import TouchCore

/// A device whose events a capture holds.
public struct CaptureDevice: Hashable, Sendable {
  /// Its place in the capture, from 1.
  public let number: Int
  /// The device node on the machine that recorded, such as `/dev/input/event2`; empty if nobody told.
  public var node: String
  /// What the capture says of it; nil if it describes no device.
  public var panel: Panel?
  /// What the description makes it, else what its events do, as far as they were read.
  public var kind: DeviceKind

  public init(number: Int, node: String = "", panel: Panel? = nil) {
    self.number = number
    self.node = node
    self.panel = panel
    kind = panel.map { DeviceKind($0) } ?? .other
  }
}

extension CaptureDevice: CustomStringConvertible {
  /// `2 sec_touchscreen (touch panel)`
  public var description: String {
    let name = panel?.name ?? ""
    let parts = ["\(number)", name.isEmpty ? node : name].filter { !$0.isEmpty }
    return "\(parts.joined(separator: " ")) (\(kind.rawValue))"
  }
}

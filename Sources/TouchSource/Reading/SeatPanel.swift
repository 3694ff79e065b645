public import TouchCore

/// A panel that a `SeatReader` has open.
public struct SeatPanel: Hashable, Sendable {
  /// What its frames bear; it comes back under the same one.
  public let number: Int
  public let device: PanelDevice
  /// As it describes itself.
  public let panel: Panel
  public let reading: PanelReading
  /// Whether another panel was chosen, or it is another node of one, so that this one is only kept
  /// from others.
  public let isIgnored: Bool

  /// How many events the kernel keeps for a reader that is held up, before it drops any.
  public var ringSize: Int { EventBuffer.ringSize(for: panel) }
  /// How many frames these are at least, should each be the largest there can be.
  public var ringFrames: Int { ringSize / EventBuffer.largestFrame(of: panel) }
}

/// The panel itself, in a class since no array holds what cannot be copied.
final class OpenPanel {
  let number: Int
  let device: PanelDevice
  var isIgnored: Bool
  var live: LivePanel
  /// Whether the last wait said that it can be read.
  var state = Readiness.State.quiet

  init(_ live: consuming LivePanel, number: Int, isIgnored: Bool) {
    self.number = number
    self.isIgnored = isIgnored
    device = live.device
    self.live = live
  }

  var summary: SeatPanel {
    SeatPanel(
      number: number, device: device, panel: live.panel, reading: live.reading,
      isIgnored: isIgnored)
  }
}

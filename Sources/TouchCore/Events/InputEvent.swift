/// One event as the kernel's `struct input_event` carries it.
public struct InputEvent: Hashable, Sendable, BitwiseCopyable {
  public var time: Timestamp
  /// An `EV_…` constant, see `EventType`.
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether this is SYN_REPORT, the end of a frame.
  public var isReport: Bool { type == EventType.syn && code == SynCode.report }

  /// Whether this is SYN_DROPPED, the kernel's word that events were lost.
  public var isDropped: Bool { type == EventType.syn && code == SynCode.dropped }
}

/// What a source read and did, in order: enough to do it again exactly. Each step but a read's
/// boundary is something that a `FrameAssembler` was told.
public enum SourceStep: Hashable, Sendable {
  case event(InputEvent)
  /// The state was asked for and adopted.
  case state(SlotTable, isSettled: Bool)
  case settled
  case distrusted(Timestamp)
  /// One read brought so many events; they follow, except those that a later step discards.
  case readBoundary(wake: Timestamp, events: Int)
  /// So many events were thrown away, since the state was asked for: those of the newest read that
  /// had not been fed, and those read since.
  case discarded(Int)
  /// All contacts ended at once.
  case ended(EndReason, Timestamp)
}

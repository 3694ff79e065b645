/// One thing that a source read or did, in order: what a recorder writes and a replay repeats.
public enum SourceStep: Hashable, Sendable {
  case event(InputEvent)
  case state(SlotTable, isSettled: Bool)
  case settled
  case distrusted(Timestamp)
  case readBoundary(wake: Timestamp, events: Int)
  case discarded(Int)
  case ended(EndReason, Timestamp)
  /// The axis has this range from now on; every contact ended before.
  case range(axis: UInt16, AxisRange)
  /// So many contacts were counted by now, those of other panels included.
  case counted(Int)
}

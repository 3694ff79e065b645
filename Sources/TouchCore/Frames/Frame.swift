/// What changed between two SYN_REPORTs.
///
/// A frame that is kept while the next one is asked for costs its source an allocation; one that is
/// used and let go costs none.
public struct Frame: Hashable, Sendable {
  /// The time of the SYN_REPORT.
  public internal(set) var time: Timestamp
  /// The panel of the source that it comes from, from 0.
  public package(set) var panel: Int
  /// By slot; within a slot in the order of the events, so that one contact ends before the next
  /// begins.
  public internal(set) var changes: [ContactChange]
  public package(set) var findings: [Finding]

  /// Whether it tells anything but that time went on.
  package var tellsSomething: Bool { !changes.isEmpty || !findings.isEmpty }

  package init(time: Timestamp, panel: Int = 0) {
    self.time = time
    self.panel = panel
    changes = []
    findings = []
  }
}

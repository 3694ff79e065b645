/// What a replay counted so far.
public struct ReplayCounts: Hashable, Sendable {
  public var events = 0
  /// SYN_REPORTs.
  public var frames = 0
  /// Contacts that began, those that were down at open included.
  public var contacts = 0
  /// The most contacts that were down at once, those that lived within one frame included.
  public var mostAtOnce = 0
  /// The times that the kernel dropped events, after the first contact.
  public var dropped = 0
  /// Events that the recording reader threw away unseen; they are not in the capture.
  public var discarded = 0
  /// The lines that are none of the format's.
  public var skippedLines = 0
  /// The findings of the frames; those on the panel are not among them.
  public var findings = 0
  /// What was assumed, skipped or unknown of the capture; lines on end that were skipped count as one.
  public var remarks = 0

  public init() {}
}

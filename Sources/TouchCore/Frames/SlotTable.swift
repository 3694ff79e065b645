/// The kernel's answer to "what is down, and where": what EVIOCGMTSLOTS, EVIOCGABS and EVIOCGKEY
/// tell, asked with an empty queue.
public struct SlotTable: Hashable, Sendable {
  /// One slot. An axis that the panel does not declare is nil.
  public struct Entry: Hashable, Sendable, BitwiseCopyable {
    /// −1 where there is no contact.
    public var trackingID: Int32
    public var x: Int32?
    public var y: Int32?
    public var pressure: Int32?
    public var major: Int32?
    public var tool: Int32?

    public init(
      trackingID: Int32 = -1, x: Int32? = nil, y: Int32? = nil, pressure: Int32? = nil,
      major: Int32? = nil, tool: Int32? = nil
    ) {
      self.trackingID = trackingID
      self.x = x
      self.y = y
      self.pressure = pressure
      self.major = major
      self.tool = tool
    }
  }

  /// The slot that events without a word on it are for.
  public var currentSlot: Int32
  /// By slot. A single-touch panel has one, whose id is 0 while its contact is down; so has one of
  /// protocol A, where it is 0 as long as any contact is down, or may be for all that is known.
  public var entries: [Entry]

  public init(currentSlot: Int32 = 0, entries: [Entry]) {
    self.currentSlot = currentSlot
    self.entries = entries
  }

  /// The number of contacts that are down.
  public var contactCount: Int { entries.count { $0.trackingID >= 0 } }
}

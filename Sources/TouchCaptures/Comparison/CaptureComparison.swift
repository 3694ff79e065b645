public import TouchCore

/// What a contact did, and where its capture tells it.
public struct PlacedChange: Hashable, Sendable {
  public let change: ContactChange
  /// The line of its frame's last event, from 1.
  public let line: Int
  /// The time since the capture's first contact began, in microseconds.
  public let elapsed: Int64
}

/// The first place where the contacts of two captures differ.
public struct CaptureDifference: Hashable, Sendable {
  public enum Aspect: String, Sendable {
    /// One capture has no more contacts.
    case end
    /// Which contact, or whether it began, moved or ended.
    case change
    case slot
    /// Whether it was down before the source began to see.
    case inherited
    /// Why it ended.
    case reason
    /// In device units.
    case position
    case time
  }

  public let aspect: Aspect
  /// Nil if the first capture has no more.
  public let one: PlacedChange?
  public let other: PlacedChange?
}

/// Holds the contacts of two captures against each other, change by change.
///
/// Positions are compared in device units, since that is what a capture holds, and times from the first
/// contact on, since captures begin at any time. Tracking ids are not compared: they count on from
/// whatever the panel did before. Its memory does not grow with the captures.
public struct CaptureComparison: ~Copyable {
  /// The changes that were the same.
  public private(set) var sameChanges = 0

  private var one: PlacedChanges
  private var other: PlacedChanges
  private let tolerance: Int64

  /// - Parameter tolerance: the microseconds by which times may differ.
  public init(
    _ one: consuming ReplaySource, _ other: consuming ReplaySource, tolerance: Int64 = 0
  ) {
    self.one = PlacedChanges(one)
    self.other = PlacedChanges(other)
    self.tolerance = tolerance
  }

  /// Compares up to the first difference; nil if there is none.
  public mutating func firstDifference() throws(CaptureError) -> CaptureDifference? {
    while true {
      let (first, second) = (try one.next(), try other.next())
      guard let first, let second else {
        guard first != nil || second != nil else { return nil }
        return CaptureDifference(aspect: .end, one: first, other: second)
      }
      if let aspect = aspect(first, second) {
        return CaptureDifference(aspect: aspect, one: first, other: second)
      }
      sameChanges += 1
    }
  }

  private func aspect(
    _ one: PlacedChange, _ other: PlacedChange
  ) -> CaptureDifference.Aspect? {
    let (first, second) = (one.change.contact, other.change.contact)
    if !one.change.kind.isSameSort(as: other.change.kind) || first.number != second.number {
      return .change
    }
    if first.slot != second.slot { return .slot }
    if first.isInherited != second.isInherited { return .inherited }
    if one.change.kind != other.change.kind { return .reason }
    if first.x != second.x || first.y != second.y { return .position }
    let (late, early) = (max(one.elapsed, other.elapsed), min(one.elapsed, other.elapsed))
    let difference = UInt64(bitPattern: late) &- UInt64(bitPattern: early)
    return difference > UInt64(tolerance) ? .time : nil
  }
}

extension ContactChange.Kind {
  fileprivate func isSameSort(as other: Self) -> Bool {
    switch (self, other) {
    case (.down, .down), (.move, .move), (.up, .up): true
    default: false
    }
  }
}

/// The changes of a capture, one by one.
private struct PlacedChanges: ~Copyable {
  private var source: ReplaySource
  private var frame: Frame?
  private var index = 0
  private var start: Timestamp?

  init(_ source: consuming ReplaySource) {
    self.source = source
  }

  mutating func next() throws(CaptureError) -> PlacedChange? {
    while true {
      if let frame, index < frame.changes.count {
        defer { index += 1 }
        let start = start ?? frame.time
        self.start = start
        return PlacedChange(
          change: frame.changes[index], line: source.line,
          elapsed: frame.time.microseconds(since: start))
      }
      guard let next = try source.nextFrame() else { return nil }
      (frame, index) = (next, 0)
    }
  }
}

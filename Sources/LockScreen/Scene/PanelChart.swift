public import TouchCore

/// What is to be seen while a panel is tested or calibrated, in place of the dots.
public struct PanelChart: Hashable, Sendable {
  /// The zones of a grid over the view that fingers have painted.
  public struct Zones: Hashable, Sendable {
    public let columns: Int
    public let rows: Int
    /// By rows; whether a finger was there.
    public var painted: [Bool]

    /// No zone is painted.
    public init(columns: Int, rows: Int) {
      precondition(columns > 0 && rows > 0, "a grid of \(columns) × \(rows) zones")
      self.columns = columns
      self.rows = rows
      painted = Array(repeating: false, count: columns * rows)
    }
  }

  /// What is to be painted; nil if nothing is.
  public var zones: Zones?
  /// Where to touch, in view space; nil for nowhere.
  public var target: ViewPoint?
  /// Where fingers are, in view space.
  public var fingers: [ViewPoint]

  public init(zones: Zones? = nil, target: ViewPoint? = nil, fingers: [ViewPoint] = []) {
    self.zones = zones
    self.target = target
    self.fingers = fingers
  }
}

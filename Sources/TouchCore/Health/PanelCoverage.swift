/// Where a panel was touched, and how still it holds a finger that rests: what a person finds out by
/// painting all of it.
public struct PanelCoverage: Sendable {
  /// How far a panel's contacts came to each edge, as a share of the axis: 0 is at the edge.
  public struct Edges: Hashable, Sendable {
    public var left = 1.0
    public var top = 1.0
    public var right = 1.0
    public var bottom = 1.0
  }

  public let columns: Int
  public let rows: Int
  /// Where each contact that is down is, as a share of the view (0…1), by the contact's number.
  public private(set) var down: [Int: ViewPoint] = [:]
  /// By rows; whether a sample was in the cell.
  public private(set) var cells: [Bool]
  public private(set) var edges = Edges()
  /// How often a finger rested for half a second; one that goes on resting does so again.
  public private(set) var rests = 0
  /// How far a finger that rested seemed to move, from the least to the most, in units of `size`; nil if none
  /// did.
  public private(set) var jitter: ViewSize?
  /// The size of the mapping's view: in millimetres where they are known, else in device units.
  public let size: ViewSize

  /// In microseconds.
  private static let leastRest: Int64 = 500_000
  /// What is farther from where it began to rest moves; a share of the shorter side.
  private static let restingReach = 0.02

  private let mapping: ViewMapping
  private var resting: [Int: Rest] = [:]

  private struct Rest {
    var start: Timestamp
    var low: ViewPoint
    var high: ViewPoint
  }

  /// - Parameter mapping: how the panel lies under what is shown: columns, rows and edges are those of
  ///   the view.
  public init(_ mapping: ViewMapping, columns: Int = 16, rows: Int = 10) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: false, count: columns * rows)
    self.mapping = mapping
    size = mapping.view
  }

  /// The share of the cells that were touched.
  public var share: Double { Double(cells.count { $0 }) / Double(cells.count) }

  public mutating func take(_ frame: borrowing Frame) {
    for index in frame.changes.indices {
      let change = frame.changes[index]
      let number = change.contact.number
      if let point = mapping.point(of: change.contact), change.contact.mayDraw {
        down[number] = ViewPoint(x: point.x / size.width, y: point.y / size.height)
        mark(point)
        rest(number, at: point, frame.time)
      }
      if case .up = change.kind { (resting[number], down[number]) = (nil, nil) }
    }
  }

  private mutating func mark(_ point: ViewPoint) {
    let (x, y) = (point.x / size.width, point.y / size.height)
    guard 0..<1 ~= x, 0..<1 ~= y else { return }
    cells[Int(y * Double(rows)) * columns + Int(x * Double(columns))] = true
    edges.left = min(edges.left, x)
    edges.top = min(edges.top, y)
    // A value covers a unit of its axis: the last one's far end is the edge.
    edges.right = min(edges.right, 1 - x)
    edges.bottom = min(edges.bottom, 1 - y)
  }

  private mutating func rest(_ contact: Int, at point: ViewPoint, _ time: Timestamp) {
    let reach = Self.restingReach * min(size.width, size.height)
    guard var rest = resting[contact] else {
      resting[contact] = Rest(start: time, low: point, high: point)
      return
    }
    let low = ViewPoint(x: min(rest.low.x, point.x), y: min(rest.low.y, point.y))
    let high = ViewPoint(x: max(rest.high.x, point.x), y: max(rest.high.y, point.y))
    // What it did until now was a rest, if it took long enough: a finger that does not move sends
    // nothing.
    if time.microseconds(since: rest.start) >= Self.leastRest {
      rests += 1
      note(rest)
      resting[contact] = Rest(start: time, low: point, high: point)
    } else if max(high.x - low.x, high.y - low.y) > reach {
      resting[contact] = Rest(start: time, low: point, high: point)
    } else {
      (rest.low, rest.high) = (low, high)
      resting[contact] = rest
    }
  }

  private mutating func note(_ rest: Rest) {
    let known = jitter ?? ViewSize(width: 0, height: 0)
    jitter = ViewSize(
      width: max(known.width, rest.high.x - rest.low.x),
      height: max(known.height, rest.high.y - rest.low.y))
  }
}

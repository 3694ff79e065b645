/// Pairs rows with columns at the least sum of costs: the assignment problem, by shortest augmenting
/// paths (Jonker and Volgenant, Computing 38, 1987).
///
/// Not nearest first, which gives two fingers that pass each other to the wrong contacts. Three
/// nested loops over the contacts that are down cost little: there are ten at most in practice.
struct ContactMatcher {
  /// A pair that must not be.
  static let forbidden = Double.infinity

  private let mostColumns: Int
  private var costs: [Double]
  // From 1 on; row and column 0 stand for none, where each augmenting path begins.
  private var rowOf: [Int]
  private var cameFrom: [Int]
  private var slack: [Double]
  private var isVisited: [Bool]
  private var rowPrice: [Double]
  private var columnPrice: [Double]

  init(mostRows: Int, mostColumns: Int) {
    self.mostColumns = mostColumns
    costs = Array(repeating: 0, count: mostRows * mostColumns)
    rowOf = Array(repeating: 0, count: mostColumns + 1)
    cameFrom = rowOf
    slack = Array(repeating: 0, count: mostColumns + 1)
    columnPrice = slack
    isVisited = Array(repeating: false, count: mostColumns + 1)
    rowPrice = Array(repeating: 0, count: mostRows + 1)
  }

  /// The cost of a pair; it must be set for every pair before `solve(rows:columns:)`.
  subscript(row: Int, column: Int) -> Double {
    get { costs[row * mostColumns + column] }
    set { costs[row * mostColumns + column] = newValue }
  }

  /// Overwrites the distances of the last pairing.
  mutating func wipe() {
    for index in costs.indices { costs[index] = 0 }
  }

  /// Pairs every row; a row must have a column that no other may take.
  mutating func solve(rows: Int, columns: Int) {
    for row in 0...rows { rowPrice[row] = 0 }
    for column in 0...columns { (rowOf[column], columnPrice[column]) = (0, 0) }
    for row in 0..<rows {
      rowOf[0] = row + 1
      augment(from: findFreeColumn(among: columns))
    }
  }

  /// The row that the column is paired with.
  func row(of column: Int) -> Int? {
    let row = rowOf[column + 1]
    return row == 0 ? nil : row - 1
  }

  /// Grows the cheapest paths from the row at column 0 until one reaches a column that is free.
  private mutating func findFreeColumn(among columns: Int) -> Int {
    for column in 0...columns { (slack[column], isVisited[column]) = (.infinity, false) }
    var column = 0
    repeat {
      isVisited[column] = true
      let row = rowOf[column]
      var (step, next) = (Double.infinity, 0)
      for other in 1...columns where !isVisited[other] {
        let reduced = self[row - 1, other - 1] - rowPrice[row] - columnPrice[other]
        if reduced < slack[other] { (slack[other], cameFrom[other]) = (reduced, column) }
        if slack[other] < step { (step, next) = (slack[other], other) }
      }
      for other in 0...columns {
        if isVisited[other] {
          rowPrice[rowOf[other]] += step
          columnPrice[other] -= step
        } else {
          slack[other] -= step
        }
      }
      column = next
    } while rowOf[column] != 0
    return column
  }

  /// Moves each row of the path that ends there by one column.
  private mutating func augment(from free: Int) {
    var column = free
    repeat {
      let previous = cameFrom[column]
      rowOf[column] = rowOf[previous]
      column = previous
    } while column != 0
  }
}

import LockCore

/// The options of the verbs that take strokes, from panels or from captures, to a store.
struct StrokeOptions {
  /// The captures behind `--from`; none if panels are meant.
  private(set) var files: [String] = []
  private(set) var read = ReadOptions()
  private(set) var grid = GridOptions()
  private(set) var store = StoreOptions()

  static let all =
    [Option("from", "CAPTURE", "take the strokes from captures, not from a panel")]
    + ReadOptions.ofPanel + ReadOptions.ofView + GridOptions.all + StoreOptions.all

  /// Takes an option, which is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) {
    if option == "from" {
      files.append(value)
      return
    }
    if try read.take(option, value) { return }
    if try grid.take(option, value) { return }
    _ = try store.take(option, value)
  }

  /// Takes one more capture; `hint` says where else it may belong, if there is none before.
  mutating func take(argument: String, hint: String) throws(UsageError) {
    guard !files.isEmpty else { throw UsageError("'\(argument)' is too much (\(hint))") }
    files.append(argument)
  }

  /// The strokes of the captures.
  func captures(_ rules: PatternRules) -> CaptureStrokes {
    CaptureStrokes(files, read, grid, rules)
  }

  /// Grabs the panels, lends their strokes, and gives the panels back whatever comes of it.
  func withPanels<Result>(
    _ rules: PatternRules, waits: Bool, ring: RingOptions? = nil,
    _ body: (inout SeatStrokes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var feed = try SeatStrokes(read, grid, rules, waitsForPanels: waits, ring: ring)
    let result: Result
    do throws(Failure) { result = try body(&feed) } catch {
      if error.signal == nil { feed.noteFault() }
      try? feed.finish()
      throw error
    }
    try feed.finish()
    return result
  }
}

import LockCore
import TouchCaptures
import TouchCore

/// The contacts of captures, one capture after another.
struct CaptureContacts: ContactFeed, ~Copyable {
  let grid: DotGrid
  private(set) var now = Timestamp(microseconds: 0)
  let isHeld = true
  private var files: ArraySlice<String>
  private let read: ReadOptions
  private let options: GridOptions
  private let rules: PatternRules
  private var source: ReplaySource?
  private var fit: GridFit
  private var changes: [ContactChange] = []
  private var taken = 0

  /// - Precondition: there is a capture.
  static func open(
    _ files: [String], _ read: ReadOptions, _ grid: GridOptions, _ rules: PatternRules
  ) throws(Failure) -> CaptureContacts {
    guard let file = files.first else { preconditionFailure("no capture") }
    var source = try source(file, read)
    let (mapping, own) = try place(of: &source, read, grid, rules)
    return CaptureContacts(
      source, files.dropFirst(), own, GridFit(mapping, own, onto: own), read, grid, rules)
  }

  private init(
    _ source: consuming ReplaySource, _ rest: ArraySlice<String>, _ grid: DotGrid, _ fit: GridFit,
    _ read: ReadOptions, _ options: GridOptions, _ rules: PatternRules
  ) {
    self.source = consume source
    files = rest
    self.grid = grid
    self.fit = fit
    (self.read, self.options, self.rules) = (read, options, rules)
  }

  private static func source(_ file: String, _ read: ReadOptions) throws(Failure) -> ReplaySource {
    let source = try read.capture(file)
    for finding in source.findings { warn("\(file): \(finding.text)") }
    if source.devices.count > 1 { warn("\(file): read device \(source.device)") }
    return source
  }

  /// Where a capture's positions and dots lie, by the options, else by its notes; and so its noise
  /// filters.
  private static func place(
    of source: inout ReplaySource, _ read: ReadOptions, _ grid: GridOptions,
    _ rules: PatternRules
  ) throws(Failure) -> (ViewMapping, DotGrid) {
    let noted = try NotedOptions(source)
    let completed = read.completed(by: noted.read)
    source.filters = completed.filters
    let mapping = completed.mapping(source.reading)
    return (mapping, grid.completed(by: noted.grid).grid(rules, in: mapping.view))
  }

  mutating func next(until deadline: Timestamp?) throws(Failure) -> ContactArrival {
    while true {
      if taken < changes.count {
        taken += 1
        let change = changes[taken - 1]
        return .contact(change, at: fit.point(of: change.contact), time: now)
      }
      do throws(CaptureError) {
        if let frame = try source?.nextFrame() {
          (changes, taken, now) = (frame.changes, 0, frame.time)
          continue
        }
      } catch {
        throw Failure(error)
      }
      guard let file = files.popFirst() else { return .end }
      try open(file)
    }
  }

  private mutating func open(_ file: String) throws(Failure) {
    var next = try Self.source(file, read)
    let (mapping, own) = try Self.place(of: &next, read, options, rules)
    fit = GridFit(mapping, own, onto: grid)
    source = consume next
  }

  mutating func wipe() {}
  mutating func noteFault(_ what: String) {}
  mutating func noteQuestion() {}
  mutating func noteDecision() {}
}

import TouchCore
import TouchSource

extension SeatReader {
  /// Opens the panels of the seat, or the one that the options choose.
  static func open(
    _ read: ReadOptions, grabs: Bool = false, waitsForPanels: Bool = false,
    keepsSteps: Bool = false, keepsTimes: Bool = false, from kept: KeptNodes? = nil
  ) throws(Failure) -> SeatReader {
    var settings = Settings()
    settings.selector = read.panel.map { PanelSelector($0) }
    settings.filters = read.filters
    settings.grabs = grabs
    settings.waitsForPanels = waitsForPanels
    settings.keepsSteps = keepsSteps
    settings.keepsTimes = keepsTimes
    do throws(SourceError) { return try open(settings, from: kept) } catch { throw Failure(error) }
  }

  /// Waits for what comes next.
  mutating func arrival(
    until deadline: Timestamp? = nil, or signals: borrowing Signals
  ) throws(Failure) -> Arrival {
    try arrival(until: deadline, orReadable: signals.descriptor)
  }

  /// The same, with any descriptor that ends the wait.
  mutating func arrival(
    until deadline: Timestamp? = nil, orReadable descriptor: Int32
  ) throws(Failure) -> Arrival {
    do throws(SourceError) {
      return try next(until: deadline, orReadable: descriptor)
    } catch {
      throw Failure(error)
    }
  }
}

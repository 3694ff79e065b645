import TouchCore
import TouchSource

extension SeatReader {
  /// Opens the panels of the seat, or the one that the options choose.
  static func open(
    _ read: ReadOptions, grabs: Bool = false, waitsForPanels: Bool = false,
    keepsSteps: Bool = false, keepsTimes: Bool = false
  ) throws(Failure) -> SeatReader {
    var settings = Settings()
    settings.selector = read.panel.map { PanelSelector($0) }
    settings.grabs = grabs
    settings.waitsForPanels = waitsForPanels
    settings.keepsSteps = keepsSteps
    settings.keepsTimes = keepsTimes
    do throws(SourceError) { return try open(settings) } catch { throw Failure(error) }
  }

  /// Waits for what comes next.
  mutating func arrival(
    until deadline: Timestamp? = nil, or signals: borrowing Signals
  ) throws(Failure) -> Arrival {
    do throws(SourceError) {
      return try next(until: deadline, orReadable: signals.descriptor)
    } catch {
      throw Failure(error)
    }
  }
}

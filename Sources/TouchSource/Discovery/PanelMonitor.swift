/// udev's word on the panels of a seat that come, go and change. Where no udevd runs it stays silent.
public struct PanelMonitor: ~Copyable {
  public enum Change: Sendable {
    case added(PanelDevice)
    /// Its properties or the ranges of its axes may be others now.
    case changed(PanelDevice)
    /// The device is gone, is no panel any more or went to another seat; may be told of one that was
    /// never told of before.
    case removed(PanelDevice)
    /// More came than was kept: what is there must be found anew.
    case missed
  }

  private let monitor: UdevMonitor
  private let finder: PanelFinder

  /// Begins to listen; what changes from now on is told.
  public init(seat: String = PanelDevice.defaultSeat) throws(SourceError) {
    finder = PanelFinder(seat: seat)
    do throws(SystemError) {
      monitor = try UdevMonitor()
    } catch {
      throw .system(error, node: nil)
    }
  }

  /// For `poll(2)`: readable when a change can be had.
  public var descriptor: CInt { monitor.descriptor }

  /// Returns the next change, nil if none is there. It never waits.
  ///
  /// Two panels of one description have one stable name here: what is open decides on the number
  /// behind it.
  public func nextChange() throws(SourceError) -> Change? {
    do throws(SystemError) {
      while true {
        switch try monitor.receive() {
        case .nothing: return nil
        case .overflow: return .missed
        case .change(let action, let record):
          if let change = change(action, record) { return change }
        }
      }
    } catch {
      throw .system(error, node: nil)
    }
  }

  private func change(_ action: String, _ record: UdevRecord) -> Change? {
    guard record.isEventNode else { return nil }
    let device = finder.device(record, hasDatabase: true)
    switch (action, device) {
    case ("add", let device?): return .added(device)
    case ("remove", _), ("change", nil): return .removed(PanelDevice(record, classification: .udev))
    case (_, let device?): return .changed(device)
    case (_, nil): return nil
    }
  }
}

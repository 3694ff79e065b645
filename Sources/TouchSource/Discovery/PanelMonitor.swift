/// The panels of a seat that come, go and change, by udev's word. Where no udevd runs `/dev/input` is
/// watched, which tells only that something changed.
public struct PanelMonitor: ~Copyable {
  public enum Change: Sendable {
    case added(PanelDevice)
    /// Its properties or the ranges of its axes may be others now.
    case changed(PanelDevice)
    /// The device is gone, is no panel any more or went to another seat; may be told of one that was
    /// never told of before.
    case removed(PanelDevice)
    /// More came than was kept, or nobody says what: what is there must be found anew.
    case missed
  }

  private let monitor: UdevMonitor
  /// Where no udevd runs.
  private let folder: NodeFolder?
  private let either: Descriptor
  private let finder: PanelFinder

  /// Begins to listen; what changes from now on is told.
  public static func listen(
    seat: String = PanelDevice.defaultSeat
  ) throws(SourceError) -> PanelMonitor {
    try listen(seat: seat, hasUdev: PanelFinder.hasUdev)
  }

  package static func listen(seat: String, hasUdev: Bool) throws(SourceError) -> PanelMonitor {
    do throws(SystemError) {
      return PanelMonitor(
        try UdevMonitor(), hasUdev ? nil : try NodeFolder.watch(), try Descriptor.ofReadiness(),
        PanelFinder(seat: seat))
    } catch {
      throw .system(error, node: nil)
    }
  }

  private init(
    _ monitor: consuming UdevMonitor, _ folder: consuming NodeFolder?,
    _ either: consuming Descriptor, _ finder: PanelFinder
  ) {
    either.tellReadiness(of: monitor.descriptor)
    if let descriptor = folder?.descriptor { either.tellReadiness(of: descriptor) }
    self.monitor = monitor
    self.folder = folder
    self.either = either
    self.finder = finder
  }

  /// For `poll(2)`: readable when a change can be had.
  public var descriptor: CInt { either.number }

  /// Returns the next change, nil if none is there. It never waits.
  ///
  /// Two panels of one description have one stable name here: what is open decides on the number
  /// behind it.
  public func nextChange() throws(SourceError) -> Change? {
    do throws(SystemError) {
      if try folder?.takeChange() == true { return .missed }
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
    case ("add", nil):
      // It may be another node of a panel.
      return record.tellsPosition && record.attributes["phys"]?.isEmpty == false ? .missed : nil
    case (_, nil): return nil
    }
  }
}

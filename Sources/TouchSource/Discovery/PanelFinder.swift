import Glibc
import TouchCore

/// Finds the touch panels of a seat: by udev's database or, where there is none, by looking.
public struct PanelFinder: Sendable {
  public let seat: String

  /// Whether there is a udev database; nil finds out.
  private let hasDatabase: Bool?

  public init(seat: String = PanelDevice.defaultSeat) {
    self.init(seat: seat, hasDatabase: nil)
  }

  package init(seat: String, hasDatabase: Bool?) {
    self.seat = seat
    self.hasDatabase = hasDatabase
  }

  /// The panels of the seat, by number of their nodes.
  ///
  /// - Throws: `SourceError.system` if libudev cannot list them. None at all is no error.
  public func panels() throws(SourceError) -> [PanelDevice] {
    let records: [UdevRecord]
    do throws(SystemError) {
      records = try Udev().records()
    } catch {
      throw .system(error, node: nil)
    }
    let hasDatabase =
      hasDatabase ?? (Self.hasUdev || records.contains(where: \.isInDatabase))
    var taken: Set<String> = []
    var panels: [PanelDevice] = []
    for record in records {
      guard var device = device(record, hasDatabase: hasDatabase) else { continue }
      device.makeNameUnique(among: taken)
      taken.insert(device.stableName)
      panels.append(device)
    }
    return panels
  }

  /// The panel that is meant. A node may be named whatever udev takes it for.
  ///
  /// - Throws: `SourceError.noSuchPanel`, `.ambiguous`, `.noNode`, `.notEvdev` or `.noPermission`.
  public func panel(_ selector: PanelSelector) throws(SourceError) -> PanelDevice {
    let panels = try panels()
    if case .node(let path) = selector { return try panel(atNode: path, among: panels) }
    let matching = panels.filter(selector.matches)
    guard let panel = matching.first else {
      throw .noSuchPanel(selector.description, seat: seat, known: panels.map(\.stableName))
    }
    guard matching.count == 1 else {
      throw .ambiguous(selector.description, candidates: matching.map(\.stableName))
    }
    return panel
  }

  /// The record as a panel of the seat; nil if it is none.
  func device(_ record: UdevRecord, hasDatabase: Bool) -> PanelDevice? {
    guard record.isEventNode else { return nil }
    let isPanel =
      hasDatabase
      ? record.isInDatabase && record.properties["ID_INPUT_TOUCHSCREEN"] == "1"
      : record.looksLikePanel
    guard isPanel else { return nil }
    let device = PanelDevice(record, classification: hasDatabase ? .udev : .ownLook)
    return device.seat == seat ? device : nil
  }

  /// Whether udevd runs here, so that what comes and goes is told.
  public static var hasUdev: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

  /// A path may be a symbolic link, so the device behind it decides.
  private func panel(
    atNode path: String, among panels: [PanelDevice]
  ) throws(SourceError) -> PanelDevice {
    do throws(SystemError) {
      let number = try DeviceNumber(ofNode: path)
      if let panel = panels.first(where: { $0.number == number }) { return panel }
      guard let record = try Udev().record(of: number), record.isEventNode else {
        return PanelDevice(node: path, number: number)
      }
      return PanelDevice(record, classification: .named)
    } catch {
      throw SourceError(opening: path, error)
    }
  }
}

extension UdevRecord {
  /// What udev's own classification takes for a touch panel, as far as sysfs tells it.
  fileprivate var looksLikePanel: Bool {
    let hasSlots =
      isSet(AbsCode.mtPositionX, in: "capabilities/abs")
      && isSet(AbsCode.mtPositionY, in: "capabilities/abs")
    let hasPosition =
      isSet(AbsCode.x, in: "capabilities/abs") && isSet(AbsCode.y, in: "capabilities/abs")
      && isSet(KeyCode.btnTouch, in: "capabilities/key")
    let isPen =
      isSet(KeyCode.btnStylus, in: "capabilities/key")
      || isSet(KeyCode.btnToolPen, in: "capabilities/key")
    return isSet(InputProperty.direct, in: "properties") && (hasSlots || hasPosition) && !isPen
  }
}

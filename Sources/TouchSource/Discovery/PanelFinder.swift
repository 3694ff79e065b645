import Glibc
import TouchCore

/// Finds the touch panels of a seat: by udev's database or, where there is none, by looking.
public struct PanelFinder: Sendable {
  public let seat: String

  /// Whether there is a udev database; nil finds out.
  let hasDatabase: Bool?

  public init(seat: String = PanelDevice.defaultSeat) {
    self.init(seat: seat, hasDatabase: nil)
  }

  package init(seat: String, hasDatabase: Bool?) {
    self.seat = seat
    self.hasDatabase = hasDatabase
  }

  /// The panels of the seat, by number of their nodes. A panel that is behind several nodes is one: the
  /// node that tells contacts.
  ///
  /// - Throws: `SourceError.system` if libudev cannot list them. None at all is no error.
  public func panels() throws(SourceError) -> [PanelDevice] {
    let records = try records()
    let found = devices(records)
    var taken: Set<String> = []
    var panels: [PanelDevice] = []
    for var device in found where !found.contains(where: { $0.isMain(over: device) }) {
      device.makeNameUnique(among: taken)
      taken.insert(device.stableName)
      panels.append(device)
    }
    return panels
  }

  /// The other nodes of these panels that tell a position: the mouse that a panel plays, or its pen.
  /// What is done to a panel must be done to them, or others get its touches all the same.
  func companions(of panels: [PanelDevice]) throws(SourceError) -> [PanelDevice] {
    var companions: [PanelDevice] = []
    for record in try records() where record.isEventNode && record.tellsPosition {
      var device = PanelDevice(record, classification: .named)
      guard panels.contains(where: { $0.isMain(over: device) }) else { continue }
      device.isCompanion = true
      companions.append(device)
    }
    return companions
  }

  private func records() throws(SourceError) -> [UdevRecord] {
    do throws(SystemError) { return try Udev().records() } catch {
      throw .system(error, node: nil)
    }
  }

  private func devices(_ records: [UdevRecord]) -> [PanelDevice] {
    let hasDatabase = hasDatabase ?? (Self.hasUdev || records.contains(where: \.isInDatabase))
    return records.compactMap { device($0, hasDatabase: hasDatabase) }
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
      ? record.isInDatabase && record.isTaggedPanel
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
  /// What udev takes for a touch panel, and what it takes for a pen's tablet since it has a pen as well.
  fileprivate var isTaggedPanel: Bool {
    properties["ID_INPUT_TOUCHSCREEN"] == "1"
      || properties["ID_INPUT_TABLET"] == "1" && isDirect && tellsContacts
  }

  /// The same, as far as sysfs tells it.
  fileprivate var looksLikePanel: Bool {
    let isPen =
      isSet(KeyCode.btnStylus, in: "capabilities/key")
      || isSet(KeyCode.btnToolPen, in: "capabilities/key")
    let isSingleTouch = tellsPosition && isSet(KeyCode.btnTouch, in: "capabilities/key") && !isPen
    return isDirect && (tellsContacts || isSingleTouch)
  }
}

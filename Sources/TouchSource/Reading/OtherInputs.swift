import CEvdev
import Glibc

/// Every input device of a seat but its touch panels, grabbed: no key, button or pen reaches anybody,
/// and none switches terminals. Nothing is ever read from them.
///
/// Devices that come later are grabbed as soon as udev tells of them. Those that only say that the
/// machine shall sleep or wake are left to who heeds them.
public struct OtherInputs: ~Copyable {
  public enum Change: Sendable {
    /// The descriptor holds the grab; copies of it hold it as well.
    case grabbed(node: String, descriptor: CInt)
    /// Others may get what the device tells.
    case failed(SourceError)
  }

  /// A device that is grabbed, in a class since no array holds what cannot be copied.
  private final class Held {
    let sysPath: String
    let file: Descriptor

    init(_ sysPath: String, _ file: consuming Descriptor) {
      self.sysPath = sysPath
      self.file = file
    }
  }

  private let finder: PanelFinder
  private let monitor: UdevMonitor
  private let kept: KeptNodes?
  private var held: [Held] = []

  /// Begins to listen; nothing is grabbed before `grabAll`.
  ///
  /// - Throws: `SourceError.system`.
  public init(
    seat: String = PanelDevice.defaultSeat, from kept: KeptNodes? = nil
  ) throws(SourceError) {
    finder = PanelFinder(seat: seat)
    self.kept = kept
    do throws(SystemError) { monitor = try UdevMonitor() } catch {
      throw .system(error, node: nil)
    }
  }

  /// For `poll(2)`: readable when `process` has something to do.
  public var descriptor: CInt { monitor.descriptor }

  /// The number of devices that are grabbed.
  public var count: Int { held.count }

  /// Grabs what is there and not grabbed yet.
  ///
  /// - Throws: `SourceError.system`.
  public mutating func grabAll() throws(SourceError) -> [Change] {
    let records: [UdevRecord]
    do throws(SystemError) { records = try Udev().records() } catch {
      throw .system(error, node: nil)
    }
    let hasDatabase = finder.knowsByDatabase(records)
    var changes: [Change] = []
    for record in records {
      if let change = grab(record, hasDatabase: hasDatabase) { changes.append(change) }
    }
    return changes
  }

  /// Takes what udev told: grabs what came, lets go of what went.
  ///
  /// - Throws: as `grabAll`.
  public mutating func process() throws(SourceError) -> [Change] {
    var changes: [Change] = []
    while true {
      let reception: UdevMonitor.Reception
      do throws(SystemError) { reception = try monitor.receive() } catch {
        throw .system(error, node: nil)
      }
      switch reception {
      case .nothing: return changes
      case .overflow: changes += try grabAll()
      case .change("remove", let record): held.removeAll { $0.sysPath == record.sysPath }
      case .change(_, let record):
        if let change = grab(record, hasDatabase: true) { changes.append(change) }
      }
    }
  }

  /// Gives all of them back.
  public consuming func release() {
    for device in held { _ = ioctl(device.file.number, SWIPELOCK_EVIOCGRAB, 0) }
  }

  private mutating func grab(_ record: UdevRecord, hasDatabase: Bool) -> Change? {
    guard let node = record.node, finder.isOther(record, hasDatabase: hasDatabase),
      !held.contains(where: { $0.sysPath == record.sysPath })
    else { return nil }
    do throws(SystemError) {
      let own = kept?.take(record.number)
      let isKept = own != nil
      let file: Descriptor
      if let own { file = own } else { file = try Descriptor(reading: node) }
      // The node may be another device's by now: udev will tell of that one.
      guard try file.deviceNumber() == record.number else { return nil }
      let descriptor = file.number
      do throws(SystemError) {
        try check("EVIOCGRAB") { ioctl(descriptor, SWIPELOCK_EVIOCGRAB, 1) }
      } catch {
        // One that was kept is grabbed already, and the kernel takes that for another's.
        guard isKept, error.errno == EBUSY else { throw error }
      }
      held.append(Held(record.sysPath, file))
      return .grabbed(node: node, descriptor: descriptor)
    } catch {
      switch error.errno {
      // It went again.
      case ENODEV, ENOENT, ENXIO: return nil
      case EBUSY: return .failed(SourceError(using: node, error))
      default: return .failed(SourceError(opening: node, error))
      }
    }
  }
}

extension PanelFinder {
  /// Whether udev's database decides what a device is.
  func knowsByDatabase(_ records: [UdevRecord]) -> Bool {
    hasDatabase ?? (Self.hasUdev || records.contains(where: \.isInDatabase))
  }

  /// Whether the record is an input device of the seat that is no panel, and that people press, turn
  /// or point with.
  func isOther(_ record: UdevRecord, hasDatabase: Bool) -> Bool {
    // What udev has not looked at yet may be a panel; its word comes.
    guard record.isEventNode, !hasDatabase || record.isInDatabase,
      record.properties["ID_SEAT"] ?? PanelDevice.defaultSeat == seat,
      device(record, hasDatabase: hasDatabase) == nil, !isCompanion(record)
    else { return false }
    let keys = (0...UInt16(KEY_MAX)).filter { record.isSet($0, in: "capabilities/key") }
    guard keys.isEmpty else { return !keys.allSatisfy(Self.powerKeys.contains) }
    return (0...UInt16(ABS_MAX)).contains { record.isSet($0, in: "capabilities/abs") }
  }

  /// Whether it is the pen or the mouse of a panel, and so whoever reads that has it.
  private func isCompanion(_ record: UdevRecord) -> Bool {
    guard record.tellsPosition, let panels = try? panels() else { return false }
    return (try? companions(of: panels))?.contains { $0.number == record.number } ?? false
  }

  /// What only tells the machine to sleep or to wake.
  private static let powerKeys = Set(
    [KEY_POWER, KEY_POWER2, KEY_SLEEP, KEY_WAKEUP, KEY_SUSPEND].map(UInt16.init))
}

import CEvdev
import Glibc
public import TouchCore

/// A panel that uinput makes of a description: to the kernel, to udev and to every reader one like any
/// other. It is unplugged when this goes.
@safe
public struct VirtualPanel: ~Copyable {
  /// Such as `/dev/input/event5`.
  public let node: String

  private let device: OpaquePointer
  private let reading: PanelReading?
  /// What was taken of a frame that is not whole yet.
  private var events: [input_event] = []
  /// The kernel takes a frame in pieces of any size.
  private static let mostEvents = 1024
  private static let defaultName = "swipelock replay"

  /// Plugs the panel in.
  ///
  /// Its axes have no fuzz: that filter of the kernel's was over what was recorded, and would be over
  /// it twice.
  public init(of panel: Panel) throws(VirtualPanelError) {
    var panel = panel
    if panel.name.isEmpty { panel.name = Self.defaultName }
    for (axis, range) in panel.axes {
      panel.axes[axis]?.fuzz = 0
      guard Self.isTaken(range) else { throw .refusedAxis(axis, range) }
    }
    let device: OpaquePointer
    do throws(SystemError) {
      unsafe device = try EvdevDescription(of: panel).makeDevice()
    } catch {
      throw VirtualPanelError(error)
    }
    guard let node = unsafe libevdev_uinput_get_devnode(device) else {
      unsafe libevdev_uinput_destroy(device)
      throw .noNode
    }
    self.node = unsafe String(cString: node)
    unsafe self.device = device
    reading = try? PanelReading(panel)
  }

  deinit {
    unsafe libevdev_uinput_destroy(device)
  }

  /// As `uinput_validate_absinfo` of drivers/input/misc/uinput.c judges (Linux 6.12).
  private static func isTaken(_ range: AxisRange) -> Bool {
    range.minimum <= range.maximum
      && Int64(range.flat) <= Int64(range.maximum) - Int64(range.minimum)
  }

  /// Does what the source did: events reach the readers as whole frames; a state that was asked for
  /// reaches them as the events that lead to it. What no event can say is passed over: drops, reads,
  /// other ranges, and ends by no event.
  public mutating func take(_ step: SourceStep) throws(VirtualPanelError) {
    switch step {
    case .event(let event) where event.isDropped:
      events.removeAll(keepingCapacity: true)
    case .event(let event):
      append(event.type, event.code, event.value)
      if event.isReport || events.count >= Self.mostEvents { try write() }
    case .state(let table, _):
      events.removeAll(keepingCapacity: true)
      append(table)
      append(EventType.syn, SynCode.report, 0)
      try write()
    case .settled, .distrusted, .readBoundary, .discarded, .ended, .range, .counted:
      break
    }
  }

  private mutating func append(_ table: SlotTable) {
    let entry = table.entries.first ?? SlotTable.Entry()
    let isDown: Int32 = table.contactCount > 0 ? 1 : 0
    switch reading?.touchProtocol {
    case .slots:
      for (slot, entry) in table.entries.enumerated() { append(entry, Int32(slot)) }
      append(EventType.abs, AbsCode.mtSlot, table.currentSlot)
      append(EventType.key, KeyCode.btnTouch, isDown)
    case .protocolA(let key):
      if let key { append(EventType.key, key, isDown) }
    case .singleTouch(let signal):
      append(AbsCode.x, entry.x)
      append(AbsCode.y, entry.y)
      append(AbsCode.pressure, entry.pressure)
      if case .key(let key) = signal { append(EventType.key, key, isDown) }
    case nil: break
    }
  }

  /// Tells all of the slot: the kernel sends on only what it did not know.
  private mutating func append(_ entry: SlotTable.Entry, _ slot: Int32) {
    append(EventType.abs, AbsCode.mtSlot, slot)
    append(AbsCode.mtTrackingID, max(-1, entry.trackingID))
    append(AbsCode.mtPositionX, entry.x)
    append(AbsCode.mtPositionY, entry.y)
    append(AbsCode.mtPressure, entry.pressure)
    append(AbsCode.mtTouchMajor, entry.major)
    append(AbsCode.mtToolType, entry.tool)
  }

  private mutating func append(_ axis: UInt16, _ value: Int32?) {
    if let value { append(EventType.abs, axis, value) }
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    var event = input_event()
    event.type = type
    event.code = code
    event.value = value
    events.append(event)
  }

  private mutating func write() throws(VirtualPanelError) {
    let file = unsafe libevdev_uinput_get_fd(device)
    let size = events.count * MemoryLayout<input_event>.stride
    var written = 0
    do throws(SystemError) {
      while written < size {
        let (all, done) = (events, written)
        written += try check("write to uinput") {
          unsafe all.withUnsafeBytes { bytes in
            unsafe Glibc.write(file, bytes.baseAddress?.advanced(by: done), size - done)
          }
        }
      }
    } catch {
      throw .system(error)
    }
    events.removeAll(keepingCapacity: true)
  }
}

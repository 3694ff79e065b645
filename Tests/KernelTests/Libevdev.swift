import CEvdev
internal import Glibc
import KernelSupport
import TouchCore

/// libevdev's view of a node, to hold ours against.
@safe
struct Libevdev: ~Copyable {
  /// What it knows of a contact.
  struct Known: Equatable {
    let id: Int32
    let x: Int32?
    let y: Int32?
    let pressure: Int32?
  }

  private let file: CInt
  private let context: OpaquePointer

  init(_ path: String) throws {
    file = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var context: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(file, &context)
    guard let context = unsafe context else {
      close(file)
      throw Wait.TimedOut(description: "libevdev_new_from_fd of \(path): \(result)")
    }
    unsafe self.context = context
  }

  deinit {
    unsafe libevdev_free(context)
    close(file)
  }

  /// Reads all that waits.
  ///
  /// - Returns: the number of frames; nil if it had to synchronise, so that nothing can be compared.
  func readFrames() -> Int? {
    var event = input_event()
    var frames = 0
    while true {
      let normal = CUnsignedInt(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
      let status = unsafe libevdev_next_event(context, normal, &event)
      if status == -EAGAIN { return frames }
      guard status == CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue) else { return nil }
      if event.type == EventType.syn, event.code == SynCode.report { frames += 1 }
    }
  }

  /// The contact of a single-touch panel: it has the position's latest values while it is down.
  func singleTouch(_ signal: PanelReading.DownSignal) -> Known? {
    func value(_ type: UInt16, _ code: UInt16) -> Int32 {
      unsafe libevdev_get_event_value(context, CUnsignedInt(type), CUnsignedInt(code))
    }
    let pressure = value(EventType.abs, AbsCode.pressure)
    let isDown =
      switch signal {
      case .key(let key): value(EventType.key, key) != 0
      case .pressure: pressure > 0
      }
    guard isDown else { return nil }
    return Known(
      id: 0, x: value(EventType.abs, AbsCode.x), y: value(EventType.abs, AbsCode.y),
      pressure: pressure)
  }

  /// The contacts that it knows, by slot.
  func contacts() -> [Int: Known] {
    var contacts: [Int: Known] = [:]
    for slot in 0..<Int(unsafe libevdev_get_num_slots(context)) {
      func value(_ code: UInt16) -> Int32 {
        unsafe libevdev_get_slot_value(context, CUnsignedInt(slot), CUnsignedInt(code))
      }
      let id = value(AbsCode.mtTrackingID)
      guard id >= 0 else { continue }
      contacts[slot] = Known(
        id: id, x: value(AbsCode.mtPositionX), y: value(AbsCode.mtPositionY),
        pressure: value(AbsCode.mtPressure))
    }
    return contacts
  }
}

extension Libevdev.Known {
  init(_ contact: Contact) {
    self.init(
      id: contact.trackingID, x: contact.x, y: contact.y, pressure: contact.pressure)
  }
}

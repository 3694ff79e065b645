import CEvdev
import Glibc
import TouchCore

/// Room for all that the kernel's ring of a device can hold, filled by one `read(2)` and emptied event
/// by event.
@safe
struct EventBuffer: ~Copyable {
  /// What one `read(2)` brought.
  enum Outcome {
    case events(Int)
    /// The queue is empty.
    case nothing
    /// The device was unplugged, or its descriptor revoked.
    case gone
  }

  private let storage: UnsafeMutableBufferPointer<input_event>
  private var position = 0
  private var count = 0

  init(capacity: Int) {
    unsafe storage = .allocate(capacity: capacity)
    unsafe storage.initialize(repeating: input_event())
  }

  deinit {
    unsafe storage.deallocate()
  }

  var isEmpty: Bool { position == count }

  /// Reads once; the buffer must be empty.
  mutating func fill(from descriptor: CInt) throws(SystemError) -> Outcome {
    precondition(isEmpty, "events would be lost")
    let size = MemoryLayout<input_event>.stride
    do throws(SystemError) {
      let bytes = try check("read") {
        unsafe read(descriptor, storage.baseAddress, storage.count * size)
      }
      guard bytes > 0 else { return .gone }
      // The kernel hands out whole events only.
      guard bytes % size == 0 else { throw SystemError(errno: EIO, call: "read") }
      position = 0
      count = bytes / size
      return .events(count)
    } catch {
      switch error.errno {
      case EAGAIN: return .nothing
      case ENODEV: return .gone
      default: throw error
      }
    }
  }

  /// Takes the next event out.
  mutating func next() -> InputEvent? {
    guard position < count else { return nil }
    let event = unsafe storage[position]
    position += 1
    return InputEvent(
      time: Timestamp(
        seconds: Int64(event.time.tv_sec), microseconds: Int64(event.time.tv_usec)),
      type: event.type, code: event.code, value: event.value)
  }

  /// Throws away what is left.
  ///
  /// - Returns: the number of events.
  mutating func discard() -> Int {
    defer { position = count }
    return count - position
  }

  /// Overwrites the events that were taken out.
  mutating func wipe() {
    guard isEmpty else { return }
    let bytes = unsafe UnsafeMutableRawBufferPointer(storage)
    if let address = bytes.baseAddress { unsafe explicit_bzero(address, bytes.count) }
  }

  /// The size of the kernel's ring for the device, in events: `evdev_compute_buffer_size` of
  /// drivers/input/evdev.c (Linux 6.12). A driver may ask for more; then a full ring takes two reads.
  static func ringSize(for panel: Panel) -> Int {
    var size = 64
    while size < 8 * largestFrame(of: panel) { size *= 2 }
    return size
  }

  /// The events of the largest frame that the device may send, as the kernel estimates it:
  /// `input_estimate_events_per_packet` of drivers/input/input.c (Linux 6.12).
  static func largestFrame(of panel: Panel) -> Int {
    let axes = panel.codes[EventType.abs]?.codes ?? []
    let slots: Int
    if let range = panel.axes[AbsCode.mtSlot] {
      slots = max(1, min(Int(range.maximum) + 1, PanelReading.maximumSlots))
    } else if let range = panel.axes[AbsCode.mtTrackingID] {
      slots = max(2, min(Int(range.maximum) - Int(range.minimum) + 1, 32))
    } else {
      slots = axes.contains(AbsCode.mtPositionX) ? 2 : 0
    }
    var events = slots + 1 + 7
    for axis in axes { events += axis >= AbsCode.mtSlot ? slots : 1 }
    return events + (panel.codes[EventType.rel]?.codes.count ?? 0)
  }
}

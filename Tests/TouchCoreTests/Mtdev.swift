import CMtdev
import TestSupport
import TouchCore

/// libmtdev, which turns protocol A into slots.
@safe
struct Mtdev: ~Copyable {
  private let device: UnsafeMutablePointer<mtdev>

  init(_ panel: Panel) {
    guard let device = unsafe mtdev_new(), unsafe mtdev_init(device) == 0 else {
      fatalError("no memory for libmtdev")
    }
    unsafe self.device = device
    for code in panel.codes[EventType.abs]?.codes ?? [] where code >= AbsCode.mtSlot {
      unsafe mtdev_set_mt_event(device, CInt(code), 1)
    }
  }

  deinit {
    unsafe mtdev_close(device)
    unsafe mtdev_delete(device)
  }

  /// The events with slots that it makes of the event.
  mutating func put(_ event: InputEvent) -> [InputEvent] {
    var raw = input_event()
    raw.time.tv_sec = CLong(event.time.microseconds / 1_000_000)
    raw.time.tv_usec = CLong(event.time.microseconds % 1_000_000)
    (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
    unsafe mtdev_put_event(device, &raw)
    var events: [InputEvent] = []
    while unsafe mtdev_empty(device) == 0 {
      unsafe mtdev_get_event(device, &raw)
      events.append(
        InputEvent(time: event.time, type: raw.type, code: raw.code, value: raw.value))
    }
    return events
  }
}

/// The frames that the script's events make by way of libmtdev; it leaves out those that change
/// nothing.
func framesByMtdev(_ script: EventScript, _ panel: Panel) throws -> [Frame] {
  var mtdev = Mtdev(panel)
  var slotted = PanelFixture.slots(32, x: script.reading.x, y: script.reading.y)
  slotted.axes[AbsCode.mtTouchMajor] = panel.axes[AbsCode.mtTouchMajor]
  var events: [InputEvent] = []
  for event in script.events { events += mtdev.put(event) }
  return frames(events, try PanelReading(slotted))
}

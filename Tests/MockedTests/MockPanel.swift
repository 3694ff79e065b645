import CEvdev
import Glibc
import Synchronization
import TouchCore

/// A panel of a testbed: a node whose ioctls are answered from a description and a state that tests
/// change, and whose events are written by them.
final class MockPanel: Sendable {
  /// What the device would answer now.
  struct State {
    var panel: Panel
    var slots: [SlotTable.Entry]
    var currentSlot: Int32 = 0
    var keys = CodeSet()
    /// The values of the axes that are not a slot's.
    var values: [UInt16: Int32] = [:]
    /// The `errno` that a grab ends with, 0 if it works.
    var grabError: CInt = 0
    var isGrabbed = false
    var clock: Int32?
    /// The ioctls so far, by name.
    var log: [String] = []
    /// Called before each answer, with the name of the ioctl.
    var hook: (@Sendable (String, inout State) -> Void)?
  }

  let node: String
  let sysPath: String
  let number: Int
  /// Of the node's device number.
  let minor: Int
  let state: Mutex<State>
  private let descriptor: Mutex<CInt>
  private let root: String

  /// Adds `eventN` to the testbed.
  ///
  /// - Parameter properties: of udev; nil leaves the device uninitialised.
  init(
    _ testbed: Testbed, number: Int = 5, _ panel: Panel,
    properties: [String: String]? = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]
  ) {
    let count = Int(panel.axes[AbsCode.mtSlot]?.maximum ?? 0) + 1
    let hasPressure = panel.declares(type: EventType.abs, code: AbsCode.mtPressure)
    self.number = number
    node = "/dev/input/event\(number)"
    sysPath = "/sys/devices/virtual/input/input\(number)/event\(number)"
    let entry = SlotTable.Entry(x: 0, y: 0, pressure: hasPressure ? 0 : nil)
    state = Mutex(State(panel: panel, slots: Array(repeating: entry, count: count)))
    testbed.add(Self.description(of: panel, number))
    root = testbed.root
    minor = testbed.renumber(node, of: sysPath)
    // umockdev has told of the device already; with these it is a panel only when a test says so.
    for (name, value) in properties ?? [:] { testbed.setProperty(name, to: value, of: sysPath) }
    descriptor = Mutex(testbed.descriptor(of: node))
    testbed.attach(
      IoctlHandler { [self] request in state.withLock { $0.answer(&request) } }, to: node)
  }

  private static func description(of panel: Panel, _ number: Int) -> String {
    let path = "/devices/virtual/input/input\(number)"
    var lines = ["P: \(path)", "E: SUBSYSTEM=input"]
    lines += ["A: name=\(panel.name)", "A: phys=\(panel.phys)"]
    for (name, value) in [
      ("bustype", panel.id.bus), ("vendor", panel.id.vendor), ("product", panel.id.product),
      ("version", panel.id.version),
    ] { lines.append("A: id/\(name)=\(String(value, radix: 16))") }
    lines.append("A: properties=\(words(panel.properties))")
    lines.append("A: capabilities/abs=\(words(panel.codes[EventType.abs] ?? CodeSet()))")
    lines.append("A: capabilities/key=\(words(panel.codes[EventType.key] ?? CodeSet()))")
    lines += ["", "P: \(path)/event\(number)", "N: input/event\(number)"]
    lines += ["E: SUBSYSTEM=input", "E: DEVNAME=/dev/input/event\(number)"]
    lines += ["E: MAJOR=13", "E: MINOR=\(64 + number)", "A: dev=13:\(64 + number)"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A bitmap as sysfs writes it.
  private static func words(_ set: CodeSet) -> String {
    var words: [UInt] = []
    for code in set.codes {
      let place = Int(code) / UInt.bitWidth
      while words.count <= place { words.append(0) }
      words[place] |= 1 << UInt(Int(code) % UInt.bitWidth)
    }
    guard !words.isEmpty else { return "0" }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  // MARK: - What tests do

  /// Writes events in one piece, so that one read brings them all.
  func write(_ events: [InputEvent]) {
    let raw = events.map { event in
      input_event(
        time: timeval(
          tv_sec: Int(event.time.microseconds / 1_000_000),
          tv_usec: Int(event.time.microseconds % 1_000_000)),
        type: event.type, code: event.code, value: event.value)
    }
    let size = raw.count * MemoryLayout<input_event>.stride
    let written = descriptor.withLock { descriptor in unsafe Glibc.write(descriptor, raw, size) }
    precondition(written == size, "the node takes less at once")
  }

  /// Ends the node as an unplugging does.
  func hangUp() {
    descriptor.withLock { descriptor in
      // umockdev closes the number once more in the end, so it must stay taken.
      let nothing = unsafe open("/dev/null", O_RDWR)
      dup2(nothing, descriptor)
      close(nothing)
    }
    // The next device may get the same pty.
    unsafe unlink("\(root)/dev/.ptymap/_dev_pts_\(minor)")
  }

  /// Puts a contact down in the state alone, as the kernel knows it before it is told to readers.
  func set(_ id: Int32, x: Int32, y: Int32, slot: Int = 0) {
    state.withLock { state in
      state.slots[slot].trackingID = id
      state.slots[slot].x = x
      state.slots[slot].y = y
    }
  }

  func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
  }

  func onRequest(_ hook: @escaping @Sendable (String, inout State) -> Void) {
    state.withLock { $0.hook = hook }
  }

  var clock: Int32? { state.withLock(\.clock) }
  var isGrabbed: Bool { state.withLock(\.isGrabbed) }
  var log: [String] { state.withLock(\.log) }
}

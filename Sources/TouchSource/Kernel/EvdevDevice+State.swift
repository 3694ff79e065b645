import CEvdev
import Glibc
import TouchCore

// The question "what is down, and where". The answer is the device's, not that of this reader's queue,
// and each axis of it is asked for by itself: it holds only if the queue is empty before and after.
extension EvdevDevice {
  /// What the device says, and what it cost.
  struct Answer {
    /// Nil where the queue would not stay empty.
    var table: SlotTable?
    /// The number of events that were thrown away.
    var discarded = 0
  }

  private static let rounds = 20
  /// More than a queue holds: a device that fills it faster than it is read must not hold us.
  private static let readsPerRound = 16

  /// Empties the queue and asks, until nothing came in meanwhile; at most 20 rounds.
  ///
  /// - Parameter buffer: where the events are read to; it must be empty.
  func askState(
    _ reading: PanelReading, through buffer: inout EventBuffer
  ) throws(SystemError) -> Answer {
    var answer = Answer()
    for _ in 0..<Self.rounds {
      try discardEvents(through: &buffer, into: &answer)
      let table = try askTable(reading)
      if try !hasEvents() {
        answer.table = table
        break
      }
    }
    return answer
  }

  private func discardEvents(
    through buffer: inout EventBuffer, into answer: inout Answer
  ) throws(SystemError) {
    for _ in 0..<Self.readsPerRound {
      switch try buffer.fill(from: descriptor) {
      case .events: answer.discarded += buffer.discard()
      case .nothing: return
      case .gone: throw SystemError(errno: ENODEV, call: "read")
      }
    }
  }

  /// Asks, whatever the queue holds.
  func askTable(_ reading: PanelReading) throws(SystemError) -> SlotTable {
    switch reading.touchProtocol {
    case .slots: try askSlots(count: reading.slotCount)
    case .protocolA(let key): try askReportKey(key)
    case .singleTouch(let signal): try askSingleTouch(signal)
    }
  }

  private func askSlots(count: Int) throws(SystemError) -> SlotTable {
    var entries = Array(repeating: SlotTable.Entry(), count: count)
    try ask(AbsCode.mtTrackingID, &entries) { $0.trackingID = $1 }
    try ask(AbsCode.mtPositionX, &entries) { $0.x = $1 }
    try ask(AbsCode.mtPositionY, &entries) { $0.y = $1 }
    try ask(AbsCode.mtPressure, &entries) { $0.pressure = $1 }
    try ask(AbsCode.mtTouchMajor, &entries) { $0.major = $1 }
    try ask(AbsCode.mtToolType, &entries) { $0.tool = $1 }
    return SlotTable(currentSlot: try info(on: AbsCode.mtSlot).value, entries: entries)
  }

  /// Asks for one axis of all slots, if the device declares it.
  private func ask(
    _ axis: UInt16, _ entries: inout [SlotTable.Entry],
    _ assign: (inout SlotTable.Entry, Int32) -> Void
  ) throws(SystemError) {
    guard panel.declares(type: EventType.abs, code: axis) else { return }
    // The request's argument is the axis and then a value for each slot.
    var values = [Int32](repeating: axis == AbsCode.mtTrackingID ? -1 : 0, count: entries.count + 1)
    values[0] = Int32(axis)
    let size = UInt(values.count * MemoryLayout<Int32>.stride)
    let request = SWIPELOCK_EVIOCGMTSLOTS_0 + size << SWIPELOCK_IOC_SIZESHIFT
    do throws(SystemError) {
      try check("EVIOCGMTSLOTS") { unsafe ioctl(descriptor, request, &values) }
    } catch {
      // A driver that declares slots and keeps none: nothing is known to be down.
      guard error.errno == EINVAL else { throw error }
    }
    for index in entries.indices { assign(&entries[index], values[index + 1]) }
  }

  private func askSingleTouch(_ signal: PanelReading.DownSignal) throws(SystemError) -> SlotTable {
    var entry = SlotTable.Entry()
    entry.x = try info(on: AbsCode.x).value
    entry.y = try info(on: AbsCode.y).value
    if panel.declares(type: EventType.abs, code: AbsCode.pressure) {
      entry.pressure = try info(on: AbsCode.pressure).value
    }
    let isDown =
      switch signal {
      case .key(let key): try askKeys().contains(key)
      case .pressure: (entry.pressure ?? 0) > 0
      }
    entry.trackingID = isDown ? 0 : -1
    return SlotTable(entries: [entry])
  }

  /// The kernel keeps no contact of protocol A, only the key. Without one anything may be down.
  private func askReportKey(_ key: UInt16?) throws(SystemError) -> SlotTable {
    var isDown = true
    if let key { isDown = try askKeys().contains(key) }
    return SlotTable(entries: [SlotTable.Entry(trackingID: isDown ? 0 : -1)])
  }

  private func askKeys() throws(SystemError) -> CodeSet {
    var bytes = [UInt8](repeating: 0, count: (Int(KEY_MAX) + 8) / 8)
    let request = SWIPELOCK_EVIOCGKEY_0 + UInt(bytes.count) << SWIPELOCK_IOC_SIZESHIFT
    try check("EVIOCGKEY") { unsafe ioctl(descriptor, request, &bytes) }
    return CodeSet(bytes: bytes)
  }
}

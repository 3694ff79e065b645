/// What the linter knows of the contacts of protocol A, which come anew in every frame.
struct LintedPackets: Sendable {
  /// The contacts of the newest whole frame.
  var contacts = 0
  /// The number of the event that the newest stretch of frames with contacts began with.
  var began = 0
  /// The contacts of this frame so far.
  var count = 0
  /// Whether this frame has a SYN_MT_REPORT.
  var isReported = false
  var ids: [Int32] = []

  // The packet that is open.
  var hasAxis = false
  var hasX = false
  var hasY = false
  var id: Int32?

  mutating func startPacket() {
    (hasAxis, hasX, hasY, id) = (false, false, false, nil)
  }
}

extension ProtocolLinter {
  mutating func takePacketAxis(_ event: InputEvent) {
    checkRange(event, slot: nil)
    guard event.code > AbsCode.mtSlot else { return }
    packets.hasAxis = true
    switch event.code {
    case AbsCode.mtPositionX: packets.hasX = true
    case AbsCode.mtPositionY: packets.hasY = true
    case AbsCode.mtTrackingID: packets.id = event.value
    default: break
    }
  }

  /// SYN_MT_REPORT; one with nothing before it says that there is no contact.
  mutating func endPacket() {
    packets.isReported = true
    if packets.hasAxis { closePacket() }
  }

  private mutating func closePacket() {
    packets.count += 1
    // The events may begin in the middle of a packet.
    if !packets.hasX || !packets.hasY, sawReport {
      let missing: ProtocolRule.PositionAxes = packets.hasX ? .y : packets.hasY ? .x : .both
      note(.noPosition(missing, began: eventCount))
    }
    if let id = packets.id {
      if packets.ids.contains(id) { note(.idUsedTwice(id)) }
      // More than a panel can have: a file may hold any number.
      if packets.ids.count < PanelReading.maximumSlots { packets.ids.append(id) }
    }
    packets.startPacket()
  }

  mutating func endPacketFrame() {
    if packets.hasAxis {
      noteOnce(packets.id != nil && !packets.isReported ? .idsWithoutSlots : .packetWithoutReport)
      closePacket()
    } else if !packets.isReported, packets.count == 0 {
      if packets.contacts > 0, wasReleased { note(.liftWithoutReport) }
      if !wasReleased { packets.count = packets.contacts }
    }
    if packets.contacts == 0 { packets.began = eventCount }
    packets.contacts = packets.count
    checkTouch(contacts: packets.contacts, unknown: 0)
    (packets.count, packets.isReported) = (0, false)
    packets.ids.removeAll(keepingCapacity: true)
  }
}

internal import CUinput

/// A touch panel made through uinput: real to the kernel, to udev and to every reader.
package struct UinputPanel: ~Copyable {
  package let description: PanelDescription
  private let device: UinputDevice
  private var contacts: [Contact] = []
  private var isTouched = false

  private struct Contact {
    let slot: Int
    var place: Percent
  }

  /// Plugs the panel in, and waits until udev has initialised it.
  package init(_ description: PanelDescription = .square) throws {
    self.description = description
    device = try UinputDevice(
      name: description.name, id: description.id,
      keys: description.hasTouchButton ? [BTN_TOUCH] : [],
      properties: description.isDirect ? [INPUT_PROP_DIRECT] : [], axes: description.axes)
  }

  /// The device node, such as `/dev/input/event3`.
  package var path: String { device.path }

  package var udev: UdevRecord { UdevRecord(ofInputNode: device.name) }

  /// Unplugs the panel.
  package consuming func destroy() {}

  package func emit(_ type: Int32, _ code: Int32, _ value: Int32) throws {
    try device.emit([KernelEvent(type, code, value)])
  }

  /// Emits many events in one write: what the kernel takes in fastest.
  package func emit(_ events: [KernelEvent]) throws {
    try device.emit(events)
  }

  package func emit(_ frame: PackedFrame) throws {
    try device.emit(frame.events)
  }
}

/// Events as the kernel takes them, for hands that have no time to lose.
package struct PackedFrame: Sendable {
  let events: [input_event]

  package init(_ events: [KernelEvent]) { self.events = events.map(\.raw) }
}

extension UinputPanel {
  /// Puts a contact down; in a slot that has one, the new tracking id takes its place.
  package mutating func down(slot: Int = 0, id: Int32 = 1, at place: Percent) throws {
    contacts.removeAll { $0.slot == slot }
    contacts.append(Contact(slot: slot, place: place))
    try tell(slot, [.absolute(ABS_MT_TRACKING_ID, id)] + position(place))
  }

  package mutating func move(slot: Int = 0, to place: Percent) throws {
    guard let index = contacts.firstIndex(where: { $0.slot == slot }) else {
      preconditionFailure("slot \(slot) has no contact to move")
    }
    contacts[index].place = place
    try tell(slot, position(place))
  }

  package mutating func lift(slot: Int = 0) throws {
    contacts.removeAll { $0.slot == slot }
    try tell(slot, [.absolute(ABS_MT_TRACKING_ID, -1)])
  }

  /// Ends the frame, with what the kernel's drivers add to one.
  package mutating func report() throws {
    var events: [KernelEvent] = []
    if description.hasTouchButton, contacts.isEmpty == isTouched {
      isTouched.toggle()
      events.append(.key(BTN_TOUCH, isTouched ? 1 : 0))
    }
    if description.hasSingleTouchAxes || description.slotCount == 0, let oldest = contacts.first {
      events.append(.absolute(ABS_X, description.x.value(atPercent: oldest.place.x)))
      events.append(.absolute(ABS_Y, description.y.value(atPercent: oldest.place.y)))
    }
    try emit(events + [.synReport])
  }

  /// Draws one stroke: down at the first point, along straight lines, lifted at the last.
  package mutating func swipe(
    through points: [Percent], slot: Int = 0, id: Int32 = 1, steps: Int = 8,
    interval: Duration = .milliseconds(8), lifts: Bool = true
  ) throws {
    guard let first = points.first else { return }
    try down(slot: slot, id: id, at: first)
    try report()
    for (start, end) in zip(points, points.dropFirst()) {
      for step in 1...steps {
        Wait.pause(interval)
        let share = Double(step) / Double(steps)
        try move(
          slot: slot,
          to: (start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
        try report()
      }
    }
    guard lifts else { return }
    Wait.pause(interval)
    try lift(slot: slot)
    try report()
  }

  /// Moves a finger that is down from one dot to another, no faster than a finger is.
  package mutating func move(slot: Int = 0, from dot: Int, to other: Int) throws {
    let (start, end) = (description.center(ofDot: dot), description.center(ofDot: other))
    for step in 1...8 {
      Wait.pause(.milliseconds(8))
      let share = Double(step) / 8
      try move(
        slot: slot,
        to: (start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
      try report()
    }
  }

  /// Draws a pattern on the default grid.
  package mutating func swipe(
    dots: [Int], slot: Int = 0, id: Int32 = 1, steps: Int = 8,
    interval: Duration = .milliseconds(8), lifts: Bool = true
  ) throws {
    try swipe(
      through: dots.map { description.center(ofDot: $0) }, slot: slot, id: id, steps: steps,
      interval: interval, lifts: lifts)
  }

  private func position(_ place: Percent) -> [KernelEvent] {
    [
      .absolute(ABS_MT_POSITION_X, description.x.value(atPercent: place.x)),
      .absolute(ABS_MT_POSITION_Y, description.y.value(atPercent: place.y)),
    ]
  }

  private func tell(_ slot: Int, _ events: [KernelEvent]) throws {
    guard description.slotCount > 0 else { return }
    try emit([.absolute(ABS_MT_SLOT, Int32(slot))] + events)
  }
}

import TouchCore

/// A second recogniser, that shares nothing with the first but the events: it keeps every contact's
/// samples and, for a pattern that was called complete, walks along them in small steps.
///
/// It is the more lenient one: what it refuses, nobody drew.
struct Recogniser {
  /// What a contact did, and whether it may have drawn a pattern.
  private struct Path {
    var samples: [(x: Double, y: Double)] = []
    var mayDraw: Bool
  }

  private struct Place {
    var id: Int32 = -1
    var x: Int32?
    var y: Int32?
    var isPalm = false
    var path: Path?
  }

  private let touchProtocol: PanelReading.TouchProtocol
  private var places: [Place]
  private var current: Int? = 0
  private var isLost = false
  private var isUnsettled = false
  private var lifted: [Path] = []
  private var chains = Chains()

  init(_ touchProtocol: PanelReading.TouchProtocol, slots: Int) {
    self.touchProtocol = touchProtocol
    places = Array(repeating: Place(), count: slots)
  }

  // MARK: - What happens

  mutating func take(_ event: InputEvent) {
    if event.isDropped {
      endAll()
      isLost = true
      return
    }
    if isLost {
      guard event.isReport else { return }
      isLost = false
      // Nobody asked for the state, so there is none to doubt: what begins from here on is new.
      isUnsettled = false
      places = Array(repeating: Place(), count: places.count)
      return
    }
    switch touchProtocol {
    case .protocolA: chains.take(event)
    case .slots: takeSlotted(event)
    case .singleTouch: takeSingle(event)
    }
    if event.isReport { report(event.value != 0) }
  }

  mutating func adopt(_ table: SlotTable, isSettled: Bool) {
    isLost = false
    isUnsettled = !isSettled
    chains.end()
    chains.mayHoldInherited = table.contactCount > 0
    current = places.indices.contains(Int(table.currentSlot)) ? Int(table.currentSlot) : nil
    for index in places.indices {
      places[index] = Place()
      guard index < table.entries.count else { continue }
      let entry = table.entries[index]
      (places[index].x, places[index].y, places[index].id) = (entry.x, entry.y, entry.trackingID)
      if entry.trackingID >= 0 { places[index].path = Path(mayDraw: false) }
    }
  }

  mutating func endAll() {
    lifted = []
    chains.end()
    for index in places.indices { (places[index].id, places[index].path) = (-1, nil) }
  }

  mutating func settle() { isUnsettled = false }

  mutating func forgetLifted() { lifted = [] }

  private mutating func takeSlotted(_ event: InputEvent) {
    guard event.type == 3 else { return }
    if event.code == 0x2f {
      current = places.indices.contains(Int(event.value)) ? Int(event.value) : nil
      return
    }
    guard let index = current else { return }
    switch event.code {
    case 0x35: places[index].x = event.value
    case 0x36: places[index].y = event.value
    case 0x37: places[index].isPalm = event.value == 2
    case 0x39: identify(index, event.value)
    default: break
    }
  }

  private mutating func takeSingle(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (3, 0): places[0].x = event.value
    case (3, 1): places[0].y = event.value
    case (1, 0x14a) where event.value != 2:
      let isDown = event.value != 0
      if isDown != (places[0].id >= 0) { identify(0, isDown ? 0 : -1) }
    default: break
    }
  }

  private mutating func identify(_ index: Int, _ id: Int32) {
    guard id != places[index].id else { return }
    if id < 0, places[index].path != nil {
      sample(index)
      if let path = places[index].path { lifted.append(path) }
    }
    places[index].id = max(id, -1)
    places[index].path = id < 0 ? nil : Path(mayDraw: !isUnsettled)
  }

  private mutating func report(_ isOfKernel: Bool) {
    for index in places.indices { sample(index) }
    if isOfKernel { lifted = [] }
  }

  private mutating func sample(_ index: Int) {
    guard places[index].path != nil else { return }
    if places[index].isPalm { places[index].path?.mayDraw = false }
    guard let x = places[index].x, let y = places[index].y else { return }
    places[index].path?.samples.append((Double(x), Double(y)))
  }

  // MARK: - What it makes of it

  /// Whether one contact can have drawn the pattern: one that was lifted in this frame, or that is
  /// still down.
  func accepts(_ dots: [Int], fills: Bool, isLifted: Bool, isFull: Bool) -> Bool {
    var aimed = fills ? Self.withoutFilled(dots) : [dots]
    if fills, isFull {
      // The last dots may have been passed over on the way to one for which there was no room.
      for next in 0..<9 where !dots.contains(next) { aimed += Self.withoutFilled(dots + [next]) }
    }
    if case .protocolA = touchProtocol {
      return aimed.contains { chains.drew($0) }
    }
    let paths = isLifted ? lifted : places.compactMap(\.path)
    return paths.contains { path in
      path.mayDraw && aimed.contains { Walk.visits($0, along: path.samples) }
    }
  }

  /// The patterns that fill up to this one: each dot that lies in the middle of its neighbours may have
  /// been passed over.
  static func withoutFilled(_ dots: [Int]) -> [[Int]] {
    var all = [[Int]]()
    func extend(_ taken: [Int], _ rest: ArraySlice<Int>) {
      guard let dot = rest.first else { return all.append(taken) }
      extend(taken + [dot], rest.dropFirst())
      guard let last = taken.last, let next = rest.dropFirst().first else { return }
      let isMiddle = dot % 3 * 2 == last % 3 + next % 3 && dot / 3 * 2 == last / 3 + next / 3
      if isMiddle { extend(taken + [next], rest.dropFirst(2)) }
    }
    extend([], dots[...])
    return all
  }
}

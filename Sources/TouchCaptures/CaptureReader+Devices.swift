import TouchCore

// Which device of a capture is meant.
extension CaptureReader {
  /// Whether the capture can be read twice. A pipe is kept for that only if what stands in front of
  /// the events does not tell which device is meant.
  static func canSurvey(
    _ reader: any FormatReader, for wanted: Int?
  ) throws(CaptureError) -> Bool {
    if reader.isSeekable { return true }
    let devices = judged(reader.devices, by: [])
    let known = wanted.map { number in devices.first { $0.number == number } } ?? best(of: devices)
    return (known?.kind.rank ?? 0) > 0 ? false : try reader.makeSeekable()
  }

  /// Reads all events of all devices from the beginning.
  static func survey(_ reader: any FormatReader) throws(CaptureError) -> [EventRanges] {
    var surveys: [EventRanges] = []
    try reader.rewind()
    while let item = try reader.nextItem() {
      while surveys.count <= item.device { surveys.append(EventRanges()) }
      if case .event(let event) = item.step { surveys[item.device].take(event, line: reader.line) }
    }
    return surveys
  }

  /// The devices with their kinds: by description, else by what their events use.
  static func judged(_ devices: [CaptureDevice], by surveys: [EventRanges]) -> [CaptureDevice] {
    devices.enumerated().map { index, device in
      var device = device
      let described = device.panel.map { DeviceKind($0) } ?? .other
      device.kind = described
      if described == .other, index < surveys.count, surveys[index].hasEvents {
        device.kind = DeviceKind(surveys[index].completing(device.panel))
      }
      return device
    }
  }

  private static func best(of devices: [CaptureDevice]) -> CaptureDevice? {
    devices.max { $0.kind.rank < $1.kind.rank }
  }

  /// The index of the device: the one that is wanted; else the touch panel or what comes nearest, one
  /// with events before one without.
  static func choice(
    of wanted: Int?, among devices: [CaptureDevice], _ surveys: [EventRanges], file: String
  ) throws(CaptureError) -> Int {
    if let wanted {
      guard let index = devices.firstIndex(where: { $0.number == wanted }) else {
        throw .noSuchDevice(file: file, wanted, known: devices)
      }
      return index
    }
    func worth(_ index: Int) -> Int {
      let hasEvents = index < surveys.count && surveys[index].hasEvents
      return devices[index].kind.rank * 2 + (hasEvents ? 1 : 0)
    }
    var best = 0
    for index in devices.indices where worth(index) > worth(best) { best = index }
    guard !devices.isEmpty else { throw .nothingToReplay(file: file) }
    if devices.count > 1, devices[best].kind.rank == 0 {
      throw surveys.contains(where: \.hasEvents)
        ? .noTouchDevice(file: file, devices) : .nothingToReplay(file: file)
    }
    return best
  }
}

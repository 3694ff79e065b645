import TouchCore
import TouchSource

/// `panels`: the touch panels of the seat, with a verdict each.
struct Panels: Verb {
  static let name = "panels"
  static let summary = "the touch panels of the seat, and whether we may open them"
  static let options = [Option("json", nil, "JSON Lines")]

  private var isJSON = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    isJSON = true
  }

  func run() throws(Failure) -> ExitStatus {
    let devices: [PanelDevice]
    do throws(SourceError) { devices = try PanelFinder().panels() } catch { throw Failure(error) }
    guard !devices.isEmpty else {
      throw Failure(SourceError.noPanel(seat: PanelDevice.defaultSeat))
    }
    var output = Output()
    for device in devices {
      let look = PanelLook(device)
      try output.write(isJSON ? look.json : look.text)
    }
    try output.flush()
    return .done
  }
}

/// What opening a panel for a moment tells of it.
private struct PanelLook {
  private let device: PanelDevice
  private var reading: PanelReading?
  /// Why it cannot be read, and what to do.
  private var problem: SourceError?

  init(_ device: PanelDevice) {
    self.device = device
    do throws(SourceError) {
      reading = try LivePanel.open(device).reading
    } catch {
      problem = error
    }
  }

  private var mayOpen: Bool {
    if case .noPermission = problem { return false }
    return true
  }

  private var touchProtocol: String? {
    guard let reading else { return nil }
    return switch reading.touchProtocol {
    case .slots: "slots"
    case .protocolA: "protocolA"
    case .singleTouch: "singleTouch"
    }
  }

  private var axes: [(String, AxisRange)] {
    reading.map { [("x", $0.x), ("y", $0.y)] } ?? []
  }

  var json: String {
    var line = JSONLine()
    line.add("type", "panel")
    line.add("version", 1)
    line.add("node", device.node)
    line.add("stableName", device.stableName)
    line.add("name", device.name)
    line.add("model", device.vendorAndProduct)
    line.add("phys", device.phys)
    line.add("seat", device.seat)
    line.add("foundBy", device.classification.rawValue)
    line.add("mayOpen", mayOpen)
    if let touchProtocol { line.add("protocol", touchProtocol) }
    if let reading, touchProtocol != "protocolA" { line.add("slots", reading.slotCount) }
    let axes = self.axes.map { name, range in
      var axis = JSONLine()
      axis.add("axis", name)
      axis.add("minimum", range.minimum)
      axis.add("maximum", range.maximum)
      axis.add("resolution", range.resolution)
      axis.add("verdict", range.verdict.rawValue)
      return axis.object
    }
    line.add("axes", json: "[\(axes.joined(separator: ","))]")
    if let size = reading?.millimetres { line.add("millimetres", size) }
    if let calibration = device.calibration { line.add("calibration", calibration) }
    if let problem { line.add("problem", problem.description) }
    return line.line
  }

  var text: String {
    var rows = ["\(device.node)  \(device.name)"]
    rows.append("  stable name  \(device.stableName)")
    rows.append("  model        \(device.vendorAndProduct), seat \(device.seat)")
    if let reading {
      let kind =
        switch reading.touchProtocol {
        case .slots: "\(reading.slotCount) slots"
        case .protocolA: "contacts without slots (protocol A)"
        case .singleTouch: "single touch"
        }
      let size = reading.millimetres.map {
        ", \(Decimal.text($0.width)) × \(Decimal.text($0.height)) mm"
      }
      rows.append("  reads as     \(kind)\(size ?? ", size unknown")")
    }
    for (name, range) in axes {
      let resolution = range.resolution > 0 ? "\(range.resolution) a mm" : "no resolution"
      rows.append(
        "  axis \(name)       \(range.minimum) to \(range.maximum), \(resolution): \(range.verdict)"
      )
    }
    if let calibration = device.calibration { rows.append("  calibration  \(calibration)") }
    if device.classification == .ownLook { rows.append("  found        with no udev database") }
    rows.append("  open         \(problem.map { "no: \($0)" } ?? "yes")")
    return rows.joined(separator: "\n") + "\n"
  }
}

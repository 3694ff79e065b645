import Glibc
import TouchCaptures
import TouchCore

/// A folder of its own for each test, removed with what is in it.
final class ScratchFolder {
  let path: String
  private var files: [String] = []

  init() {
    var template = Array("/tmp/swipelock-captures-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else { preconditionFailure("no scratch folder") }
    path = unsafe String(cString: made)
  }

  deinit {
    for file in files { unsafe unlink(file) }
    unsafe rmdir(path)
  }

  /// A path in the folder; nothing is made.
  func file(_ name: String) -> String {
    let file = "\(path)/\(name)"
    if !files.contains(file) { files.append(file) }
    return file
  }

  func write(_ parts: [[UInt8]], to name: String) -> String {
    let path = file(name)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0)
    for part in parts {
      let count = unsafe part.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      precondition(count == part.count)
    }
    close(descriptor)
    return path
  }

  func write(_ bytes: [UInt8], to name: String = "capture.evemu") -> String {
    write([bytes], to: name)
  }

  func write(_ text: String, to name: String = "capture.evemu") -> String {
    write(Array(text.utf8), to: name)
  }
}

func contents(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

func bytes(of path: String) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe part.withUnsafeMutableBytes { part in
      unsafe read(descriptor, part.baseAddress, part.count)
    }
    guard count > 0 else { return bytes }
    bytes += part[..<count]
  }
}

/// A panel of 1000 × 1000 units, so that a percent is 10 of them.
enum PercentPanel {
  static let header = """
    N: Percent panel
    I: 0018 1234 5678 0001
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 0 999 0 0 10
    A: 36 0 999 0 0 10
    A: 39 0 65535 0 0 0

    """

  static let panel = Panel(
    name: "Percent panel", id: DeviceID(bus: 0x18, vendor: 0x1234, product: 0x5678, version: 1),
    properties: CodeSet([InputProperty.direct]),
    codes: [
      EventType.abs: CodeSet([
        AbsCode.mtSlot, AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtTrackingID,
      ])
    ],
    axes: [
      AbsCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      AbsCode.mtPositionX: AxisRange(minimum: 0, maximum: 999, resolution: 10),
      AbsCode.mtPositionY: AxisRange(minimum: 0, maximum: 999, resolution: 10),
      AbsCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
    ])

  static func units(_ percent: Int) -> Int32 { Int32(percent) * 10 }
}

/// Events at times in milliseconds.
func event(_ milliseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
  InputEvent(
    time: Timestamp(microseconds: milliseconds * 1000), type: type, code: code, value: value)
}

func report(_ milliseconds: Int64) -> InputEvent {
  event(milliseconds, EventType.syn, SynCode.report, 0)
}

/// A finger down in a slot, at percents of the panel.
func down(_ milliseconds: Int64, slot: Int32 = 0, id: Int32, x: Int, y: Int) -> [InputEvent] {
  [
    event(milliseconds, EventType.abs, AbsCode.mtSlot, slot),
    event(milliseconds, EventType.abs, AbsCode.mtTrackingID, id),
    event(milliseconds, EventType.abs, AbsCode.mtPositionX, PercentPanel.units(x)),
    event(milliseconds, EventType.abs, AbsCode.mtPositionY, PercentPanel.units(y)),
    report(milliseconds),
  ]
}

func up(_ milliseconds: Int64, slot: Int32 = 0) -> [InputEvent] {
  [
    event(milliseconds, EventType.abs, AbsCode.mtSlot, slot),
    event(milliseconds, EventType.abs, AbsCode.mtTrackingID, -1), report(milliseconds),
  ]
}

/// All that a replay gives.
struct Replayed: Equatable {
  var frames: [Frame] = []
  var lines: [Int] = []
  var counts = ReplayCounts()
  var findings: [Finding.Rule] = []

  init(_ file: String, panelFrom panelFile: String? = nil) throws(CaptureError) {
    var source = try ReplaySource(opening: file, panelFrom: panelFile)
    findings = source.findings
    while let frame = try source.nextFrame() {
      frames.append(frame)
      lines.append(source.line)
    }
    counts = source.counts
  }

  var changes: [ContactChange] { frames.flatMap(\.changes) }
  var ends: [EndReason] {
    changes.compactMap { if case .up(let reason) = $0.kind { reason } else { nil } }
  }
  var rules: [Finding.Rule] { frames.flatMap(\.findings).map(\.rule) }
}

/// The steps of a file, and the line of each.
func steps(of file: String) throws(CaptureError) -> (steps: [SourceStep], lines: [Int]) {
  var reader = try CaptureReader(opening: file)
  var steps: [SourceStep] = []
  var lines: [Int] = []
  while let step = try reader.nextStep() {
    steps.append(step)
    lines.append(reader.line)
  }
  return (steps, lines)
}

/// What a reader knows when it has read all.
struct Summary: Equatable {
  var panel: Panel?
  var notes: CaptureNotes
  var format: String
  var skippedLines: Int
  var ignoredComments: Int

  init(_ file: String) throws(CaptureError) {
    var reader = try CaptureReader(opening: file)
    while try reader.nextStep() != nil {}
    panel = reader.panel
    notes = reader.notes
    format = reader.format
    skippedLines = reader.skippedLines
    ignoredComments = reader.takeRemarks().count { $0.rule == .unknownComment }
  }
}

import Glibc
import TouchCaptures
import TouchCore
import TouchSource

/// `report`: one file for the vendor of a panel.
struct VendorReport: Verb {
  static let name = "report"
  static let summary = "one redacted file on a panel for its vendor, which replays"
  static let explanation = """
    Watches a panel for some seconds, while it does what it should not, and writes one file: what the \
    panel and udev say of it, the kernel, what doctor finds, and the last 10 s as a capture that tells \
    when contacts came and went and nothing of where. The file is for its owner only and replaces none.
    """
  static let options =
    [
      Option("output", "FILE", "the file to make", letter: "o"),
      Option("for", "SECONDS", "watch so long (default 10)"),
    ] + ReadOptions.ofPanel

  private var file: String?
  private var seconds = 10.0
  private var read = ReadOptions()

  /// How much of what was watched the file tells.
  private static let length: Int64 = 10_000_000

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "output": file = value
    case "for": seconds = try Option.seconds(option, value)
    default: _ = try read.take(option, value)
    }
  }

  func run() throws(Failure) -> ExitStatus {
    guard let file else { throw Failure(usageOf: Self.name, "which file? give -o FILE") }
    var watch = try PanelWatch.open(read)
    guard let first = watch.panels.first else {
      throw Failure(watch.failed.first?.error ?? .noPanel(seat: PanelDevice.defaultSeat))
    }
    guard watch.panels.count == 1 else {
      let names = watch.panels.map(\.panel.device.stableName).joined(separator: ", ")
      throw Failure(usageOf: Self.name, "several panels: choose one with --panel: \(names)")
    }
    let checks = PanelChecks(first.panel)
    let atRest = checks.atRest()
    var ring = MomentRing(
      length: Self.length, capacity: MomentRing.capacity(for: Double(Self.length) / 1e6))
    warn("watching for \(Decimal.text(seconds)) s: let the panel do what it should not")
    try watch.watch(seconds: seconds) { ring.take($0) }
    let now = MonotonicClock.now()
    let watched = watch.panels[0]
    let all = [SeatChecks.udev()] + atRest + checks.seen(watched.health, in: seconds, now: now)
    let steps = ring.steps(
      ofPanel: first.panel.number, first.panel.panel, first.panel.reading, now: now)
    try write(steps, Self.notes(watched.panel, all), watched.panel, to: file)
    return .done
  }

  private func write(
    _ steps: [RedactedStep], _ notes: CaptureNotes, _ panel: SeatPanel, to file: String
  ) throws(Failure) {
    do throws(CaptureError) {
      var writer = try CaptureWriter(
        creating: file, panel: Redactor.described(panel.panel, panel.reading), notes: notes)
      for step in steps { try writer.write(step) }
      try writer.finish()
    } catch {
      throw Failure(error)
    }
  }

  /// What is found stands in comments, which any evemu tool passes over.
  private static func notes(_ panel: SeatPanel, _ checks: [Check]) -> CaptureNotes {
    var notes = CaptureNotes.redacted(Self.name)
    notes.settings += [
      CaptureNotes.Setting(key: "written-by", value: "swipelock \(Main.version)"),
      CaptureNotes.Setting(key: "kernel", value: kernel),
    ]
    let room = CaptureNotes.maximumSettings - notes.settings.count
    notes.settings += checks.prefix(room).map {
      CaptureNotes.Setting(key: "check", value: $0.plain)
    }
    notes.udev = panel.device.properties.sorted { $0.key < $1.key }
      .prefix(CaptureNotes.maximumSettings)
      .map { CaptureNotes.UdevProperty(name: $0.key, value: $0.value) }
    return notes
  }

  private static var kernel: String {
    let words = ["ostype", "osrelease", "version"].map { name in
      (SmallFile.text("/proc/sys/kernel/\(name)") ?? "?").prefix { $0 != "\n" }
    }
    return words.joined(separator: " ")
  }
}

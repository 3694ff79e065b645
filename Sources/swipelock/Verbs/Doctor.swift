import LockStore
import TouchCore
import TouchSource

/// `doctor`: what keeps panels and lock from working, each with its remedy.
struct Doctor: Verb {
  static let name = "doctor"
  static let summary = "what keeps panels and lock from working, and what to do about it"
  static let explanation = """
    Looks at udev, the panels, the store, what gets around a lock, and each piece of a kiosk, then watches the panels for some \
    seconds: touch them meanwhile. Each line is fine or a finding with its remedy; the status is 1 if \
    there is a finding.
    """
  static let options =
    [
      Option("json", nil, "JSON Lines"),
      Option("for", "SECONDS", "watch so long (default 5); 0 does not watch"),
    ] + ReadOptions.ofPanel + StoreOptions.all

  private var isJSON = false
  private var seconds = 5.0
  private var read = ReadOptions()
  private var store = StoreOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "json": isJSON = true
    case "for": seconds = value == "0" ? 0 : try Option.seconds(option, value)
    default:
      if try !read.take(option, value) { _ = try store.take(option, value) }
    }
  }

  func run() throws(Failure) -> ExitStatus {
    let opened = try store.open().store
    try Preconditions.demand(panel: read.panel)
    var telling = Telling(isJSON: isJSON)
    try telling.tell([SeatChecks.udev()])
    let nodes = try checkPanels(&telling)
    try telling.tell(MachineChecks.all() + [SeatChecks.store(opened)])
    try telling.tell(KioskChecks(nodes: nodes).all())
    try telling.finish()
    return telling.findings > 0 ? .denied : .done
  }

  /// Returns the nodes that it looked at.
  private func checkPanels(_ telling: inout Telling) throws(Failure) -> [String] {
    var watch = try PanelWatch.open(read)
    if watch.panels.isEmpty, watch.failed.isEmpty { try telling.tell([SeatChecks.noPanel()]) }
    for (device, error) in watch.failed { try telling.tell([PanelChecks.of(device, error)]) }
    for watched in watch.panels { try telling.tell(PanelChecks(watched.panel).atRest()) }
    let nodes = watch.failed.map(\.device.node) + watch.panels.map(\.panel.device.node)
    guard seconds > 0, !watch.panels.isEmpty else { return nodes }
    warn("watching for \(Decimal.text(seconds)) s: touch the panel, and move a finger on it")
    try watch.watch(seconds: seconds) { _ in }
    let now = MonotonicClock.now()
    for watched in watch.panels {
      let checks = PanelChecks(watched.panel)
      try telling.tell(checks.seen(watched.health, in: seconds, now: now))
      if let end = watched.end { try telling.tell([checks.gone(end)]) }
    }
    return nodes
  }
}

/// Writes checks as they are made, and counts the findings.
private struct Telling: ~Copyable {
  private let isJSON: Bool
  private var output = Output()
  private var checks = 0
  private(set) var findings = 0

  init(isJSON: Bool) { self.isJSON = isJSON }

  mutating func tell(_ made: [Check]) throws(Failure) {
    for check in made {
      checks += 1
      if check.isFinding { findings += 1 }
      try output.write(isJSON ? check.json : check.plain + "\n")
    }
    try output.flush()
  }

  mutating func finish() throws(Failure) {
    if isJSON {
      var line = JSONLine()
      line.add("type", "summary")
      line.add("version", 1)
      line.add("checks", checks)
      line.add("findings", findings)
      try output.write(line.line)
    } else {
      try output.write("\(checks) checks, \(findings) findings\n")
    }
    try output.flush()
  }
}

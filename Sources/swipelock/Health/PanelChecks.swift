import TouchCore
import TouchSource

/// What is checked of one panel.
struct PanelChecks {
  private let panel: SeatPanel
  private let about: String

  /// A lock is held up for so long now and then: two pictures of a display, 20 ms each. Our own choice.
  private static let leastHeadroom = 40.0
  /// Below it a swipe over the nine dots has fewer than two samples a cell; see the README on hits.
  private static let leastRate = 30.0

  init(_ panel: SeatPanel) {
    self.panel = panel
    about = panel.device.node
  }

  /// What could not be opened or read.
  static func of(_ device: PanelDevice, _ error: SourceError) -> Check {
    if case .grabbed(_, let holders) = error,
      let lock = holders.first(where: { $0.name == "swipelock" })
    {
      return .fine(
        device.node, "grabbed", "a lock has it, or another verb: \(lock); it is not looked at")
    }
    let rule =
      switch error {
      case .noPermission: "permission"
      case .grabbed: "grabbed"
      case .unreadable: "axes"
      default: "open"
      }
    return .finding(device.node, rule, error.description)
  }

  /// What is known without a touch.
  func atRest() -> [Check] {
    [opened, grab] + axes + [calibration].compactMap { $0 }
  }

  /// What was seen in so many seconds.
  func seen(_ health: PanelHealth, in seconds: Double, now: Timestamp) -> [Check] {
    [touch(health, in: seconds, now: now), rate(health), ring(health)] + faults(health)
  }

  /// It went while it was watched.
  func gone(_ reason: EndReason) -> Check {
    .finding(
      about, "gone",
      "it went while it was watched (\(reason.rawValue)): see its cable and power, and 'dmesg'")
  }

  // MARK: - At rest

  private var opened: Check {
    let device = panel.device
    let kind =
      switch panel.reading.touchProtocol {
      case .slots: "\(panel.reading.slotCount) slots"
      case .protocolA: "contacts without slots"
      case .singleTouch: "single touch"
      }
    return .fine(
      about, "open", "\(device.name) (\(device.vendorAndProduct), \(device.stableName)), \(kind)")
  }

  private var grab: Check {
    do throws(SourceError) {
      var live = try LivePanel.open(panel.device)
      try live.grab()
      guard live.isGrabbed else {
        return .fine(about, "grabbed", "not known: a finger is down, so no grab was tried")
      }
      _ = try live.release()
      return .fine(about, "grabbed", "by nobody")
    } catch {
      return Self.of(panel.device, error)
    }
  }

  private var axes: [Check] {
    var checks = [("x", panel.reading.x), ("y", panel.reading.y)].map { name, range in
      let size = range.millimetres.map { "\(Decimal.text($0)) mm" } ?? "no resolution, so no size"
      let text = "\(name) goes from \(range.minimum) to \(range.maximum): \(size)"
      return range.verdict == .usable
        ? Check.fine(about, "axes", text)
        : .finding(about, "axes", "\(text); it runs backwards: \(remedy(ofAxis: name))")
    }
    for (code, range) in panel.panel.axes.sorted(by: { $0.key < $1.key })
    where code >= AbsCode.mtSlot && range.minimum >= range.maximum && code != AbsCode.mtSlot {
      checks.append(
        .fine(
          about, "axes",
          "axis 0x\(String(code, radix: 16)) goes from \(range.minimum) to \(range.maximum), which "
            + "nothing here needs; libinput refuses such a panel, so correct it for others by an "
            + "EVDEV_ABS_ entry of udev's hwdb"))
    }
    return checks
  }

  private func remedy(ofAxis name: String) -> String {
    var codes = [AbsCode.mtPositionX, AbsCode.mtPositionY]
    if case .singleTouch = panel.reading.touchProtocol { codes = [AbsCode.x, AbsCode.y] }
    let digits = String(codes[name == "x" ? 0 : 1], radix: 16)
    let code = (digits.count < 2 ? "0" : "") + digits
    return
      "if touches are mirrored, turn it round by an EVDEV_ABS_\(code) entry of udev's hwdb, or "
      + "by 'swipelock calibrate'"
  }

  private var calibration: Check? {
    guard let text = panel.device.calibration else { return nil }
    return CalibrationMatrix(text) == nil
      ? .finding(
        about, "calibration",
        "udev's LIBINPUT_CALIBRATION_MATRIX is '\(text)', which is not six numbers that map the "
          + "panel, and is passed over: make another by 'swipelock calibrate'")
      : .fine(about, "calibration", "udev's matrix is \(text)")
  }

  // MARK: - While it is touched

  private func touch(_ health: PanelHealth, in seconds: Double, now: Timestamp) -> Check {
    guard let last = health.lastTouch else {
      return .fine(
        about, "touch",
        "no touch in the \(Decimal.text(seconds)) s that were watched; if it was touched, look for "
          + "the panel in 'dmesg', at its cable, and at which node its touches come on ('swipelock "
          + "watch')")
    }
    let ago = Decimal.seconds(max(0, now.microseconds(since: last)))
    return .fine(
      about, "touch",
      "the last touch was \(ago) s ago; \(health.contacts) contacts, at most \(health.mostAtOnce) "
        + "at once")
  }

  private func rate(_ health: PanelHealth) -> Check {
    guard let rate = health.rate.hertz else {
      return .fine(about, "rate", "not known: move a finger on the panel while it is watched")
    }
    let text = "\(Decimal.text(rate.rounded())) reports a second"
    return rate >= Self.leastRate
      ? .fine(about, "rate", text)
      : .finding(
        about, "rate",
        "\(text), so few that a fast swipe may miss dots: see whether the driver has a polling "
          + "interval to shorten")
  }

  private func ring(_ health: PanelHealth) -> Check {
    let frames = "the kernel keeps \(panel.ringSize) events, \(panel.ringFrames) frames at least"
    guard let rate = health.rate.hertz else { return .fine(about, "ring", frames) }
    let milliseconds = Double(panel.ringFrames) * 1000 / rate
    let text = "\(frames), \(Decimal.text(milliseconds.rounded())) ms at its rate"
    return milliseconds >= Self.leastHeadroom
      ? .fine(about, "ring", text)
      : .finding(
        about, "ring",
        "\(text): a lock that is held up longer loses events; give it CPUSchedulingPolicy=rr in its "
          + "systemd unit")
  }

  private func faults(_ health: PanelHealth) -> [Check] {
    guard !health.faults.isEmpty else { return [.fine(about, "faults", "none was seen")] }
    return health.faults.sorted { $0.key < $1.key }.map { name, fault in
      let times = fault.count == 1 ? "once" : "\(fault.count) times"
      let time = Decimal.seconds(fault.last.time.microseconds)
      return .finding(
        about, name,
        "\(times), last at \(time) s: \(fault.last.rule.text); \(fault.last.rule.remedy)")
    }
  }
}

extension Finding.Rule {
  /// What can be done about it where the panel stands.
  fileprivate var remedy: String {
    switch self {
    case .dropped, .stateDisagrees:
      "let nothing hold the reader up: CPUSchedulingPolicy=rr in its systemd unit"
    case .outOfRange, .slotOutOfRange:
      "if it comes again, correct the axis by an EVDEV_ABS_ entry of udev's hwdb"
    case .ghost, .jump, .stuck:
      "clean and dry the glass, keep chargers and displays off its cable, look for other firmware; "
        + "'swipelock report' has it for the vendor"
    default: "'swipelock report' has it for the vendor"
    }
  }
}

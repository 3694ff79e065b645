/// How a panel's events are read: the judgement of its axes, made once, before any event.
public struct PanelReading: Hashable, Sendable {
  public enum TouchProtocol: Hashable, Sendable {
    /// Protocol B: a slot for each contact, told apart by tracking ids.
    case slots
    /// Protocol A: every contact that is down in each frame, each followed by SYN_MT_REPORT; with a
    /// key that is up when none is, if the panel has it.
    case protocolA(key: UInt16?)
    /// One contact, by ABS_X, ABS_Y and what tells that it is down.
    case singleTouch(DownSignal)
  }

  /// What tells that the one contact of a single-touch panel is down.
  public enum DownSignal: Hashable, Sendable {
    /// A key of `EV_KEY`: BTN_TOUCH, or BTN_LEFT or BTN_0 of panels that have no BTN_TOUCH.
    case key(UInt16)
    /// A pressure above 0.
    case pressure
  }

  public let touchProtocol: TouchProtocol
  /// The slots that contacts may take, at least 1 and at most `maximumSlots`. Protocol A has none: they
  /// are given by us.
  public let slotCount: Int
  public let x: AxisRange
  public let y: AxisRange
  /// Whether a touched size of 0 can mean that nothing touches: not if it is all that there is.
  let sizeSpeaks: Bool
  /// Whether a distance on the panel means anything.
  let knowsDistances: Bool
  /// What is odd about the panel without making it useless.
  public let findings: [Finding.Rule]

  /// The most slots that the kernel gives to a device (`input_mt_init_slots` in
  /// drivers/input/input-mt.c, Linux 6.12).
  public static let maximumSlots = 1024

  /// Judges the panel.
  ///
  /// - Throws: `PanelError` if no position can be had, or nothing tells when a finger is down.
  public init(_ panel: Panel) throws(PanelError) {
    // A device that also has the code below ABS_MT_SLOT merely uses the whole range of ABS codes;
    // its "slots" are ordinary axes (libevdev and udev call it fake multitouch).
    let isFake = panel.declaresAxis(AbsCode.mtSlot) && panel.declaresAxis(AbsCode.mtSlot - 1)
    let hasPositions =
      panel.declaresAxis(AbsCode.mtPositionX) && panel.declaresAxis(AbsCode.mtPositionY)
    var findings: [Finding.Rule] = []

    if hasPositions && panel.declaresAxis(AbsCode.mtSlot) && !isFake {
      touchProtocol = .slots
      let declared = panel.axes[AbsCode.mtSlot].map { Int($0.maximum) + 1 } ?? 1
      slotCount = max(1, min(declared, Self.maximumSlots))
      x = try Self.range(of: AbsCode.mtPositionX, in: panel)
      y = try Self.range(of: AbsCode.mtPositionY, in: panel)
    } else if hasPositions && !isFake {
      let key = KeyCode.btnTouch
      touchProtocol = .protocolA(key: panel.declaresKey(key) ? key : nil)
      slotCount = ContactReports.most
      x = try Self.range(of: AbsCode.mtPositionX, in: panel)
      y = try Self.range(of: AbsCode.mtPositionY, in: panel)
    } else {
      guard panel.declaresAxis(AbsCode.x) || panel.declaresAxis(AbsCode.y) else {
        throw .noPosition
      }
      guard let signal = Self.downSignal(of: panel) else { throw .noDownSignal }
      touchProtocol = .singleTouch(signal)
      slotCount = 1
      x = try Self.range(of: AbsCode.x, in: panel)
      y = try Self.range(of: AbsCode.y, in: panel)
    }
    if x.verdict == .inverted { findings.append(.invertedAxis(.x, x)) }
    if y.verdict == .inverted { findings.append(.invertedAxis(.y, y)) }
    knowsDistances = !panel.guessesPositions
    sizeSpeaks = panel.axes[AbsCode.mtTouchMajor].map { $0.verdict != .empty } ?? false
    self.findings = findings
  }

  /// The panel's size in millimetres, where both axes tell their resolution.
  public var millimetres: ViewSize? {
    guard let width = x.millimetres, let height = y.millimetres else { return nil }
    return ViewSize(width: width, height: height)
  }

  private static func range(of code: UInt16, in panel: Panel) throws(PanelError) -> AxisRange {
    guard let range = panel.axes[code] else { throw .axisMissing(code) }
    guard range.verdict != .empty else { throw .axisEmpty(code, range) }
    return range
  }

  private static func downSignal(of panel: Panel) -> DownSignal? {
    for key in [KeyCode.btnTouch, KeyCode.btnLeft, KeyCode.btn0] where panel.declaresKey(key) {
      return .key(key)
    }
    // One that can only be 0 never tells.
    guard panel.axes[AbsCode.pressure]?.verdict != .empty else { return nil }
    return panel.declaresAxis(AbsCode.pressure) ? .pressure : nil
  }
}

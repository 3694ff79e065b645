public import TouchCore

// The panels that come, change and go.
extension SeatReader {
  mutating func openAll() throws(SourceError) {
    var devices = try finder.panels()
    if let selector = settings.selector {
      do throws(SourceError) {
        let device = try finder.panel(selector)
        chosen = device.stableName
        // First, so that it has the number 0; and a node may be named that udev takes for no panel.
        devices.removeAll { $0.number == device.number }
        devices.insert(device, at: 0)
      } catch {
        guard settings.waitsForPanels else { throw error }
        // More than one, or one that may not be opened, is no matter of waiting.
        switch error {
        case .noSuchPanel, .noNode: break
        default: throw error
        }
      }
    } else if devices.isEmpty, !settings.waitsForPanels {
      throw .noPanel(seat: settings.seat)
    }
    for device in devices where isWanted(device) {
      do throws(SourceError) {
        try open(device)
      } catch {
        guard settings.passesFailures else { throw error }
        bar(device, error)
      }
    }
    try openCompanions()
  }

  /// Grabs the other nodes of the panels.
  private mutating func openCompanions() throws(SourceError) {
    guard settings.grabs else { return }
    for device in try finder.companions(of: opened.map(\.device)) {
      if let panel = opened.first(where: { $0.device.sysPath == device.sysPath }) {
        panel.isIgnored = true
      } else {
        admit(device)
      }
    }
  }

  /// Takes in all that udev has to tell.
  mutating func takeChanges() throws(SourceError) {
    while let change = try monitor.nextChange() {
      switch change {
      case .added(let device):
        admit(device)
        try openCompanions()
      case .changed(let device):
        if let panel = opened.first(where: { $0.device.sysPath == device.sysPath }) {
          refresh(panel)
        } else {
          admit(device)
        }
      case .removed(let device):
        forget(device)
        guard let panel = opened.first(where: { $0.device.sysPath == device.sysPath }) else {
          continue
        }
        if panel.device.classification == .named, panel.device.isPresent {
          refresh(panel)
        } else {
          panel.live.trust.mustEnd(.removed)
        }
      case .missed:
        for device in try finder.panels() { admit(device) }
        try openCompanions()
      }
    }
  }

  /// Opens a panel that came, if it is wanted and not open yet.
  private mutating func admit(_ device: PanelDevice) {
    guard !opened.contains(where: { $0.device.sysPath == device.sysPath }) else { return }
    var device = device
    device.makeNameUnique(among: Set(opened.map(\.device.stableName)))
    if chosen == nil, settings.selector?.matches(device) == true { chosen = device.stableName }
    guard isWanted(device) else { return }
    do throws(SourceError) {
      try open(device)
    } catch {
      // One that plays a mouse without positions cannot be read, and need not be.
      if case .unreadable = error, device.isCompanion { return }
      bar(device, error)
    }
  }

  private static let timeBetweenTries: Int64 = 1_000_000

  /// Tells that a panel could not be opened, once, and tries it again later if that may pass.
  mutating func bar(_ device: PanelDevice, _ error: SourceError) {
    let known = barred.firstIndex { $0.device.sysPath == device.sysPath }
    if known == nil || !barred[known ?? 0].isTold { pending.append(.panelFailed(device, error)) }
    forget(device)
    barred.append(Barred(device: device, isTold: true))
    switch error {
    case .noPermission, .grabbed: tryLater()
    default: break
    }
  }

  private mutating func forget(_ device: PanelDevice) {
    barred.removeAll { $0.device.sysPath == device.sysPath }
  }

  private mutating func tryLater() {
    retryTime = MonotonicClock.now().advanced(microseconds: Self.timeBetweenTries)
  }

  /// Tries again what could not be opened.
  mutating func retryBarred() {
    retryTime = nil
    for device in barred.map(\.device) {
      if device.isPresent { admit(device) } else { forget(device) }
    }
  }

  private func isWanted(_ device: PanelDevice) -> Bool {
    settings.grabs || !isIgnored(device)
  }

  private func isIgnored(_ device: PanelDevice) -> Bool {
    device.isCompanion || settings.selector != nil && device.stableName != chosen
  }

  private mutating func open(_ device: PanelDevice) throws(SourceError) {
    let known = numbers[device.stableName]
    let number = known ?? numbers.count
    var live = try LivePanel.open(
      device, number: number, contactsBefore: contactCount, keepsSteps: settings.keepsSteps,
      isBack: known != nil)
    live.filters = settings.filters
    live.keepsTimes = settings.keepsTimes
    if settings.grabs { try live.grab() }
    contactCount = live.contactCount
    numbers[device.stableName] = number
    let panel = OpenPanel(live, number: number, isIgnored: isIgnored(device))
    opened.append(panel)
    forget(device)
    pending.append(.panelAdded(panel.summary))
  }

  private mutating func refresh(_ panel: OpenPanel) {
    do throws(SourceError) {
      panel.live.continueCount(from: contactCount)
      guard let frame = try panel.live.refreshRanges() else { return }
      if !panel.isIgnored, frame.tellsSomething { pending.append(.frame(frame)) }
      pending.append(.panelChanged(panel.summary))
    } catch {
      pending.append(.panelFailed(panel.device, error))
      panel.live.trust.mustEnd(.removed)
    }
  }

  mutating func close(_ panel: OpenPanel, _ reason: EndReason) {
    let steps = panel.live.takeSteps()
    if !steps.isEmpty { lastSteps[panel.number, default: []] += steps }
    opened.removeAll { $0 === panel }
    pending.append(.panelRemoved(number: panel.number, reason))
    guard reason == .revoked else { return }
    barred.append(Barred(device: panel.device, isTold: false))
    tryLater()
  }

  /// Gives all panels back to all readers. Waits at most 2 s for the fingers to lift; what comes
  /// meanwhile is gone. Panels that come later are not grabbed any more.
  ///
  /// - Parameter descriptor: ends the wait when it is readable.
  /// - Returns: a finding for each panel whose contacts were still down.
  /// - Throws: `SourceError.system`.
  public mutating func release(orReadable descriptor: CInt? = nil) throws(SourceError) -> [Finding]
  {
    let deadline = MonotonicClock.now().advanced(microseconds: LivePanel.patience)
    waiting: while downCount > 0 {
      switch try next(until: deadline, orReadable: descriptor) {
      case .woken, .deadlinePassed: break waiting
      default:
        if deadline <= MonotonicClock.now() { break waiting }
      }
    }
    var findings: [Finding] = []
    for panel in opened {
      if let finding = try panel.live.ungrab() { findings.append(finding) }
    }
    settings.grabs = false
    return findings
  }
}

extension LivePanel.Trust {
  mutating func mustEnd(_ reason: EndReason) {
    if case .over = self { return }
    self = .mustEnd(reason)
  }
}

internal import CUinput

/// A place on a panel, in percent of each axis from its minimum.
package typealias Percent = (x: Double, y: Double)

/// One axis as the kernel tells it; resolution is in units per millimetre, 0 is unknown.
package struct PanelAxis: Sendable {
  package var minimum: Int32
  package var maximum: Int32
  package var resolution: Int32

  package init(_ minimum: Int32, _ maximum: Int32, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.resolution = resolution
  }

  package func value(atPercent percent: Double) -> Int32 {
    minimum + Int32((Double(maximum - minimum) * percent / 100).rounded())
  }
}

/// What a panel tells the kernel about itself.
package struct PanelDescription: Sendable {
  package var name = "Swipelock Test Panel"
  package var bus = UInt16(BUS_USB)
  package var vendor: UInt16 = 0x5157
  package var product: UInt16 = 0x0001
  /// None makes a single-touch panel.
  package var slotCount = 10
  /// Whether contacts are told without slots (protocol A).
  package var hasSlotlessContacts = false
  package var x = PanelAxis(0, 4095, resolution: 20)
  package var y = PanelAxis(0, 4095, resolution: 20)
  package var pressure: PanelAxis?
  package var hasToolType = false
  package var isDirect = true
  package var hasTouchButton = true
  /// Whether the oldest contact is told by ABS_X and ABS_Y as well, as the kernel's drivers do.
  package var hasSingleTouchAxes = true

  /// Ten slots on a square glass of about 205 millimetres.
  package static let square = PanelDescription()

  /// A phone's glass, upright, with pressure.
  package static let phone = PanelDescription { panel in
    panel.name = "Swipelock Test Phone"
    panel.product = 0x0002
    panel.x = PanelAxis(0, 1079, resolution: 16)
    panel.y = PanelAxis(0, 1919, resolution: 16)
    panel.pressure = PanelAxis(0, 255)
  }

  /// A glass of 256 × 160 mm over a display of 1280 × 800.
  package static let wide = PanelDescription { panel in
    panel.name = "Swipelock Test Wide Panel"
    panel.product = 0x0008
    panel.x = PanelAxis(0, 2559, resolution: 10)
    panel.y = PanelAxis(0, 1599, resolution: 10)
  }

  /// No slots: ABS_X, ABS_Y and BTN_TOUCH.
  package static let singleTouch = PanelDescription { panel in
    panel.name = "Swipelock Test Single Touch"
    panel.product = 0x0003
    panel.slotCount = 0
  }

  /// Contacts without slots, each followed by SYN_MT_REPORT, and BTN_TOUCH.
  package static let protocolA = PanelDescription { panel in
    panel.name = "Swipelock Test Protocol A"
    panel.product = 0x0004
    panel.slotCount = 0
    panel.hasSingleTouchAxes = false
    panel.hasSlotlessContacts = true
  }

  package init(_ change: (inout PanelDescription) -> Void = { _ in }) {
    change(&self)
  }

  /// Returns this panel with some of what it tells changed.
  package func with(_ change: (inout PanelDescription) -> Void) -> PanelDescription {
    var copy = self
    change(&copy)
    return copy
  }

  /// Where a dot's centre is on a grid of square cells, as large as fits, in the panel's middle.
  package func center(ofDot dot: Int, rows: Int = 3, columns: Int = 3) -> Percent {
    let width = length(of: x)
    let height = length(of: y)
    let cell = min(width / Double(columns), height / Double(rows))
    let column = Double(dot % columns) - Double(columns - 1) / 2
    let row = Double(dot / columns) - Double(rows - 1) / 2
    return (50 + 100 * column * cell / width, 50 + 100 * row * cell / height)
  }

  private func length(of axis: PanelAxis) -> Double {
    let knowsMillimetres = x.resolution > 0 && y.resolution > 0
    return Double(axis.maximum - axis.minimum) / Double(knowsMillimetres ? axis.resolution : 1)
  }
}

extension PanelDescription {
  var id: input_id {
    input_id(bustype: bus, vendor: vendor, product: product, version: 1)
  }

  var axes: [uinput_abs_setup] {
    var axes: [uinput_abs_setup] = []
    func add(_ code: Int32, _ axis: PanelAxis) {
      var setup = uinput_abs_setup()
      setup.code = UInt16(code)
      setup.absinfo.minimum = axis.minimum
      setup.absinfo.maximum = axis.maximum
      setup.absinfo.resolution = axis.resolution
      axes.append(setup)
    }
    if hasSingleTouchAxes || slotCount == 0 && !hasSlotlessContacts {
      add(ABS_X, x)
      add(ABS_Y, y)
    }
    if hasSlotlessContacts {
      add(ABS_MT_POSITION_X, x)
      add(ABS_MT_POSITION_Y, y)
    }
    guard slotCount > 0 else { return axes }
    add(ABS_MT_SLOT, PanelAxis(0, Int32(slotCount) - 1))
    add(ABS_MT_TRACKING_ID, PanelAxis(0, 65535))
    add(ABS_MT_POSITION_X, x)
    add(ABS_MT_POSITION_Y, y)
    if let pressure { add(ABS_MT_PRESSURE, pressure) }
    if hasToolType { add(ABS_MT_TOOL_TYPE, PanelAxis(0, MT_TOOL_MAX)) }
    return axes
  }
}

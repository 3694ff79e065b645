public import TouchCore

/// Panels as data: axes of real devices.
public enum PanelFixture {
  /// A protocol-B panel of the given ranges.
  public static func slots(
    _ count: Int32 = 10, x: AxisRange, y: AxisRange, name: String = "Test panel"
  ) -> Panel {
    Panel(
      name: name, id: DeviceID(bus: 0x18, vendor: 0x1, product: 0x2, version: 0x3),
      properties: CodeSet([InputProperty.direct]),
      codes: [
        EventType.key: CodeSet([KeyCode.btnTouch]),
        EventType.abs: CodeSet([
          AbsCode.mtSlot, AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY,
        ]),
      ],
      axes: [
        AbsCode.mtSlot: AxisRange(minimum: 0, maximum: count - 1),
        AbsCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
        AbsCode.mtPositionX: x, AbsCode.mtPositionY: y,
      ])
  }

  /// A phone's panel: 1080 × 1920, no resolution.
  public static let phone = slots(
    x: AxisRange(minimum: 0, maximum: 1079), y: AxisRange(minimum: 0, maximum: 1919))

  /// A monitor's panel: both axes 0…4095 on a glass of 292 × 195 mm, as hid-multitouch gives it.
  public static let monitor = slots(
    x: AxisRange(minimum: 0, maximum: 4095, resolution: 14),
    y: AxisRange(minimum: 0, maximum: 4095, resolution: 21))

  /// A resistive single-touch controller's panel: 42…1981 on both axes.
  public static let resistive = single(key: KeyCode.btnTouch)

  /// A phone's panel that sends contacts without slots.
  public static func protocolA(key: Bool = false, hasIDs: Bool = false) -> Panel {
    var panel = phone
    panel.axes[AbsCode.mtSlot] = nil
    if !hasIDs { panel.axes[AbsCode.mtTrackingID] = nil }
    panel.codes[EventType.abs] = CodeSet(panel.axes.keys.sorted())
    if !key { panel.codes[EventType.key] = nil }
    return panel
  }

  /// A single-touch panel whose contact is told by `key`; by pressure if that is nil.
  public static func single(key: UInt16?) -> Panel {
    let range = AxisRange(minimum: 42, maximum: 1981)
    var panel = Panel(name: "Resistive panel", axes: [AbsCode.x: range, AbsCode.y: range])
    panel.codes[EventType.abs] = CodeSet([AbsCode.x, AbsCode.y])
    if let key {
      panel.codes[EventType.key] = CodeSet([key])
    } else {
      panel.axes[AbsCode.pressure] = AxisRange(minimum: 0, maximum: 255)
    }
    return panel
  }
}

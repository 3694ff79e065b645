/// A touch panel as it describes itself: the part of a device or a capture that is not events.
public struct Panel: Hashable, Sendable {
  public var name: String
  public var id: DeviceID
  /// The physical path (`phys`), such as `usb-0000:00:14.0-3/input0`; empty if there is none.
  public var phys: String
  /// The unique number (`uniq`) of the device; empty if there is none.
  public var uniq: String
  public var properties: CodeSet
  /// The codes that the device declares, by event type.
  public var codes: [UInt16: CodeSet]
  /// The ranges of the axes, by `ABS_…` code.
  public var axes: [UInt16: AxisRange]
  /// Whether a position's range is only that of the events of a capture, which tells no distance.
  public var guessesPositions = false

  public init(
    name: String = "", id: DeviceID = DeviceID(), phys: String = "", uniq: String = "",
    properties: CodeSet = CodeSet(), codes: [UInt16: CodeSet] = [:],
    axes: [UInt16: AxisRange] = [:]
  ) {
    self.name = name
    self.id = id
    self.phys = phys
    self.uniq = uniq
    self.properties = properties
    self.codes = codes
    self.axes = axes
  }

  /// Whether the device declares the code, or a range for it where it is an axis: recordings exist
  /// that have one without the other.
  public func declares(type: UInt16, code: UInt16) -> Bool {
    if codes[type]?.contains(code) == true { return true }
    return type == EventType.abs && axes[code] != nil
  }

  func declaresAxis(_ code: UInt16) -> Bool { declares(type: EventType.abs, code: code) }
  func declaresKey(_ code: UInt16) -> Bool { declares(type: EventType.key, code: code) }
}

/// The numbers that identify a device model (`struct input_id`).
public struct DeviceID: Hashable, Sendable, BitwiseCopyable {
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16

  public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

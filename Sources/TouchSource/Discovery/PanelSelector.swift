import TouchCore

/// Which panel is meant: a node's path, a stable name, or `vendor:product` in hexadecimal.
public enum PanelSelector: Hashable, Sendable {
  case node(String)
  case stableName(String)
  case model(vendor: UInt16, product: UInt16)

  /// Reads what `--panel` was given: a path has a `/`, a model is two numbers with a `:` between.
  public init(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if text.contains("/") {
      self = .node(text)
    } else if parts.count == 2, parts.allSatisfy({ (1...4).contains($0.count) }),
      let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
    {
      self = .model(vendor: vendor, product: product)
    } else {
      self = .stableName(text)
    }
  }

  func matches(_ device: PanelDevice) -> Bool {
    switch self {
    case .node(let path):
      device.node == path || (try? DeviceNumber(ofNode: path)) == device.number
    case .stableName(let name): device.stableName == name
    case .model(let vendor, let product): device.id.vendor == vendor && device.id.product == product
    }
  }
}

extension PanelSelector: CustomStringConvertible {
  public var description: String {
    switch self {
    case .node(let path): path
    case .stableName(let name): name
    case .model(let vendor, let product):
      String(vendor, radix: 16) + ":" + String(product, radix: 16)
    }
  }
}

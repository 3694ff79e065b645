/// What udev has written down about one device node.
package struct UdevRecord: Sendable {
  package let properties: [String: String]
  package let links: [String]
  /// The microseconds of CLOCK_MONOTONIC at which udev had done with the device; nil before that.
  package let initialized: Int64?
  package var isInitialized: Bool { initialized != nil }

  /// Reads the record that libudev itself reads, so that this library needs no libudev.
  package init(ofInputNode name: String) {
    let number = TextFile.lines("/sys/class/input/\(name)/dev").first ?? "?"
    var properties: [String: String] = [:]
    var links: [String] = []
    var initialized: Int64?
    for line in TextFile.lines("/run/udev/data/c\(number)") {
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "I:": initialized = Int64(rest)
      case "S:": links.append("/dev/" + rest)
      case "E:":
        let parts = rest.split(separator: "=", maxSplits: 1).map(String.init)
        properties[parts[0]] = parts.count > 1 ? parts[1] : ""
      default: break
      }
    }
    self.properties = properties
    self.links = links
    self.initialized = initialized
  }
}

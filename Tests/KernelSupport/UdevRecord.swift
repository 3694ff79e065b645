/// What udev has written down about one device node.
package struct UdevRecord: Sendable {
  package let properties: [String: String]
  package let links: [String]
  package let isInitialized: Bool

  /// Reads the record that libudev itself reads, so that this library needs no libudev.
  package init(ofInputNode name: String) {
    let number = TextFile.lines("/sys/class/input/\(name)/dev").first ?? "?"
    var properties: [String: String] = [:]
    var links: [String] = []
    var isInitialized = false
    for line in TextFile.lines("/run/udev/data/c\(number)") {
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "I:": isInitialized = true
      case "S:": links.append("/dev/" + rest)
      case "E:":
        let parts = rest.split(separator: "=", maxSplits: 1).map(String.init)
        properties[parts[0]] = parts.count > 1 ? parts[1] : ""
      default: break
      }
    }
    self.properties = properties
    self.links = links
    self.isInitialized = isInitialized
  }
}

import Glibc
public import TouchCore

extension PanelDevice {
  /// Opens the panel for a look at its description, and closes it again. Nothing is read from it.
  ///
  /// - Throws: `SourceError`: `.noNode`, `.noPermission`, `.notEvdev`, `.gone`, `.replaced` or
  ///   `.system`.
  public func describe() throws(SourceError) -> Panel {
    try open().panel
  }

  /// Opens the node, if it is still this device's, or takes the one that was kept.
  func open(_ kept: consuming Descriptor? = nil) throws(SourceError) -> EvdevDevice {
    let found: DeviceNumber
    do throws(SystemError) {
      if let kept { return try EvdevDevice(adopting: kept) }
      let file = try Descriptor(reading: node)
      found = try file.deviceNumber()
      // Before anything is done to it: it may be somebody else's keyboard by now.
      if found == number {
        // Numbers come again; while the device is there, its number is no other's.
        guard isPresent else { throw SystemError(errno: ENODEV, call: "open") }
        return try EvdevDevice(adopting: file)
      }
    } catch {
      throw SourceError(opening: node, error)
    }
    throw .replaced(node: node, expected: number, found: found)
  }

  func judge(_ panel: Panel) throws(SourceError) -> PanelReading {
    do throws(PanelError) {
      return try PanelReading(panel)
    } catch {
      throw .unreadable(node: node, error)
    }
  }

  /// Whether the kernel still has the device. It takes a device out of sysfs before it lets the
  /// readers of its node go.
  var isPresent: Bool {
    if !sysPath.isEmpty { return unsafe access(sysPath, F_OK) == 0 }
    return (try? DeviceNumber(ofNode: node)) == number
  }
}

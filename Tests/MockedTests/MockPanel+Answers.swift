import CEvdev
import Glibc
import TouchCore

// What evdev answers; the numbers are those of linux/input.h.
extension MockPanel.State {
  mutating func answer(_ request: inout IoctlHandler.Request) -> IoctlHandler.Answer {
    // umockdev asks terminals' questions of the node itself.
    guard request.isEvdev else { return .failure(ENOTTY) }
    let name = Self.name(of: request.number)
    log.append(name)
    hook?(name, &self)
    switch request.number {
    case 0x01: request.write([Int32(EV_VERSION)])
    case 0x02: request.write([panel.id.bus, panel.id.vendor, panel.id.product, panel.id.version])
    case 0x06: return text(panel.name, into: &request)
    case 0x07: return text(panel.phys, into: &request)
    case 0x08: return text(panel.uniq, into: &request)
    case 0x09: return bitmap(panel.properties, into: &request)
    case 0x0a: return slots(into: &request)
    case 0x18: return bitmap(keys, into: &request)
    case 0x19, 0x1a, 0x1b: return bitmap(CodeSet(), into: &request)
    case 0x20: return bitmap(types, into: &request)
    case 0x21...0x3f:
      return bitmap(panel.codes[UInt16(request.number - 0x20)] ?? CodeSet(), into: &request)
    case 0x40...0x7f: return info(on: UInt16(request.number - 0x40), into: &request)
    case 0x90: return grab(request.argument != 0)
    case 0xa0: clock = request.bytes.first.map(Int32.init)
    default: return .failure(EINVAL)
    }
    return .done()
  }

  private static func name(of number: UInt) -> String {
    switch number {
    case 0x0a: "EVIOCGMTSLOTS"
    case 0x18: "EVIOCGKEY"
    case 0x40...0x7f: "EVIOCGABS"
    case 0x90: "EVIOCGRAB"
    case 0xa0: "EVIOCSCLOCKID"
    default: "EVIOC 0x" + String(number, radix: 16)
    }
  }

  private var types: CodeSet { CodeSet([EventType.syn] + panel.codes.keys) }

  private func text(
    _ text: String, into request: inout IoctlHandler.Request
  ) -> IoctlHandler.Answer {
    guard !text.isEmpty else { return .failure(ENOENT) }
    let bytes = Array(text.utf8) + [0]
    request.write(bytes)
    return .done(bytes.count)
  }

  private func bitmap(
    _ set: CodeSet, into request: inout IoctlHandler.Request
  ) -> IoctlHandler.Answer {
    let count = request.bytes.count
    let padding = [UInt8](repeating: 0, count: max(0, count - set.bytes.count))
    request.write(Array((set.bytes + padding).prefix(count)))
    return .done(count)
  }

  private func info(
    on axis: UInt16, into request: inout IoctlHandler.Request
  ) -> IoctlHandler.Answer {
    guard let range = panel.axes[axis] else { return .failure(EINVAL) }
    let value = axis == AbsCode.mtSlot ? currentSlot : values[axis] ?? 0
    request.write([
      value, range.minimum, range.maximum, range.fuzz, range.flat, range.resolution,
    ])
    return .done()
  }

  private func slots(into request: inout IoctlHandler.Request) -> IoctlHandler.Answer {
    let code = unsafe request.bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int32.self) }
    let values: [Int32] = slots.map { entry in
      switch UInt16(code) {
      case AbsCode.mtTrackingID: entry.trackingID
      case AbsCode.mtPositionX: entry.x ?? 0
      case AbsCode.mtPositionY: entry.y ?? 0
      case AbsCode.mtPressure: entry.pressure ?? 0
      default: 0
      }
    }
    request.write([code] + values)
    return .done()
  }

  private mutating func grab(_ isWanted: Bool) -> IoctlHandler.Answer {
    guard grabError == 0 else { return .failure(grabError) }
    isGrabbed = isWanted
    return .done()
  }
}

extension IoctlHandler.Request {
  mutating func write<Value: BitwiseCopyable>(_ values: [Value]) {
    unsafe values.withUnsafeBytes { source in
      let count = min(source.count, bytes.count)
      unsafe bytes.replaceSubrange(0..<count, with: source.prefix(count))
    }
  }
}

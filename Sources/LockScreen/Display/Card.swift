#if Screen
internal import CDRM
internal import Glibc
internal import TouchCore

/// A graphics card that we are the master of: only who is may set what its outputs show.
struct Card: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Opens the card and becomes its master.
  static func open(_ path: String) throws(DisplayError) -> Card {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      switch code {
      case EACCES, EPERM: throw .noPermission(card: path)
      case ENOENT, ENXIO: throw .missing(path)
      default: throw .system(card: path, DisplayCall("open", errno: code))
      }
    }
    let card = Card(path, descriptor)
    try card.becomeMaster()
    return card
  }

  /// Takes a card over that an earlier process was the master of: what that showed stays to be seen
  /// until something else is shown.
  static func adopt(_ descriptor: Int32) throws(DisplayError) -> Card {
    let card = Card(name(of: descriptor), descriptor)
    try card.becomeMaster()
    // The kernel counts handles from 1, and that process had two buffers a display. What is shown
    // keeps its memory.
    for handle in 1...UInt32(64) { _ = drmModeDestroyDumbBuffer(descriptor, handle) }
    return card
  }

  private static func name(of descriptor: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    _ = drmDropMaster(descriptor)
    close(descriptor)
  }

  private func becomeMaster() throws(DisplayError) {
    guard drmIsMaster(descriptor) == 0 else { return }
    do throws(DisplayCall) { try check("drmSetMaster") { drmSetMaster(descriptor) } } catch {
      switch error.errno {
      // Not root, and never was master: then it is another who is.
      case EBUSY, EACCES, EINVAL: throw .busy(card: path)
      case EPERM: throw .noPermission(card: path)
      default: throw .system(card: path, error)
      }
    }
  }

  /// The framebuffers of this open file, whoever made them.
  func framebuffers() -> [UInt32] {
    guard let resources = unsafe drmModeGetResources(descriptor) else { return [] }
    defer { unsafe drmModeFreeResources(resources) }
    return (0..<Int(unsafe resources.pointee.count_fbs)).map { unsafe resources.pointee.fbs[$0] }
  }

  func remove(_ framebuffers: [UInt32]) {
    for one in framebuffers { _ = drmModeRmFB(descriptor, one) }
  }

  /// Turns every display off.
  func turnOff() throws(DisplayError) {
    guard let resources = unsafe drmModeGetResources(descriptor) else {
      throw .system(card: path, DisplayCall("drmModeGetResources", errno: errno))
    }
    defer { unsafe drmModeFreeResources(resources) }
    for place in 0..<Int(unsafe resources.pointee.count_crtcs) {
      let crtc = unsafe resources.pointee.crtcs[place]
      do throws(DisplayCall) {
        try check("drmModeSetCrtc") {
          drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil)
        }
      } catch {
        throw .system(card: path, error)
      }
    }
  }

  /// What is connected now, in the order of the card's connectors.
  func connected() throws(DisplayError) -> [Connector] {
    guard let resources = unsafe drmModeGetResources(descriptor) else {
      let code = errno
      // A card that only computes has no outputs.
      throw code == EOPNOTSUPP || code == ENOTSUP
        ? .noOutput(card: path)
        : .system(card: path, DisplayCall("drmModeGetResources", errno: code))
    }
    defer { unsafe drmModeFreeResources(resources) }
    var found: [Connector] = []
    for index in 0..<Int(unsafe resources.pointee.count_connectors) {
      let id = unsafe resources.pointee.connectors[index]
      guard let connector = unsafe drmModeGetConnector(descriptor, id) else { continue }
      defer { unsafe drmModeFreeConnector(connector) }
      if let one = unsafe Connector(connector, descriptor, resources) { found.append(one) }
    }
    return found
  }
}

/// A connector that a display hangs on, and what the display would show by itself.
struct Connector {
  let id: UInt32
  /// As in /sys/class/drm, such as HDMI-A-1.
  let name: String
  let mode: drmModeModeInfo
  /// The CRTCs that can drive it.
  let crtcs: [UInt32]
  /// In millimetres; 0 × 0 where the display does not tell.
  let size: (width: Int, height: Int)
  /// How the panel is built in, as the connector's "panel orientation" has it.
  let orientation: Orientation

  /// Nil if nothing is connected.
  @unsafe init?(
    _ connector: drmModeConnectorPtr, _ card: Int32, _ resources: drmModeResPtr
  ) {
    let facts = unsafe connector.pointee
    guard unsafe facts.connection == DRM_MODE_CONNECTED, unsafe facts.count_modes > 0 else {
      return nil
    }
    id = unsafe facts.connector_id
    let kind = unsafe drmModeGetConnectorTypeName(facts.connector_type)
    let typeName = unsafe kind.map { unsafe String(cString: $0) } ?? "Unknown"
    name = unsafe "\(typeName)-\(facts.connector_type_id)"
    let modes = unsafe UnsafeBufferPointer(start: facts.modes, count: Int(facts.count_modes))
    mode =
      unsafe modes.first { $0.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 } ?? modes[0]
    size = unsafe (Int(facts.mmWidth), Int(facts.mmHeight))
    var crtcs: [UInt32] = []
    for index in 0..<Int(unsafe facts.count_encoders) {
      guard let encoder = unsafe drmModeGetEncoder(card, facts.encoders[index]) else { continue }
      defer { unsafe drmModeFreeEncoder(encoder) }
      for place in 0..<Int(unsafe resources.pointee.count_crtcs)
      where unsafe encoder.pointee.possible_crtcs & (1 << UInt32(place)) != 0 {
        unsafe crtcs.append(resources.pointee.crtcs[place])
      }
    }
    self.crtcs = crtcs
    orientation = unsafe Self.orientation(of: connector, card)
  }

  @unsafe private static func orientation(
    of connector: drmModeConnectorPtr, _ card: Int32
  ) -> Orientation {
    for index in 0..<Int(unsafe connector.pointee.count_props) {
      let id = unsafe connector.pointee.props[index]
      guard let property = unsafe drmModeGetProperty(card, id) else { continue }
      defer { unsafe drmModeFreeProperty(property) }
      let name = unsafe withUnsafeBytes(of: &property.pointee.name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name == "panel orientation" else { continue }
      // The values of the kernel's drm_mode_create_standard… table: normal, upside down, left side
      // up, right side up. A picture for a panel with its left side up is turned clockwise.
      switch unsafe connector.pointee.prop_values[index] {
      case 1: return .half
      case 2: return .quarter
      case 3: return .threeQuarters
      default: return .upright
      }
    }
    return .upright
  }

  /// Whether the display would show the same.
  func isLike(_ other: Connector) -> Bool {
    id == other.id && mode.hdisplay == other.mode.hdisplay
      && mode.vdisplay == other.mode.vdisplay && mode.vrefresh == other.mode.vrefresh
  }
}
#endif

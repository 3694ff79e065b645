#if Screen
internal import CDRM
internal import Glibc
public import LockCore
public import TouchCore

/// Every connected display of a graphics card, which is ours alone while this lives.
///
/// One of them, or all, show the scenes; the others are covered. Displays that come are covered before
/// anything else can be seen on them.
public struct Display: ~Copyable {
  public struct Settings: Hashable, Sendable {
    /// The card's node; nil for the first with a display that is connected.
    public var card: String?
    /// The output that shows scenes, such as HDMI-A-1; nil for all.
    public var output: String?
    /// How much pictures are turned clockwise; nil for what the kernel knows of the panel.
    public var turn: Orientation?
    /// The card, open since an earlier process had it; then none is looked for. It is the display's to
    /// close.
    public var inherited: Int32?

    public init() {}
  }

  /// What there is to tell of a display.
  public enum Change: Hashable, Sendable {
    case added(String)
    case removed(String)
    /// It cannot be used, and shows what it did before.
    case failed(String, DisplayCall)
  }

  /// What a display is.
  public struct Facts: Hashable, Sendable {
    public let name: String
    /// As it is seen upright.
    public let pixels: PixelSize
    /// In millimetres, as it is seen upright; nil where the display does not tell.
    public let size: ViewSize?
  }

  private let card: Card
  private let monitor: HotplugMonitor
  private let readiness: Readiness
  private var settings: Settings
  private let theme: Theme
  private var outputs: [Output] = []
  private var stage: (grid: DotGrid, view: ViewSize)?
  /// What an earlier process made and may still be seen.
  private var inherited: [UInt32]
  /// When a display took a picture last, by the kernel's monotonic clock.
  public private(set) var lastFlip: Timestamp?

  /// Opens the card, and shows nothing yet.
  public static func open(
    _ settings: Settings, _ theme: Theme
  ) throws(DisplayError) -> Display {
    if let inherited = settings.inherited {
      return try make(try Card.adopt(inherited), settings, theme)
    }
    if let path = settings.card {
      let card = try Card.open(path)
      guard try !card.connected().isEmpty else { throw .noOutput(card: path) }
      return try make(card, settings, theme)
    }
    var failure = DisplayError.noCard
    for number in 0..<16 {
      let path = "/dev/dri/card\(number)"
      guard unsafe access(path, F_OK) == 0 else { continue }
      do throws(DisplayError) {
        let card = try Card.open(path)
        guard try !card.connected().isEmpty else { throw .noOutput(card: path) }
        return try make(card, settings, theme)
      } catch {
        // A card that could show something tells more than one that could not.
        if case .noOutput = error, failure != .noCard { continue }
        failure = error
      }
    }
    throw failure
  }

  private static func make(
    _ card: consuming Card, _ settings: Settings, _ theme: Theme
  ) throws(DisplayError) -> Display {
    if let name = settings.output, try !card.connected().contains(where: { $0.name == name }) {
      throw .missing(name)
    }
    let monitor = HotplugMonitor()
    let watched = [card.descriptor, monitor.descriptor]
    let readiness: Readiness
    do throws(DisplayCall) { readiness = try .make(watched) } catch {
      throw .system(card: card.path, error)
    }
    return Display(card, monitor, readiness, settings, theme)
  }

  private init(
    _ card: consuming Card, _ monitor: consuming HotplugMonitor, _ readiness: consuming Readiness,
    _ settings: Settings, _ theme: Theme
  ) {
    inherited = settings.inherited == nil ? [] : card.framebuffers()
    self.card = card
    self.monitor = monitor
    self.readiness = readiness
    self.settings = settings
    self.theme = theme
  }

  /// For `poll(2)`: readable when `process` has something to do.
  public var descriptor: Int32 { readiness.descriptor }

  /// The descriptor that makes us the card's master: a copy of it keeps what is shown.
  public var cardDescriptor: Int32 { card.descriptor }

  /// Turns all displays off, until they are given back.
  public func darken() throws(DisplayError) { try card.turnOff() }

  /// The displays that are connected.
  public func facts() throws(DisplayError) -> [Facts] {
    try card.connected().map { connector in
      let turn = settings.turn ?? connector.orientation
      let (width, height) = (Double(connector.size.width), Double(connector.size.height))
      let size = turn.swapsAxes ? (height, width) : (width, height)
      return Facts(
        name: connector.name, pixels: connector.pixels.turned(turn),
        size: width > 0 && height > 0 ? ViewSize(width: size.0, height: size.1) : nil)
    }
  }

  /// Chooses the output that shows scenes, as long as none was chosen.
  public mutating func choose(_ output: String) { settings.output = settings.output ?? output }

  /// Whether words can be seen.
  public var hasFonts: Bool { outputs.first?.hasFonts ?? true }

  /// Puts the grid of a view where it is to be seen.
  ///
  /// - Returns: the displays that came, went, or cannot be used.
  public mutating func place(
    _ grid: DotGrid, of view: ViewSize
  ) throws(DisplayError) -> [Change] {
    stage = (grid, view)
    for output in outputs {
      output.place(Placement(grid, of: view, in: output.size, theme), theme)
    }
    return outputs.isEmpty ? try settle() : []
  }

  /// Whether a point of the view is on the button, on the display that shows scenes.
  public func isOnButton(_ point: ViewPoint) -> Bool {
    let output =
      outputs.first { $0.connector.name == settings.output } ?? outputs.first
    return output?.placement.isOnButton(point) ?? false
  }

  /// Has the scene shown as soon as each display can; `isStale` tells whether one could not yet.
  ///
  /// - Returns: the displays that failed; they are tried again with the next scene.
  public mutating func show(_ scene: Scene, _ pattern: borrowing Pattern) -> [Change] {
    for output in outputs { output.markStale() }
    let changes = paint(scene, pattern)
    if changes.isEmpty, !inherited.isEmpty, !isStale {
      card.remove(inherited)
      inherited = []
    }
    return changes
  }

  /// Whether a display has not got the newest scene.
  public var isStale: Bool { outputs.contains { $0.isStale } }

  private func paint(_ scene: Scene, _ pattern: borrowing Pattern) -> [Change] {
    var changes: [Change] = []
    for output in outputs where output.isStale {
      let isChosen = settings.output == nil || settings.output == output.connector.name
      do throws(DisplayCall) {
        try output.show(isChosen ? scene : .cover, pattern)
      } catch {
        output.lose()
        changes.append(.failed(output.connector.name, error))
      }
    }
    return changes
  }

  /// Takes what the card and udev told.
  ///
  /// - Returns: the displays that came or went; the scene must then be shown again.
  public mutating func process() throws(DisplayError) -> [Change] {
    takeFlips()
    return monitor.takeAll() ? try settle() : []
  }

  private mutating func takeFlips() {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    let count = unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
      unsafe read(card.descriptor, buffer.baseAddress, buffer.count)
    }
    guard count > 0 else { return }
    unsafe withUnsafeBytes(of: &bytes) { buffer in
      var place = 0
      while place + MemoryLayout<drm_event>.size <= count {
        let event = unsafe buffer.loadUnaligned(fromByteOffset: place, as: drm_event.self)
        guard event.length >= MemoryLayout<drm_event>.size else { return }
        if event.type == DRM_EVENT_FLIP_COMPLETE,
          place + MemoryLayout<drm_event_vblank>.size <= count
        {
          take(unsafe buffer.loadUnaligned(fromByteOffset: place, as: drm_event_vblank.self))
        }
        place += Int(event.length)
      }
    }
  }

  private mutating func take(_ flip: drm_event_vblank) {
    for output in outputs where UInt64(output.crtc) == flip.user_data { output.flipped() }
    lastFlip = Timestamp(microseconds: Int64(flip.tv_sec) * 1_000_000 + Int64(flip.tv_usec))
  }

  /// Makes the outputs those that are connected.
  private mutating func settle() throws(DisplayError) -> [Change] {
    guard let stage else { return [] }
    let connected = try card.connected()
    var changes: [Change] = []
    outputs.removeAll { output in
      let isThere = connected.contains { $0.isLike(output.connector) }
      if !isThere { changes.append(.removed(output.connector.name)) }
      return !isThere
    }
    for connector in connected
    where !outputs.contains(where: { $0.connector.id == connector.id }) {
      guard
        let crtc = connector.crtcs.first(where: { crtc in !outputs.contains { $0.crtc == crtc } })
      else { continue }
      do throws(DisplayCall) {
        let output = try Output(
          connector, settings.turn ?? connector.orientation, crtc: crtc, card: card.descriptor,
          theme
        ) { Placement(stage.grid, of: stage.view, in: $0, theme) }
        outputs.append(output)
        changes.append(.added(connector.name))
      } catch {
        changes.append(.failed(connector.name, error))
      }
    }
    return changes
  }
}

/// Several descriptors as one that can be waited for.
struct Readiness: ~Copyable {
  let descriptor: Int32

  private init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Negative descriptors are left out.
  static func make(_ watched: [Int32]) throws(DisplayCall) -> Readiness {
    let readiness = Readiness(
      adopting: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    for one in watched where one >= 0 {
      var event = unsafe epoll_event()
      unsafe event.events = EPOLLIN.rawValue
      try check("epoll_ctl") {
        unsafe epoll_ctl(readiness.descriptor, EPOLL_CTL_ADD, one, &event)
      }
    }
    return readiness
  }

  deinit { close(descriptor) }
}
#endif

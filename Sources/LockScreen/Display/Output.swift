#if Screen
internal import CDRM
internal import LockCore
internal import TouchCore

/// An output and what it shows: two buffers that take turns, and the picture that is copied into
/// them as far as it changed.
final class Output {
  enum State {
    /// Nothing of ours is shown yet.
    case dark
    /// A buffer is shown, and the other may be written.
    case idle
    /// The other buffer is shown with the next picture that the display takes.
    case flipping
  }

  let connector: Connector
  let crtc: UInt32
  private let turn: Orientation
  private let card: Int32
  private let first: DumbBuffer
  private let second: DumbBuffer
  private var showsFirst = true
  private var picture: Picture
  /// What the buffer behind has not got yet, as the picture lies in memory.
  private var missing = PixelRect.empty
  private(set) var state = State.dark
  /// Whether there is a scene that is not painted yet.
  private(set) var isStale = true

  /// - Parameter place: where everything is in a picture of a size, as it is seen upright.
  init(
    _ connector: Connector, _ turn: Orientation, crtc: UInt32, card: Int32, _ theme: Theme,
    place: (PixelSize) -> Placement
  ) throws(DisplayCall) {
    self.connector = connector
    self.turn = turn
    self.crtc = crtc
    self.card = card
    first = try DumbBuffer.make(connector.pixels, on: card)
    second = try DumbBuffer.make(connector.pixels, on: card)
    picture = Picture(place(connector.pixels.turned(turn)), theme, turn: turn)
  }

  /// The size of the picture as it is seen upright.
  var size: PixelSize { connector.pixels.turned(turn) }

  var placement: Placement { picture.placement }

  var hasFonts: Bool { picture.hasFonts }

  /// Puts everything elsewhere, with the next scene.
  func place(_ placement: Placement, _ theme: Theme) {
    picture = Picture(placement, theme, turn: turn)
    isStale = true
  }

  /// There is a new scene.
  func markStale() { isStale = true }

  /// Has the scene shown; if the buffer behind is not free yet it stays to be painted.
  func show(_ scene: Scene, _ pattern: borrowing Pattern) throws(DisplayCall) {
    switch state {
    case .flipping: return
    case .dark: try light(scene, pattern)
    case .idle:
      isStale = false
      let damage = picture.show(scene, pattern).turned(turn, in: size)
      guard !damage.isEmpty else { return }
      // The buffer behind also lacks what the last picture changed.
      copy(damage.joined(missing), toFirst: !showsFirst)
      missing = damage
      try flip()
    }
  }

  /// Sets the mode together with the scene, so that nothing else is ever seen.
  private func light(_ scene: Scene, _ pattern: borrowing Pattern) throws(DisplayCall) {
    picture.invalidate()
    picture.show(scene, pattern)
    let all = PixelRect(all: connector.pixels)
    copy(all, toFirst: true)
    copy(all, toFirst: false)
    var id = connector.id
    var mode = connector.mode
    let framebuffer = first.framebuffer
    try check("drmModeSetCrtc") {
      unsafe drmModeSetCrtc(card, crtc, framebuffer, 0, 0, &id, 1, &mode)
    }
    (showsFirst, missing, isStale, state) = (true, .empty, false, .idle)
    // A pointer of whoever was there before.
    _ = drmModeSetCursor(card, crtc, 0, 0, 0)
  }

  /// The display took the picture.
  func flipped() { if state == .flipping { state = .idle } }

  /// What is shown is not ours any more, or may not be: all is set up again with the next scene.
  func lose() {
    state = .dark
    isStale = true
  }

  private func flip() throws(DisplayCall) {
    let framebuffer = showsFirst ? second.framebuffer : first.framebuffer
    try check("drmModePageFlip") {
      unsafe drmModePageFlip(
        card, crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
        UnsafeMutableRawPointer(bitPattern: UInt(crtc)))
    }
    showsFirst.toggle()
    state = .flipping
  }

  private func copy(_ rect: PixelRect, toFirst: Bool) {
    unsafe picture.withPixels { pixels, rowLength in
      if toFirst {
        unsafe first.copy(rect, of: pixels, rowLength)
      } else {
        unsafe second.copy(rect, of: pixels, rowLength)
      }
    }
  }
}

extension Connector {
  var pixels: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }
}

extension PixelSize {
  /// The size of a picture that is turned.
  func turned(_ turn: Orientation) -> PixelSize {
    turn.swapsAxes ? PixelSize(width: height, height: width) : self
  }
}

extension PixelRect {
  /// Where a rectangle of a picture lies once that is turned clockwise.
  func turned(_ turn: Orientation, in size: PixelSize) -> PixelRect {
    let (right, bottom) = (size.width - x - width, size.height - y - height)
    switch turn {
    case .upright: return self
    case .quarter: return PixelRect(x: bottom, y: x, width: height, height: width)
    case .half: return PixelRect(x: right, y: bottom, width: width, height: height)
    case .threeQuarters: return PixelRect(x: y, y: right, width: height, height: width)
    }
  }
}
#endif

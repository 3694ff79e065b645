#if Screen
internal import CCairo
internal import CPango
internal import LockCore

/// Sets words into boxes, in one font.
@safe
struct Lettering: ~Copyable {
  private let font: OpaquePointer
  /// Whether there is any font at all; without one nothing is set.
  let hasFonts: Bool

  /// The least that a text too long for its box is made smaller, as a share.
  private static let step = 0.9
  private static let smallest = 0.4

  init(_ family: String) {
    unsafe font = pango_font_description_from_string(family)
    hasFonts = unsafe Self.canLoad(font)
  }

  deinit { unsafe pango_font_description_free(font) }

  /// Sets a text of that height into the middle of a box; smaller, if it would not fit.
  func set(
    _ text: String, in box: Box, size: Double, _ color: Color, on canvas: borrowing Canvas
  ) {
    guard hasFonts, !text.isEmpty, box.width > 0, box.height > 0 else { return }
    guard let layout = unsafe pango_cairo_create_layout(canvas.context) else { return }
    defer { unsafe swipelock_unref(UnsafeMutableRawPointer(layout)) }
    unsafe pango_layout_set_text(layout, text, -1)
    unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_width(layout, Self.units(box.width))
    var share = 1.0
    var (width, height): (Int32, Int32) = (0, 0)
    while true {
      unsafe pango_font_description_set_absolute_size(
        font, size * share * Double(PANGO_SCALE))
      unsafe pango_layout_set_font_description(layout, font)
      unsafe pango_layout_get_pixel_size(layout, &width, &height)
      if Double(height) <= box.height || share <= Self.smallest { break }
      share *= Self.step
    }
    let top = box.top + (box.height - Double(height)) / 2
    canvas.move(to: box.left, top)
    canvas.use(color)
    unsafe pango_cairo_show_layout(canvas.context, layout)
  }

  private static func units(_ pixels: Double) -> Int32 { Int32(pixels * Double(PANGO_SCALE)) }

  /// Families are told of whether they are there or not; a font can be loaded only if one is.
  @unsafe private static func canLoad(_ font: OpaquePointer) -> Bool {
    guard let map = unsafe pango_cairo_font_map_get_default(),
      let context = unsafe pango_font_map_create_context(map)
    else { return false }
    defer { unsafe swipelock_unref(UnsafeMutableRawPointer(context)) }
    guard let loaded = unsafe pango_context_load_font(context, font) else { return false }
    unsafe swipelock_unref(UnsafeMutableRawPointer(loaded))
    return true
  }
}
#endif

#if Screen
internal import CCairo
internal import LockCore
internal import TouchCore

/// A picture that can be drawn on, in pixels from its upper left.
///
/// It may lie turned in its memory, as on a display that hangs on its side.
@safe
struct Canvas: ~Copyable {
  let size: PixelSize
  private let surface: OpaquePointer
  let context: OpaquePointer

  /// A picture in memory, opaque black, turned clockwise as `turn` has it.
  init(_ size: PixelSize, turn: Orientation = .upright) {
    let (width, height) = turn.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    unsafe self.init(
      size, cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)))
    switch turn {
    case .upright: break
    case .quarter: unsafe cairo_translate(context, Double(width), 0)
    case .half: unsafe cairo_translate(context, Double(width), Double(height))
    case .threeQuarters: unsafe cairo_translate(context, 0, Double(height))
    }
    unsafe cairo_rotate(context, Double(turn.rawValue) * .pi / 180)
  }

  /// A picture that becomes a file of vectors; `finish` tells whether it did.
  init(_ size: PixelSize, vectorsIn path: String) {
    unsafe self.init(
      size, cairo_svg_surface_create(path, Double(size.width), Double(size.height)))
  }

  private init(_ size: PixelSize, _ surface: OpaquePointer?) {
    guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else {
      preconditionFailure("cairo gives no null: it gives a surface in error")
    }
    self.size = size
    unsafe self.surface = surface
    unsafe self.context = context
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Runs `body` so that nothing outside the rectangle is painted.
  func clipped(to rect: PixelRect, _ body: () -> Void) {
    unsafe cairo_save(context)
    unsafe cairo_rectangle(
      context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    unsafe cairo_clip(context)
    body()
    unsafe cairo_restore(context)
  }

  func fill(_ color: Color) {
    use(color)
    unsafe cairo_paint(context)
  }

  func fill(_ box: Box, _ color: Color) {
    use(color)
    unsafe cairo_rectangle(context, box.left, box.top, box.width, box.height)
    unsafe cairo_fill(context)
  }

  func disc(_ x: Double, _ y: Double, diameter: Double, _ color: Color) {
    guard color.alpha > 0, diameter > 0 else { return }
    use(color)
    unsafe cairo_arc(context, x, y, diameter / 2, 0, 2 * .pi)
    unsafe cairo_fill(context)
  }

  /// A rectangle whose corners are round, filled, or as a line of that width.
  func pill(_ box: Box, _ color: Color, lineWidth: Double? = nil) {
    let radius = min(box.width, box.height) / 2
    use(color)
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, box.right - radius, box.top + radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, box.right - radius, box.bottom - radius, radius, 0, .pi / 2)
    unsafe cairo_arc(context, box.left + radius, box.bottom - radius, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, box.left + radius, box.top + radius, radius, .pi, 1.5 * .pi)
    unsafe cairo_close_path(context)
    if let lineWidth {
      unsafe cairo_set_line_width(context, lineWidth)
      unsafe cairo_stroke(context)
    } else {
      unsafe cairo_fill(context)
    }
  }

  /// Begins a line, or goes on with it.
  func move(to x: Double, _ y: Double) { unsafe cairo_move_to(context, x, y) }
  func line(to x: Double, _ y: Double) { unsafe cairo_line_to(context, x, y) }

  /// Draws the line that was begun, its ends and bends round.
  func stroke(_ width: Double, _ color: Color, opacity: Double = 1) {
    use(color, opacity: opacity)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_stroke(context)
  }

  func use(_ color: Color, opacity: Double = 1) {
    unsafe cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }

  /// Lends the pixels as they lie in memory, each 0x00RRGGBB, and how many make a row.
  func withPixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>, _ rowLength: Int) -> Result
  ) -> Result {
    unsafe cairo_surface_flush(surface)
    let height = Int(unsafe cairo_image_surface_get_height(surface))
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    guard let data = unsafe cairo_image_surface_get_data(surface) else {
      return unsafe body(UnsafeMutableBufferPointer(start: nil, count: 0), 0)
    }
    let count = stride / 4 * height
    let result = unsafe data.withMemoryRebound(to: UInt32.self, capacity: count) { pixels in
      unsafe body(UnsafeMutableBufferPointer(start: pixels, count: count), stride / 4)
    }
    unsafe cairo_surface_mark_dirty(surface)
    return result
  }

  /// A copy of a part of a picture that lies upright.
  func part(_ rect: PixelRect) -> Canvas {
    let part = Canvas(PixelSize(width: rect.width, height: rect.height))
    unsafe cairo_set_source_surface(part.context, surface, -Double(rect.x), -Double(rect.y))
    unsafe cairo_paint(part.context)
    return part
  }

  /// Ends drawing, and hands on what is still to be written.
  ///
  /// - Returns: what went wrong, if anything.
  consuming func finish() -> String? {
    unsafe cairo_surface_finish(surface)
    return fault(unsafe cairo_surface_status(surface))
  }

  /// The picture as PNG (ISO 15948), or what went wrong.
  func png() -> (bytes: [UInt8], fault: String?) {
    let sink = ByteSink()
    let status = unsafe cairo_surface_write_to_png_stream(
      surface,
      { sink, data, count in
        guard let sink = unsafe sink, let data = unsafe data else {
          return CAIRO_STATUS_WRITE_ERROR
        }
        let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(count))
        unsafe Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes.append(
          contentsOf: bytes)
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque())
    return (sink.bytes, fault(status))
  }

  private func fault(_ status: cairo_status_t) -> String? {
    guard status != CAIRO_STATUS_SUCCESS else { return nil }
    return unsafe String(cString: cairo_status_to_string(status))
  }
}

/// Where a PNG is collected.
private final class ByteSink {
  var bytes: [UInt8] = []
}
#endif

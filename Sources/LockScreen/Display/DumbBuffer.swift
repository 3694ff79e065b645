#if Screen
internal import CDRM
internal import Glibc

/// A buffer in the card's memory that an output can show: 32 bits a pixel, 0x00RRGGBB.
@safe
struct DumbBuffer: ~Copyable {
  let size: PixelSize
  let framebuffer: UInt32
  private let card: Int32
  private let handle: UInt32
  private let rowBytes: Int
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  private init(
    _ size: PixelSize, _ card: Int32, _ handle: UInt32, _ framebuffer: UInt32, _ rowBytes: Int,
    _ memory: UnsafeMutableRawPointer, _ byteCount: Int
  ) {
    self.size = size
    self.card = card
    self.handle = handle
    self.framebuffer = framebuffer
    self.rowBytes = rowBytes
    unsafe self.memory = memory
    self.byteCount = byteCount
  }

  /// A buffer of the size, black. The card must outlive it.
  static func make(_ size: PixelSize, on card: Int32) throws(DisplayCall) -> DumbBuffer {
    var (handle, pitch, bytes): (UInt32, UInt32, UInt64) = (0, 0, 0)
    try check("drmModeCreateDumbBuffer") {
      unsafe drmModeCreateDumbBuffer(
        card, UInt32(size.width), UInt32(size.height), 32, 0, &handle, &pitch, &bytes)
    }
    var framebuffer: UInt32 = 0
    do throws(DisplayCall) {
      try check("drmModeAddFB") {
        unsafe drmModeAddFB(
          card, UInt32(size.width), UInt32(size.height), 24, 32, pitch, handle, &framebuffer)
      }
      var offset: UInt64 = 0
      try check("drmModeMapDumbBuffer") {
        unsafe drmModeMapDumbBuffer(card, handle, &offset)
      }
      let memory = unsafe mmap(
        nil, Int(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, card, off_t(offset))
      guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
        throw DisplayCall("mmap", errno: errno)
      }
      // What the memory held before is nobody's to see.
      unsafe memset(memory, 0, Int(bytes))
      return unsafe DumbBuffer(
        size, card, handle, framebuffer, Int(pitch), memory, Int(bytes))
    } catch {
      if framebuffer != 0 { _ = drmModeRmFB(card, framebuffer) }
      _ = drmModeDestroyDumbBuffer(card, handle)
      throw error
    }
  }

  deinit {
    unsafe memset(memory, 0, byteCount)
    unsafe munmap(memory, byteCount)
    _ = drmModeRmFB(card, framebuffer)
    _ = drmModeDestroyDumbBuffer(card, handle)
  }

  /// Copies a rectangle of pixels that lie as they are shown.
  func copy(_ rect: PixelRect, of pixels: UnsafeMutableBufferPointer<UInt32>, _ rowLength: Int) {
    let rect = rect.clipped(to: size)
    guard !rect.isEmpty, let source = pixels.baseAddress else { return }
    for row in rect.y..<(rect.y + rect.height) {
      unsafe memcpy(
        memory + row * rowBytes + rect.x * 4, source + row * rowLength + rect.x, rect.width * 4)
    }
  }
}
#endif

internal import CUinput
internal import Glibc

/// Another program's view of a device node: it reads what the kernel gives it.
package struct EvdevReader: ~Copyable {
  private let file: Int32
  private var unfinished: [KernelEvent] = []

  package init(_ path: String) throws {
    file = try unsafe check(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), "open \(path)")
  }

  deinit {
    close(file)
  }

  package func grab() throws {
    try check(ioctl(file, evdev_grab, 1), "EVIOCGRAB")
  }

  package func ungrab() throws {
    try check(ioctl(file, evdev_grab, 0), "EVIOCGRAB")
  }

  /// Tells the kernel another range of an axis, for every reader of the node.
  package func setRange(ofAxis code: Int32, to axis: PanelAxis) throws {
    var info = input_absinfo()
    info.minimum = axis.minimum
    info.maximum = axis.maximum
    info.resolution = axis.resolution
    try unsafe check(ioctl(file, evdev_set_abs_0 + UInt(code), &info), "EVIOCSABS \(code)")
  }

  /// Returns what is waiting now, which may be nothing.
  package func pending() throws -> [KernelEvent] {
    var events: [KernelEvent] = []
    var buffer = [input_event](repeating: input_event(), count: 256)
    while true {
      let size = buffer.count * MemoryLayout<input_event>.stride
      let count = unsafe read(file, &buffer, size)
      if count == -1, errno == EAGAIN { return events }
      try check(count, "read events")
      events += buffer[..<(count / MemoryLayout<input_event>.stride)].map(KernelEvent.init)
    }
  }

  /// Returns the next frames, each with its SYN_REPORT at the end.
  package mutating func frames(
    _ count: Int, within limit: Duration = Wait.patience
  ) throws -> [[KernelEvent]] {
    var frames: [[KernelEvent]] = []
    var events = unfinished
    try Wait.until("\(count) frames, \(frames.count) came", within: limit) {
      events += try pending()
      while frames.count < count, let end = events.firstIndex(of: .synReport) {
        frames.append(Array(events[...end]))
        events.removeSubrange(...end)
      }
      return frames.count == count
    }
    unfinished = events
    return frames
  }
}

internal import Glibc

/// The reading end of a child's output, taken apart into lines as they arrive.
struct LinePipe: ~Copyable {
  private(set) var lines: [String] = []
  private(set) var isAtEnd = false
  let file: Int32
  private var unfinished: [UInt8] = []

  /// Returns the pipe, and lends its writing end for as long as the child is started.
  static func open(lending body: (Int32) throws -> Void) throws -> LinePipe {
    var ends: [Int32] = [0, 0]
    try unsafe check(pipe(&ends), "pipe")
    defer { close(ends[1]) }
    let pipe = LinePipe(reading: ends[0])
    try body(ends[1])
    return pipe
  }

  private init(reading file: Int32) {
    self.file = file
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(file)
  }

  mutating func drain() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while !isAtEnd {
      let count = unsafe read(file, &chunk, chunk.count)
      guard count >= 0 else { return }
      isAtEnd = count == 0
      take(chunk[..<count])
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finishLine()
      } else {
        unfinished.append(byte)
      }
    }
    if isAtEnd, !unfinished.isEmpty { finishLine() }
  }

  private mutating func finishLine() {
    lines.append(String(decoding: unfinished, as: UTF8.self))
    unfinished.removeAll()
  }
}

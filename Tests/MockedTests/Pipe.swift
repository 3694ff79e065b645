import Glibc

/// A pipe to wake a wait by.
final class Pipe: Sendable {
  let reading: CInt
  private let writing: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    unsafe pipe(&ends)
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  func write() {
    unsafe Glibc.write(writing, [0] as [UInt8], 1)
  }
}

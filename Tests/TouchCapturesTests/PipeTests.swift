import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("Captures through a pipe")
struct PipeTests {
  /// A pipe that holds the bytes, and nobody writes to any more.
  private func pipe(_ file: String) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe Glibc.pipe(&ends) == 0)
    let source = unsafe open("\(SmallCaptures.folder)/\(file)", O_RDONLY)
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(source, &buffer, buffer.count)
    #expect(unsafe write(ends[1], buffer, count) == count)
    close(ends[1])
    return ends[0]
  }

  @Test(arguments: [
    "evtest-menu.txt", "evtest-piece.txt", "getevent-several-devices.txt", "getevent-lt-crlf.txt",
    "records-16.bin", "revent-0-20.revent", "evemu-no-version.evemu",
  ])
  func `through a pipe a capture gives the same as from a file`(file: String) throws {
    var fromPipe = try ReplaySource(
      CaptureReader(adopting: pipe(file), name: "standard input"))
    var frames: [Frame] = []
    while let frame = try fromPipe.nextFrame() { frames.append(frame) }
    let fromFile = try Replayed("\(SmallCaptures.folder)/\(file)")
    #expect(frames == fromFile.frames)
    #expect(fromPipe.counts == fromFile.counts)
    #expect(!frames.isEmpty)
  }

  @Test func `what tells its panel in front of its events is not kept`() throws {
    let reader = try CaptureReader(adopting: pipe("evtest-menu.txt"), name: "standard input")
    let isKept = reader.isSeekable
    #expect(!isKept)
    let other = try CaptureReader(adopting: pipe("evtest-piece.txt"), name: "standard input")
    let isOtherKept = other.isSeekable
    #expect(isOtherKept)
  }
}

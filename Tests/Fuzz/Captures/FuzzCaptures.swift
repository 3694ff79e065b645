import Glibc
import TouchCaptures
import TouchCore

/// What libFuzzer calls: reads the bytes as a capture, whatever they are, and replays it.
///
/// Any error is a right answer; a trap, an access out of bounds or a hang is none.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let file = unsafe FuzzedFile.descriptor(
    holding: UnsafeRawBufferPointer(start: bytes, count: count))
  do throws(CaptureError) {
    var source = try ReplaySource(CaptureReader(adopting: file, name: "fuzzed"))
    while let frame = try source.nextFrame() {
      precondition(frame.changes.allSatisfy { $0.contact.number > 0 })
      for remark in source.takeRemarks() {
        precondition(remark.line >= 0 && !remark.rule.text.isEmpty)
      }
    }
    precondition(source.counts.mostAtOnce <= source.counts.contacts)
  } catch {
    precondition(error.file == "fuzzed" && !error.description.isEmpty)
  }
  return 0
}

/// One file without a name, which is written over for each input.
enum FuzzedFile {
  private static let descriptor: CInt = {
    var path = Array("/dev/shm/swipelock-fuzz-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    precondition(descriptor >= 0, "no file for the inputs")
    unsafe unlink(path)
    return descriptor
  }()

  /// A descriptor of its own, at the beginning.
  static func descriptor(holding bytes: UnsafeRawBufferPointer) -> CInt {
    ftruncate(descriptor, 0)
    let written = unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    precondition(written == bytes.count || bytes.isEmpty)
    lseek(descriptor, 0, SEEK_SET)
    return dup(descriptor)
  }
}

import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("CaptureError")
struct CaptureErrorTests {
  let folder = ScratchFolder()

  /// What reading the whole file ends with.
  private func failure(_ file: String) -> CaptureError? {
    do throws(CaptureError) {
      _ = try steps(of: file)
      return nil
    } catch {
      return error
    }
  }

  private func failure(in text: String) -> CaptureError? { failure(folder.write(text)) }

  @Test func `a missing file, a directory and one without permission are told apart`() {
    #expect(failure("/nonexistent/a") == .missing(file: "/nonexistent/a"))
    #expect(failure(folder.file("none"))?.kind == .missing)
    #expect(failure(folder.path) == .isDirectory(file: folder.path))
    #expect(failure(folder.path)?.kind == .badData)
    let file = folder.write("N: P\n")
    unsafe chmod(file, 0)
    if geteuid() != 0 {
      #expect(failure(file) == .noPermission(file: file))
      #expect(failure(file)?.kind == .noPermission)
    }
  }

  @Test(arguments: ["", "\n\n", "Dear all,\nmy panel is broken\n", "# only a comment\n"])
  func `a file with neither header nor event is not a capture`(text: String) {
    let file = folder.write(text)
    #expect(failure(file) == .notACapture(file: file))
    #expect(failure(file)?.kind == .badData)
  }

  @Test(arguments: [
    ("D: 0\nR: 3 05 0d 09\n", ForeignFormat.hidRecorder),
    ("R: 3 05 0d 09\nN: name\nI: 3 056a 00e6\n", .hidRecorder),
  ])
  func `another format is named`(text: String, format: ForeignFormat) {
    guard case .foreignFormat(_, _, let found)? = failure(in: text) else {
      Issue.record("\(text) was not recognised")
      return
    }
    #expect(found == format)
  }

  @Test func `the kernel's own log is no capture of any format`() {
    #expect(
      failure(in: "[    1.234567] usb 1-1: new device")
        == .notACapture(file: folder.file("capture.evemu")))
  }

  @Test func `a zero byte is an error with its line`() {
    let file = folder.write("N: P\nE: 0.000001 0000 00\0 0\n")
    #expect(failure(file) == .binary(file: file, line: 2))
    #expect(failure("/dev/zero") == .binary(file: "/dev/zero", line: 1))
  }

  @Test func `a line of 4096 bytes is read and a longer one is an error`() throws {
    let comment = "#" + String(repeating: "x", count: 4095)
    #expect(failure(in: "N: P\n\(comment)\n") == nil)
    #expect(failure(in: "N: P\n\(comment)") == nil)
    for end in ["\n", "", String(repeating: "y", count: 100_000)] {
      let file = folder.write("N: P\n\(comment)z\(end)")
      #expect(failure(file) == .lineTooLong(file: file, line: 2, limit: 4096))
    }
  }

  @Test(arguments: [
    "E: 0.000001 0003 0035 2147483648", "E: 0.000001 0003 0035 -2147483649",
    "E: 0.000001 10003 0035 1", "E: 9223372036854.775808 0003 0035 1",
    "E: 99999999999999999999.000000 0003 0035 1", "A: 35 0 99999999999 0 0",
    "I: 10000 0000 0000 0000", "P: 100 00 00 00 00 00 00 00",
  ])
  func `a number that does not fit is an error with its line`(line: String) {
    let file = folder.write("N: P\n\n\(line)\n")
    #expect(failure(file) == .numberTooLarge(file: file, line: 3))
  }

  @Test(arguments: [
    "settled now", "read 1.000000", "read 1.5 3", "discarded", "discarded -1", "ended",
    "distrusted",
    "ended vanished 1.000000", "state", "state settled", "slot 0 id=1",
    "state settled current=99 slots=10 known=0", "state settled current=-2 slots=10 known=0",
    "range 35 0 9 0 0", "range 40 0 9 0 0 0", "range 35 0 9 0 0 0 0", "contacts -1", "contacts",
    "udev ID_INPUT", "state settled current=0 slots=2000 known=0",
    "state settled current=0 slots=1 known=2",
    "state settled current=0 slots=2 known=1\n# swipelock: slot 2 id=1",
    "state settled current=0 slots=2 known=1\n# swipelock: slot 0 x=1",
    "state settled current=0 slots=2 known=1\n# swipelock: slot 0 id=1 y=1 x=1",
    "state settled current=0 slots=2 known=2\n# swipelock: slot 1 id=1\n# swipelock: slot 1 id=2",
    "state settled current=0 slots=2 known=1\nE: 0.000000 0000 0000 0",
    "state settled current=0 slots=2 known=1\n# another comment",
  ])
  func `a damaged line of ours is an error with its line`(text: String) {
    let file = folder.write(
      PercentPanel.header + "# swipelock: capture 1\n# swipelock: \(text)\n#\n")
    guard case .damagedComment(file, let line)? = failure(file) else {
      Issue.record("\(text) was taken")
      return
    }
    #expect(line >= 11)
  }

  @Test(arguments: [
    "read 1.0", "ended lif", "state settled current=0 sl",
    "state settled current=0 slots=2 known=1\n# swipelock: slot 0 i",
    "state settled current=0 slots=2 known=2\n# swipelock: slot 0 id=1\n",
  ])
  func `half a line of ours at the end is skipped`(text: String) throws {
    var reader = try CaptureReader(
      opening: folder.write("N: P\n# swipelock: capture 1\n# swipelock: \(text)"))
    #expect(try reader.nextStep() == nil)
    #expect(reader.skippedLines == 1)
  }

  @Test func `a capture of a newer version is refused`() {
    let file = folder.write("# EVEMU 1.3\n# swipelock: capture 2\nN: P\n")
    #expect(failure(file) == .newerVersion(file: file, line: 2))
  }

  @Test func `a state while contacts are down is an error and no trap`() {
    let file = folder.write(
      PercentPanel.header + """
        # swipelock: capture 1
        E: 0.000000 0003 0039 5
        # swipelock: state settled current=0 slots=10 known=0
        """)
    #expect(throws: CaptureError.damagedComment(file: file, line: 12)) { try Replayed(file) }
  }

  @Test func `a header that describes no usable panel says why`() {
    let file = folder.write("N: P\nE: 0.000000 0000 0000 0\n")
    #expect(throws: CaptureError.unusablePanel(file: file, .noPosition)) { try Replayed(file) }
  }

  @Test func `a description without a header cannot stand in for one`() {
    let file = folder.write("E: 0.000000 0000 0000 0\n")
    #expect(throws: CaptureError.noHeader(file: file)) { try Replayed(file, panelFrom: file) }
  }

  @Test func `each is a sentence with the file, the line and a remedy`() {
    let error = CaptureError.numberTooLarge(file: "a.evemu", line: 412)
    #expect(
      "\(error)" == "a.evemu:412: a number is too large for its field; correct or remove the line")
    #expect(error.line == 412)
    let other = CaptureError.foreignFormat(file: "a.hid", line: 1, .hidRecorder)
    #expect("\(other)".hasPrefix("a.hid:1: holds the reports of a HID device, not events; "))
  }
}

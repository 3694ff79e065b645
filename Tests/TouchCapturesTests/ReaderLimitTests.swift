import Glibc
import Testing
import TouchCaptures
import TouchCore

@Suite("Limits of the reader")
struct ReaderLimitTests {
  let folder = ScratchFolder()

  private static let header = Array(
    "# EVEMU 1.3\n# swipelock: capture 1\n\(PercentPanel.header)".utf8)
  private static let frame = Array(
    """
    # swipelock: read 1.000000 5
    E: 1.000000 0003 0039 0045\t# EV_ABS / ABS_MT_TRACKING_ID   45
    E: 1.000000 0003 0035 0500
    what nobody knows
    E: 1.000000 0003 0036 0500
    E: 1.000000 0003 0039 -001
    E: 1.000000 0000 0000 0000

    """.utf8)

  /// The most memory that this process ever held, in kilobytes (0 is RUSAGE_SELF).
  private static func peakSize() -> Int {
    var usage = rusage()
    unsafe getrusage(0, &usage)
    return usage.ru_maxrss
  }

  private static func replay(_ file: String) throws -> Int {
    var source = try ReplaySource(opening: file)
    while try source.nextFrame() != nil {}
    return source.counts.contacts
  }

  /// In front of the events, and one touch, in each format that is read.
  private static let samples: [(header: [UInt8], touch: [UInt8])] = {
    var samples = [
      (header, frame), split("evtest-prefixed.txt", at: "Event: time"),
      split("evtest-piece.txt", at: "Event: time 6", to: "Event: time 7"),
      split("getevent-t-one-device.txt", at: "["),
    ]
    #if LibinputRecordings
    samples.append(split("libinput-two-devices.yml", at: "  - evdev:\n    - [  0,      0"))
    #endif
    return samples
  }()

  /// A small capture in two, where the text stands first; without what stands from `end` on.
  private static func split(
    _ file: String, at text: String, to end: String? = nil
  ) -> (header: [UInt8], touch: [UInt8]) {
    let whole = contents(of: "\(SmallCaptures.folder)/\(file)")
    let line = whole.firstRange(of: text).map { whole[..<$0.lowerBound] } ?? ""
    let start = line.lastIndex(of: "\n").map { whole.index(after: $0) } ?? whole.startIndex
    let last = end.flatMap { whole.firstRange(of: $0)?.lowerBound } ?? whole.endIndex
    return (Array(whole[..<start].utf8), Array(whole[start..<last].utf8))
  }

  @Test func `a capture of a hundred times the size needs no more memory`() async {
    // In a process of its own, since the tests beside this one need memory too.
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      for (index, sample) in Self.samples.enumerated() {
        let thousand = Array(repeatElement(sample.touch, count: 200).joined())
        let small = folder.write([sample.header, thousand], to: "small-\(index)")
        let large = folder.write(
          [sample.header] + Array(repeating: thousand, count: 100), to: "large-\(index)")
        try #require(Self.replay(small) == 200)
        let before = Self.peakSize()
        try #require(Self.replay(large) == 20_000)
        // The large files have 4 MB and more.
        #expect(Self.peakSize() - before < 512)
      }
    }
  }

  @Test(arguments: SmallCaptures.rows)
  func `random damage to a small capture never traps`(row: SmallCaptures.Row) throws {
    var random = SeededGenerator(seed: 20_261_130)
    let original = bytes(of: row.path)
    for round in 0..<20 {
      let file = folder.write(damaged(original, &random), to: "\(round)")
      do throws(CaptureError) {
        _ = try Replayed(file)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `random damage to a capture never traps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let original =
      Self.header + Self.frame + Self.frame
      + Array(
        """
        E: 2.000000 0000 0003 0000
        # swipelock: discarded 12
        # swipelock: state unsettled current=1 slots=10 known=2
        # swipelock: slot 0 id=3 x=100 y=200
        # swipelock: slot 4 id=-1 x=100 y=200 pressure=3 major=4 tool=2
        # swipelock: settled
        # swipelock: distrusted 2.500000
        # swipelock: ended removed 3.000000
        # swipelock: state settled current=0 slots=10 known=0
        E: 4.000000 0003 0039 0045

        """.utf8)
    for round in 0..<25 {
      let file = folder.write(damaged(original, &random), to: "\(round).evemu")
      do throws(CaptureError) {
        _ = try Replayed(file)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[at] = UInt8.random(in: 0x20...0x7e, using: &random)
      case 2: bytes[at] = UInt8(ascii: "9")
      case 3: bytes.remove(at: at)
      case 4:
        bytes.insert(
          contentsOf: Array("99999\n# swipelock: ".utf8.shuffled(using: &random)), at: at)
      case 5:
        let end = min(bytes.count, at + Int.random(in: 0..<200, using: &random))
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[at..<end], at: other)
      default: bytes.removeSubrange(at..<min(bytes.count, at + 40))
      }
    }
    return bytes
  }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

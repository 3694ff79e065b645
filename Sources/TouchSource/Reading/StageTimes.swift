package import TouchCore

/// When a read of a panel was, in nanoseconds of CLOCK_MONOTONIC.
package struct ReadTimes: Hashable, Sendable, BitwiseCopyable {
  /// The wait for the panel was over.
  package var woken: Int64 = 0
  /// Its events were there.
  package var read: Int64 = 0

  package init(woken: Int64 = 0, read: Int64 = 0) {
    self.woken = woken
    self.read = read
  }
}

/// How long the stages take from the kernel's event to the decision: for a report, never for a
/// judgement. Its size does not grow.
package struct StageTimes {
  package enum Stage: Int, CaseIterable, Sendable {
    /// From the kernel's event to the end of our wait.
    case woken
    /// To the events in our memory.
    case read
    /// To the frame.
    case frame
    /// To the dots that it made.
    case dots
    /// To the decision, of frames that led to one.
    case decision
    /// From the kernel's event to the last of these.
    case all
  }

  private var histograms = Stage.allCases.map { _ in TimeHistogram() }

  package init() {}

  /// Notes a frame.
  ///
  /// - Parameters:
  ///   - event: the frame's own time.
  ///   - frame: when it was handed on, `dots` when its dots were known, and `decision` when there was
  ///     one; in nanoseconds of CLOCK_MONOTONIC.
  package mutating func note(
    event: Timestamp, _ times: ReadTimes, frame: Int64, dots: Int64, decision: Int64? = nil
  ) {
    let began = event.microseconds &* 1000
    add(.woken, times.woken - began)
    add(.read, times.read - times.woken)
    add(.frame, frame - times.read)
    add(.dots, dots - frame)
    if let decision { add(.decision, decision - dots) }
    add(.all, (decision ?? dots) - began)
  }

  private mutating func add(_ stage: Stage, _ nanoseconds: Int64) {
    histograms[stage.rawValue].add(nanoseconds)
  }

  /// How often the stage was passed.
  package func count(_ stage: Stage) -> Int { histograms[stage.rawValue].count }

  /// The time in nanoseconds within which that share of the passes took, to a sixteenth; nil if there
  /// was none.
  package func quantile(_ stage: Stage, _ share: Double) -> Int64? {
    histograms[stage.rawValue].quantile(share)
  }
}

/// Counts of times in nanoseconds, in classes a sixteenth of their size wide.
struct TimeHistogram {
  private static let classesPerOctave = 16
  private var counts = Array(repeating: 0, count: 64 * classesPerOctave)
  private(set) var count = 0

  mutating func add(_ nanoseconds: Int64) {
    counts[Self.index(of: nanoseconds)] += 1
    count += 1
  }

  func quantile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    var left = Int((Double(count - 1) * share).rounded())
    for index in counts.indices {
      left -= counts[index]
      if left < 0 { return Self.value(at: index) }
    }
    return nil
  }

  /// Below 16 each number is a class of its own.
  private static func index(of nanoseconds: Int64) -> Int {
    let value = UInt64(max(0, nanoseconds))
    guard value >= 16 else { return Int(value) }
    let octave = 63 - value.leadingZeroBitCount
    let part = Int(value >> UInt64(octave - 4)) & (classesPerOctave - 1)
    return (octave - 3) * classesPerOctave + part
  }

  /// The middle of a class.
  private static func value(at index: Int) -> Int64 {
    let octave = index / classesPerOctave + 3
    guard octave > 3 else { return Int64(index) }
    let part = Int64(index % classesPerOctave + classesPerOctave)
    return part << Int64(octave - 4) + (Int64(1) << Int64(octave - 4)) / 2
  }
}

import TestSupport
import Testing
import TouchCaptures
import TouchCore

/// What can be guessed of a pattern from a capture of it.
@Suite(.enabled(if: HumanStroke.exist, "needs ../shared/captures/human-strokes by the checkout"))
struct RedactionGuessTests {
  private struct Stroke {
    let label: String
    /// All that redaction leaves: each event by its time from the first, its code and its value.
    let left: [Double]
    let duration: Double
    /// The frames' own times and which axis changed: the changes of each axis in each tenth.
    let axes: [Double]
  }

  private func strokes() throws -> [Stroke] {
    try HumanStroke.all().map { human in
      let file = "\(HumanStroke.folder)/\(human.name)"
      let events = try redactedEvents(file)
      let first = events.first?.time.microseconds ?? 0
      let left = events.flatMap { event in
        [
          Double(event.time.microseconds - first), Double(event.type), Double(event.code),
          Double(event.value),
        ]
      }
      let duration = Double((events.last?.time.microseconds ?? 0) - first)
      return Stroke(
        label: human.label, left: left, duration: duration,
        axes: try changes(file, first, duration))
    }
  }

  private func redactedEvents(_ file: String) throws -> [InputEvent] {
    var source = try ReplaySource(opening: file)
    var redactor = Redactor(source.panel, source.reading)
    var steps: [RedactedStep] = []
    while let frame = try source.nextFrame() { steps += redactor.take(frame) }
    steps += redactor.finish()
    return steps.compactMap { if case .step(.event(let event)) = $0 { event } else { nil } }
  }

  private func changes(_ file: String, _ first: Int64, _ duration: Double) throws -> [Double] {
    var counts = [Double](repeating: 0, count: 20)
    var reader = try CaptureReader(opening: file)
    while let step = try reader.nextStep() {
      guard case .event(let event) = step, event.type == EventType.abs else { continue }
      let part = Double(event.time.microseconds - first) / duration * 10
      let tenth = max(0, min(9, Int(part)))
      if event.code == AbsCode.mtPositionX { counts[tenth] += 1 }
      if event.code == AbsCode.mtPositionY { counts[10 + tenth] += 1 }
    }
    let sum = counts.reduce(1, +)
    return counts.map { 20 * $0 / sum } + [duration / 100_000]
  }

  @Test func `what redaction leaves of a stroke tells no more than how long it took`() throws {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    let strokes = try strokes()
    #expect(strokes.count == 311)
    let names = Set(strokes.map(\.label)).sorted()
    let labels = strokes.map { names.firstIndex(of: $0.label) ?? 0 }
    #expect(Set(strokes.map(\.left.count)).count == 1, "the number of events must tell nothing")

    let left = PatternGuess(strokes.map(\.left))
    let byDuration = PatternGuess(strokes.map { [$0.duration] }).hits(labels)
    let byAxes = PatternGuess(strokes.map(\.axes)).hits(labels)
    let order = strokes.indices.sorted { strokes[$0].duration < strokes[$1].duration }
    let blocks = stride(from: 0, to: order.count, by: 10).map { start in
      order[start..<min(start + 10, order.count)]
    }
    let chance = left.chance(labels, within: blocks, shuffles: 200, using: &random)
    let plain = left.chance(labels, within: [order[...]], shuffles: 200, using: &random)
    let hits = left.hits(labels)
    print(
      """
      seed \(seed); of 311 strokes, right at first and within five guesses:
        all that is left \(hits.first), \(hits.five)
        duration alone \(byDuration.first), \(byDuration.five)
        not redacted: frames' own times, and which axis changed \(byAxes.first), \(byAxes.five)
        chance within five, labels shuffled among ten strokes of about one duration: median \
      \(chance[100]), 95 % \(chance[189]), most \(chance[199]); among all: median \(plain[100]), \
      95 % \(plain[189]), most \(plain[199])
      """)
    #expect(hits == byDuration)
    #expect(hits.five <= chance[189])
    #expect(byAxes.five > chance[199], "the guesser must be able to guess")
  }
}

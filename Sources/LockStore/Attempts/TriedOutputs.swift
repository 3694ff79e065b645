/// What yescrypt made of the last wrong patterns: the same again within five minutes costs nothing.
///
/// One salt makes outputs comparable, so no pattern is kept; and they are kept in memory alone.
struct TriedOutputs: ~Copyable {
  // AOSP's limiter of 2025 has the same five outputs and minutes.
  fileprivate static let microseconds: Int64 = 300_000_000

  fileprivate struct Entry: ~Copyable {
    let output: VerifierOutput
    let setting: String
    let time: BootClock
  }

  private var entries = InlineArray<5, Entry?> { _ in nil }
  private var next = 0

  /// Whether that was wrong not long ago, in a store of that setting.
  borrowing func contains(
    _ output: borrowing VerifierOutput, _ setting: String, at now: BootClock
  ) -> Bool {
    for index in entries.indices where entries[index].matches(output, setting, now) { return true }
    return false
  }

  /// Takes one more in the place of the oldest.
  mutating func remember(_ output: consuming VerifierOutput, _ setting: String, at now: BootClock) {
    entries[next] = Entry(output: output, setting: setting, time: now)
    next = (next + 1) % entries.count
  }

  mutating func forget() {
    for index in entries.indices { entries[index] = nil }
    next = 0
  }
}

extension Optional<TriedOutputs.Entry> where Wrapped: ~Copyable {
  fileprivate borrowing func matches(
    _ output: borrowing VerifierOutput, _ setting: String, _ now: BootClock
  ) -> Bool {
    switch self {
    case nil: false
    case .some(let entry):
      entry.setting == setting && entry.time.runs(until: now)
        && now.microseconds - entry.time.microseconds <= TriedOutputs.microseconds
        && entry.output.isSame(as: output)
    }
  }
}

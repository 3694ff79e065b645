/// A long option of a verb.
struct Option {
  let name: String
  /// What its value is called in the help; nil if it takes none.
  let value: String?
  let summary: String
  /// Its short form, where it has one.
  let letter: Character?

  init(
    _ name: String, _ value: String? = nil, _ summary: String, letter: Character? = nil
  ) {
    self.letter = letter
    self.name = name
    self.value = value
    self.summary = summary
  }
}

extension Option {
  /// The value of an option that takes seconds.
  static func seconds(_ option: String, _ value: String) throws(UsageError) -> Double {
    guard let seconds = Double(value), (0.001...1e7).contains(seconds) else {
      throw UsageError("--\(option) takes seconds, not '\(value)'")
    }
    return seconds
  }
}

/// What is wrong with the arguments, without the command's name.
struct UsageError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

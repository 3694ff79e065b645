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

/// What is wrong with the arguments, without the command's name.
struct UsageError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

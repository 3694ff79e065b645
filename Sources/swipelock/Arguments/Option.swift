/// A long option of a verb.
struct Option {
  let name: String
  /// What its value is called in the help; nil if it takes none.
  let value: String?
  let summary: String

  init(_ name: String, _ value: String? = nil, _ summary: String) {
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

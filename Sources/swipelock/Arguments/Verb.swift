/// One verb of the command.
protocol Verb: Sendable {
  static var name: String { get }
  /// What stands behind the options in its usage.
  static var arguments: String { get }
  /// One line for the list of verbs.
  static var summary: String { get }
  /// What its help says between usage and options.
  static var explanation: String { get }
  static var options: [Option] { get }

  init()

  /// Takes an option; `value` is empty for one that has none.
  mutating func take(option: String, _ value: String) throws(UsageError)
  /// Takes an argument that is no option.
  mutating func take(argument: String) throws(UsageError)
  /// Takes what stands behind `--`.
  mutating func take(command: [String]) throws(UsageError)

  func run() throws(Failure) -> ExitStatus
}

extension Verb {
  static var arguments: String { "" }
  static var explanation: String { summary }

  mutating func take(argument: String) throws(UsageError) {
    throw UsageError("'\(argument)' is too much")
  }

  mutating func take(command: [String]) throws(UsageError) {
    for argument in command { try take(argument: argument) }
  }
}

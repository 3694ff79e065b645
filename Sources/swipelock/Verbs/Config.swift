import LockStore

/// `config`: what a configuration says, or what is wrong with it.
struct Config: Verb {
  static let name = "config"
  static let arguments = "[FILE]"
  static let summary = "check a configuration, and say what it means"
  static let explanation = """
    Reads FILE, else \(Configuration.standardPath) if it is there, and says what it means; ends with \
    78, and with the line and the field, if something is wrong with it.
    """
  static let options = [Option("check", nil, "say nothing unless something is wrong")]

  private var path: String?
  private var isQuiet = false

  mutating func take(option: String, _ value: String) throws(UsageError) { isQuiet = true }

  mutating func take(argument: String) throws(UsageError) {
    guard path == nil else { throw UsageError("'\(argument)' is too much") }
    path = argument
  }

  func run() throws(Failure) -> ExitStatus {
    let configuration = try Configuration.read(path)
    guard !isQuiet else { return .done }
    let waits = configuration.policy.seconds.map { "\($0)" }.joined(separator: ", ")
    var output = Output()
    try output.write("back-off \(configuration.policy.name): after each failure, \(waits) s\n")
    for (name, action) in configuration.actions.sorted(by: { $0.key < $1.key }) {
      try output.write("\(name) runs: \(action.joined(separator: " "))\n")
    }
    try output.flush()
    return .done
  }
}

import Glibc

/// A command that takes the place of this process.
struct Takeover {
  private let command: [String]
  private let environment: [String: String]

  /// `environment` comes to what the process has.
  init(_ command: [String], _ environment: [String: String] = [:]) {
    precondition(!command.isEmpty, "a command has a name")
    self.command = command
    self.environment = environment
  }

  /// The words of the command as this process got them, byte for byte, if they are its last arguments: a
  /// word need not be text.
  private static func given(_ command: [String]) -> [UnsafeMutablePointer<CChar>?]? {
    let arguments = CommandLine.arguments
    guard arguments.suffix(command.count) == command[...],
      arguments.dropLast(command.count).last == "--"
    else { return nil }
    let first = arguments.count - command.count
    return unsafe (first..<arguments.count).map { unsafe CommandLine.unsafeArgv[$0] }
  }

  /// Becomes the command. Else ends with 127 if it does not exist, 126 if it cannot be
  /// executed, as shells have it.
  ///
  /// Every descriptor that was opened here is marked to be closed; those that came with the process
  /// are the caller's, and go on.
  func run() -> Never {
    for (name, value) in environment { unsafe setenv(name, value, 1) }
    signal(SIGXFSZ, SIG_DFL)
    var words = unsafe Self.given(command) ?? command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    _ = unsafe execvp(words[0] ?? strdup(command[0]), words)
    let code = errno
    warn("\(command[0]): \(unsafe String(cString: strerror(code))); nothing was run")
    exit(code == ENOENT ? 127 : 126)
  }
}
